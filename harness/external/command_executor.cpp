#include <algorithm>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/registry.h"
#include "harness/external/external_executor.h"
#include "harness/external/line_process.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using Reply = LineProcess::Reply;
using namespace std::chrono_literals;

/// Time limit for the start of a command, and required silence after its first answer.
constexpr std::chrono::nanoseconds kStartLimit = 10s;
constexpr std::chrono::milliseconds kSilence = 20ms;
std::string quote(std::string_view output) {
  constexpr std::size_t kLongest = 100;
  return fmt::format("{:?}{}", output.substr(0, kLongest), output.size() > kLongest ? " ..." : "");
}

/// Describes a reply that is neither an answer nor the effect of a limit.
std::string describe(LineProcess& command, Reply reply, std::string_view output) {
  if (reply == Reply::exited) return command.terminate();
  if (reply == Reply::unasked) return "writes " + quote(output) + " without being asked";
  return "answers with more than a line per puzzle: " + quote(output);
}

/// Returns the CPU time of a command and all its descendants.
std::int64_t command_cpu_ns(pid_t command) {
  clockid_t clock{};
  const bool is_known = ::clock_getcpuclockid(command, &clock) == 0;
  return (is_known ? clock_ns(clock) : 0) + descendants_cpu_ns(command);
}

/// Times of an exchange with a command.
struct ExchangeTimes {
  std::int64_t wall_ns;   ///< until the last answer
  std::int64_t cpu_ns;    ///< of the command
  std::int64_t delay_ns;  ///< that the command waited for a CPU

  /// Returns whether the command waited for something else, for example another computer.
  bool has_waited() const {
    constexpr std::int64_t kToleratedNs = 2'000'000;
    return wall_ns - cpu_ns - delay_ns > cpu_ns / 4 + kToleratedNs;
  }
};

/// Measures the CPU time that a command spends on input and output. A reference command answers the
/// same puzzles with a built-in engine. Input and output also cost it caches and branch predictors,
/// which an echo would not show. Puzzles that are not 9x9 are echoed.
class ReferenceCommand {
 public:
  explicit ReferenceCommand(const Shape& shape) : shape_(shape) {}

  const Shape& shape() const { return shape_; }

  /// Returns the CPU time of the reference command minus the time of its engine without input and
  /// output; 0 if it does not answer.
  std::int64_t overhead_ns(const Boards& puzzles, const std::string& lines) {
    const bool solves = shape_ == k9x9;
    if (!command_) {
      command_.emplace(solves ? line_host_arguments(kEngine, 1) : echo_host_arguments());
    }
    SolveLimits limits;
    limits.max_time = kStartLimit;
    const std::int64_t begin_ns = command_cpu_ns(command_->id());
    const Reply reply =
        command_->ask(lines, puzzles.size(), limits, [](std::string_view) { return true; });
    const std::int64_t ns = command_cpu_ns(command_->id()) - begin_ns;
    if (reply == Reply::answered) return ns - (solves ? engine_ns(lines) : 0);
    command_.reset();
    return 0;
  }

 private:
  static constexpr std::string_view kEngine = "bitmask";

  /// Returns the time that the engine needs to parse lines, solve them, and format the solutions.
  std::int64_t engine_ns(std::string_view lines) {
    SolveLimits limits;
    limits.max_solutions = 1;
    Grid puzzle;
    Grid solution;
    SolveResult result;
    std::array<char, kCells + 1> text{};
    const std::int64_t begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (; !lines.empty(); lines.remove_prefix(kCells + 1)) {
      parse_line(lines, puzzle);
      result = {};
      engine_->solve(puzzle, limits, {{&result, 1}, solution.cells}, nullptr);
      format_line(solution, text.data());
    }
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns;
  }

  Shape shape_;
  std::optional<LineProcess> command_;
  std::unique_ptr<Engine> engine_ = find_engine(kEngine)->make({});
};

/// Runs an engine command, which reads a puzzle per line and answers each with a line. It gets all
/// puzzles of a block at once. Their time is the CPU time of the command and its descendants, minus
/// that of a reference command for input and output. If the command waits, it is the wall time.
/// Times of single puzzles come from the arrival of the answers and add up to that time.
class CommandExecutor final : public ExternalExecutor {
 public:
  CommandExecutor(std::vector<std::string> arguments, std::uint64_t max_solutions,
                  bool counts_events)
      : ExternalExecutor(counts_events),
        arguments_(std::move(arguments)),
        max_solutions_(max_solutions) {}

  /// The engine passes if it answers the puzzle correctly, with one line.
  Probe probe(const Shape& shape) override {
    std::string error = start(shape, {});
    return {.error = std::move(error), .lists_solutions = lists_solutions_};
  }

 private:
  /// Starts the command, if it does not run, and probes it. Returns why the command cannot be used;
  /// empty if it can.
  std::string start(const Shape& shape, const SolveLimits& limits) {
    if (command_ || !start_error_.empty()) return start_error_;
    command_.emplace(arguments_);
    if (counts_events_) counters_.emplace(EventCounters::of_process(command_->id()));
    SolveLimits probe_limits = limits;
    probe_limits.max_time = kStartLimit;
    std::string error = ask_probe(shape, probe_limits);
    if (!error.empty()) command_.reset();
    if (!limits.is_over()) start_error_ = error;
    return error;
  }

  /// Asks a probe puzzle. Returns what is wrong with the reply; empty if nothing is.
  std::string ask_probe(const Shape& shape, const SolveLimits& limits) {
    std::string answer_line;
    const Reply reply =
        command_->ask(format_line(probe_puzzle(shape)) + '\n', 1, limits, [&](auto line) {
          answer_line = line;
          return true;
        });
    const std::string output =
        answer_line.empty() ? command_->output() : answer_line + '\n' + command_->output();
    if (reply == Reply::over) return "did not have time to start";
    if (reply == Reply::timeout) {
      return output.empty()
                 ? std::string("does not answer a probe puzzle; does it flush its output?")
                 : fmt::format("does not end its answer to a probe puzzle with a line break: {}",
                               quote(output));
    }
    if (reply == Reply::unasked) return "wrote " + quote(output) + " before it was asked";
    if (reply != Reply::answered) return describe(*command_, reply, output);
    SolveResult answer;
    OwnedBoard solution(shape);
    if (!parse_answer(answer_line, max_solutions_, shape, answer, solution.cells())) {
      return fmt::format(
          "answers a probe puzzle with {}; it must print COUNT or COUNT SOLUTION, with a digit for "
          "each of the {} cells, and nothing else",
          quote(answer_line), shape.cells());
    }
    const OwnedBoard expected = probe_solution(shape);
    if (answer.solutions != 1 || (answer.has_solution && solution != expected)) {
      return fmt::format("answers a probe puzzle with {} instead of \"1 {}\"", quote(answer_line),
                         format_line(expected));
    }
    lists_solutions_ = answer.has_solution;
    const auto unasked = command_->wait_unasked(kSilence);
    return unasked ? describe(*command_, *unasked, command_->output()) : std::string();
  }

  void fill_sample(const Boards& puzzles, const Boards& preparation,
                   const SolveLimits& limits) override {
    if (start(puzzles.shape, limits).empty()) solve_preparation(preparation, limits);
    for (std::size_t next = 0; next < puzzles.size() && !limits.is_over();) {
      const std::string error = start(puzzles.shape, limits);
      if (error.empty()) {
        next = solve_rest(puzzles, next, limits);
      } else if (!limits.is_over()) {
        add_time(next, 0);
        record_crash(sample_, next++, error);
      }
    }
    if (command_) sample_.peak_bytes = peak_resident_bytes(command_->id());
  }

  void solve_preparation(const Boards& puzzles, const SolveLimits& limits) {
    if (puzzles.size() == 0) return;
    const auto ignore = [](auto) { return true; };
    const std::string questions = lines_of(puzzles);
    if (command_->ask(questions, puzzles.size(), limits, ignore) != Reply::answered) {
      command_.reset();
    }
    io_overhead_ns(puzzles, questions);
  }

  static std::string lines_of(const Boards& puzzles) {
    std::string lines;
    for (std::size_t i = 0; i < puzzles.size(); ++i) lines += format_line(puzzles[i]) + '\n';
    return lines;
  }

  std::int64_t io_overhead_ns(const Boards& puzzles, const std::string& lines) {
    if (!reference_ || reference_->shape() != puzzles.shape) reference_.emplace(puzzles.shape);
    return reference_->overhead_ns(puzzles, lines);
  }

  /// Solves puzzles from `first` until the end or a failure. Returns the next puzzle.
  std::size_t solve_rest(const Boards& puzzles, std::size_t first, const SolveLimits& limits) {
    const Boards rest = puzzles.subspan(first, puzzles.size() - first);
    const std::string questions = lines_of(rest);
    // In alternating order, because the second of the two finds warmer caches.
    const bool is_reference_first = asked_++ % 2 != 0;
    std::int64_t overhead_ns = is_reference_first ? io_overhead_ns(rest, questions) : 0;

    std::size_t next = first;
    std::string invalid_answer;
    const EventReading events_before = events();
    const std::int64_t delay_begin_ns = run_delay_ns(command_->id());
    const std::int64_t cpu_begin_ns = command_cpu_ns(command_->id());
    const std::int64_t begin_ns = clock_ns(CLOCK_MONOTONIC);
    std::int64_t last_ns = begin_ns;
    const Reply reply = command_->ask(questions, rest.size(), limits, [&](std::string_view line) {
      const std::int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
      sample_.puzzle_ns[next] = now_ns - std::exchange(last_ns, now_ns);
      if (!parse_answer(line, limits.max_solutions, puzzles.shape, sample_.results[next],
                        sample_.solutions.cells_of(next))) {
        invalid_answer = line;
        return false;
      }
      ++next;
      return true;
    });
    ExchangeTimes times{last_ns - begin_ns, command_cpu_ns(command_->id()) - cpu_begin_ns,
                        run_delay_ns(command_->id()) - delay_begin_ns};
    const std::int64_t end_ns = clock_ns(CLOCK_MONOTONIC);
    sample_.events += counts_between(events_before, events());
    if (!is_reference_first) overhead_ns = io_overhead_ns(rest, questions);

    const std::size_t solved = next - first;
    overhead_ns =
        overhead_ns * static_cast<std::int64_t>(solved) / static_cast<std::int64_t>(rest.size());
    // After a failure, the CPU time includes that of the puzzle without an answer.
    if (reply != Reply::answered) times.cpu_ns = std::min(times.cpu_ns, times.wall_ns);
    add_times(first, next, times, overhead_ns);
    if (reply == Reply::answered) return next;

    if (next == puzzles.size()) {
      --next;  // a line too many is a fault of the last puzzle
    } else {
      add_time(next, end_ns - last_ns);
      sample_.cpu_ns += end_ns - last_ns;
    }
    if (reply == Reply::refused) {
      record_crash(sample_, next, "its answer is invalid: " + quote(invalid_answer));
    } else if (reply == Reply::timeout || reply == Reply::over) {
      record_end(sample_, next,
                 reply == Reply::timeout ? ProcessEnd::timed_out : ProcessEnd::cancelled, {});
    } else {
      record_crash(sample_, next, describe(*command_, reply, command_->output()));
    }
    command_.reset();  // further lines would shift all later answers
    return next + 1;
  }

  /// Adds the time of an exchange, and divides it among the puzzles by the arrival of the answers.
  void add_times(std::size_t first, std::size_t end, const ExchangeTimes& times,
                 std::int64_t overhead_ns) {
    if (first == end) return;
    const auto solved = static_cast<std::int64_t>(end - first);
    const std::int64_t ns =
        times.has_waited() ? times.wall_ns : std::max(times.cpu_ns - overhead_ns, solved);
    const double share = static_cast<double>(ns) / static_cast<double>(times.wall_ns);
    for (std::size_t i = first; i < end; ++i) {
      sample_.puzzle_ns[i] =
          static_cast<std::int64_t>(share * static_cast<double>(sample_.puzzle_ns[i]));
    }
    sample_.wall_ns += ns;
    sample_.cpu_ns += ns;
  }

  EventReading events() const { return counters_ ? counters_->read() : EventReading{}; }

  std::vector<std::string> arguments_;
  std::uint64_t max_solutions_;
  std::optional<LineProcess> command_;
  std::optional<EventCounters> counters_;  // of the command, if events are counted
  std::optional<ReferenceCommand> reference_;
  std::uint64_t asked_ = 0;
  std::string start_error_;  // why the command is not started again
  bool lists_solutions_ = true;
};

}  // namespace

bool parse_answer(std::string_view line, std::uint64_t max_solutions, const Shape& shape,
                  SolveResult& answer, std::span<std::uint8_t> solution) {
  constexpr std::string_view kSeparators = " ,\t\r";
  const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
  const std::string_view count = line.substr(0, end);
  const auto solutions = parse_count(count);
  // A number with as many digits as the board has cells is a board, not a count.
  const std::size_t zeros = std::min(count.find_first_not_of('0'), end);
  const bool is_board = end - zeros == shape.cells();
  if (!solutions || is_board) return false;
  const std::size_t begin = line.find_first_not_of(kSeparators, end);
  answer = {};
  answer.solutions = *solutions;
  answer.outcome = outcome_of(*solutions, max_solutions);
  answer.has_guesses = false;
  answer.has_solution = begin != line.npos;
  if (!answer.has_solution) return true;
  line = line.substr(begin, line.find_last_not_of(kSeparators) + 1 - begin);
  return parse_symbols(line, shape, solution);
}

std::unique_ptr<ExternalExecutor> make_command_executor(std::vector<std::string> arguments,
                                                        std::uint64_t max_solutions,
                                                        bool counts_events) {
  return std::make_unique<CommandExecutor>(std::move(arguments), max_solutions, counts_events);
}

}  // namespace sudoku
