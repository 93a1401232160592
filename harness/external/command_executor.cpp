#include <algorithm>

#include <fmt/format.h>

#include "harness/external/exchange_times.h"
#include "harness/external/external_executor.h"
#include "harness/external/line_process.h"
#include "harness/external/text_engine.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using Reply = LineProcess::Reply;
using namespace std::chrono_literals;

/// Required silence after the first answer of a command.
constexpr std::chrono::milliseconds kSilence = 20ms;
/// Time limit for an answer of the reference command.
constexpr std::chrono::nanoseconds kReferenceLimit = 10s;

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

Questions questions_of(const Boards& puzzles) {
  Questions questions{{}, puzzles.size()};
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    append_board(puzzles[i], questions.lines);
    questions.lines += '\n';
  }
  return questions;
}

/// Returns the CPU time of a command and all its descendants.
std::int64_t command_cpu_ns(pid_t command) {
  clockid_t clock{};
  const bool is_known = ::clock_getcpuclockid(command, &clock) == 0;
  return (is_known ? clock_ns(clock) : 0) + descendants_cpu_ns(command);
}

/// Asks questions until the command has worked on them for a while. It then finds caches and branch
/// predictors as they are in the middle of work.
Reply prepare(LineProcess& command, const Questions& preparation, const SolveLimits& limits) {
  constexpr std::int64_t kEnoughNs = Measuring::kPreparationTime.count();
  if (preparation.count == 0) return Reply::answered;
  const std::int64_t begin_ns = command_cpu_ns(command.id());
  const Reply reply = command.ask(preparation, limits);
  const std::int64_t ns = std::max<std::int64_t>(command_cpu_ns(command.id()) - begin_ns, 1000);
  if (reply != Reply::answered || ns > kEnoughNs) return reply;
  Questions again;
  for (std::int64_t left_ns = kEnoughNs - ns; left_ns > 0; left_ns -= ns) {
    again.lines += preparation.lines;
    again.count += preparation.count;
  }
  return command.ask(again, limits);
}

/// Measures the CPU time that a command spends on input and output. A reference command answers the
/// same puzzles with a built-in engine. Input and output also cool its caches and branch
/// predictors. An echo would not show this cost. Puzzles other than ordinary 9x9 puzzles are
/// echoed.
class ReferenceCommand {
 public:
  explicit ReferenceCommand(const BoardKind& kind)
      : kind_(kind),
        command_(solves() ? line_host_arguments(kEngine, 1)
                          : echo_host_arguments(longest_line(kind.shape))) {}

  const BoardKind& kind() const { return kind_; }

  /// Returns the time for these questions. Asks the preparation first, as the measured command
  /// does. The error is the cost of waking up a command with cold caches, plus half of the returned
  /// time, because programs read and write in different ways.
  IoTime io_time(const Questions& questions, const Questions& preparation) {
    if (wake_up_ns_ == 0 && preparation.count > 0) measure_wake_up(preparation);
    const std::int64_t ns = overhead_ns(questions, preparation);
    return {ns, (wake_up_ns_ == 0 ? ns : wake_up_ns_) + ns / 2};
  }

 private:
  static constexpr std::string_view kEngine = "bitmask";

  bool solves() const { return kind_ == k9x9; }

  void measure_wake_up(const Questions& preparation) {
    constexpr int kExchanges = 9;
    const Questions one = questions_of(probe_puzzles(kind_));
    std::array<std::int64_t, kExchanges> times{};
    for (std::int64_t& time : times) time = overhead_ns(one, preparation);
    std::ranges::nth_element(times, times.begin() + kExchanges / 2);
    wake_up_ns_ = times[kExchanges / 2];
  }

  /// Returns the CPU time of the reference command minus the time of its engine without input and
  /// output; 0 if it does not answer.
  std::int64_t overhead_ns(const Questions& questions, const Questions& preparation) {
    SolveLimits limits;
    limits.max_time = kReferenceLimit;
    prepare(command_, preparation, limits);
    const std::int64_t begin_ns = command_cpu_ns(command_.id());
    const Reply reply = command_.ask(questions, limits);
    const std::int64_t ns = command_cpu_ns(command_.id()) - begin_ns;
    if (reply != Reply::answered) return 0;
    if (!solves()) return ns;
    engine_ns(preparation.lines);
    return std::max<std::int64_t>(ns - engine_ns(questions.lines), 0);
  }

  /// Returns the time that the engine needs to parse lines, solve them, and format the solutions.
  std::int64_t engine_ns(std::string_view lines) {
    std::array<char, kCells> solution{};
    const std::int64_t begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (; !lines.empty(); lines.remove_prefix(kCells + 1)) {
      engine_.solve(lines, 1, solution.data());
    }
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns;
  }

  BoardKind kind_;
  TextEngine engine_{kEngine};
  LineProcess command_;
  std::int64_t wake_up_ns_ = 0;  // 0: not measured yet
};

/// Runs an engine command, which reads a puzzle per line and answers each with a line. It gets all
/// puzzles of a block at once. Their time is the CPU time of the command and its descendants, minus
/// that of a reference command for input and output. If the command waits for something other than
/// a CPU, the time of this wait is added.
/// Times of single puzzles come from the arrival of the answers and add up to that time.
class CommandExecutor final : public ExternalExecutor {
 public:
  CommandExecutor(std::vector<std::string> arguments, std::uint64_t max_solutions,
                  bool counts_events)
      : ExternalExecutor(counts_events),
        arguments_(std::move(arguments)),
        max_solutions_(max_solutions) {}

  /// The engine passes if it answers each puzzle correctly, with one line.
  Probe probe(const BoardKind& kind, const SolveLimits& limits) override {
    std::string error = start(kind, limits);
    return {.error = std::move(error), .lists_solutions = lists_solutions_};
  }

 private:
  /// Starts the command, if it does not run, and probes it. Returns why the command cannot be used;
  /// empty if it can.
  std::string start(const BoardKind& kind, const SolveLimits& limits) {
    if (command_ || !start_error_.empty()) return start_error_;
    command_.emplace(arguments_);
    if (counts_events_) counters_.emplace(EventCounters::of_process(command_->id()));
    SolveLimits probe_limits = limits;
    probe_limits.max_time = start_limit(limits.max_time);
    std::string error = ask_probe(kind, probe_limits);
    if (!error.empty()) command_.reset();
    if (!limits.is_over()) start_error_ = error;
    return error;
  }

  /// Asks the probe puzzles. Returns the error in the reply, or an empty text.
  std::string ask_probe(const BoardKind& kind, const SolveLimits& limits) {
    const BoardList puzzles = probe_puzzles(kind);
    const Reply reply = command_->ask(questions_of(puzzles), limits);
    std::string output;
    for (std::size_t i = 0; i < command_->answers(); ++i) {
      output += std::string(command_->answer(i).line) + '\n';
    }
    output += command_->rest();
    if (reply == Reply::over) return "did not have time to start";
    if (reply == Reply::timeout) {
      return output.empty()
                 ? fmt::format(
                       "does not answer a probe puzzle within {:g} s; does it flush its output?",
                       std::chrono::duration<double>(limits.max_time).count())
                 : fmt::format("does not end its answer to a probe puzzle with a line break: {}",
                               quote(output));
    }
    if (reply == Reply::unasked) return "wrote " + quote(output) + " before it was asked";
    if (reply != Reply::answered) return describe(*command_, reply, output);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      std::string error = find_probe_error(kind.shape, i);
      if (!error.empty()) return error;
    }
    const auto unasked = command_->wait_unasked(kSilence);
    return unasked ? describe(*command_, *unasked, command_->rest()) : std::string();
  }

  /// Checks the answer to a probe puzzle. The second probe puzzle has no solution. Returns the
  /// error, or an empty text.
  std::string find_probe_error(const Shape& shape, std::size_t puzzle) {
    const std::string_view line = command_->answer(puzzle).line;
    SolveResult answer;
    OwnedBoard solution(shape);
    if (!parse_answer(line, max_solutions_, shape, answer, solution.cells())) {
      return fmt::format(
          "answers a probe puzzle with {}; it must print COUNT or COUNT SOLUTION, with a digit for "
          "each of the {} cells, and nothing else{}",
          quote(line), shape.cells(),
          max_solutions_ == 1 ? "" : "; a program that prints a solution needs --max-solutions 1");
    }
    const bool is_impossible = puzzle == 1;
    const OwnedBoard expected = regular_board(shape);
    if (answer.solutions != (is_impossible ? 0 : 1) ||
        (!is_impossible && answer.has_solution && solution != expected)) {
      return fmt::format("answers a probe puzzle with {} instead of \"{}\"", quote(line),
                         is_impossible ? "0" : "1 " + format_line(expected));
    }
    if (!is_impossible) lists_solutions_ = answer.has_solution;
    return {};
  }

  void fill_sample(const Boards& puzzles, const Boards& preparation,
                   const SolveLimits& limits) override {
    preparation_ = questions_of(preparation);
    if (start(puzzles.kind(), limits).empty() &&
        prepare(*command_, preparation_, limits) != Reply::answered) {
      command_.reset();
    }
    for (std::size_t next = 0; next < puzzles.size() && !limits.is_over();) {
      const std::string error = start(puzzles.kind(), limits);
      if (error.empty()) {
        next = solve_rest(puzzles, next, limits);
      } else if (!limits.is_over()) {
        add_time(next, 0);
        record_crash(next++, error);
      }
    }
    if (command_) sample_.peak_bytes = peak_resident_bytes(command_->id());
  }

  IoTime io_time(const BoardKind& kind, const Questions& questions) {
    if (!reference_ || reference_->kind() != kind) reference_.emplace(kind);
    return reference_->io_time(questions, preparation_);
  }

  /// Solves puzzles from `first` until the end or a failure. Returns the next puzzle.
  std::size_t solve_rest(const Boards& puzzles, std::size_t first, const SolveLimits& limits) {
    const Questions questions = questions_of(puzzles.subspan(first, puzzles.size() - first));
    const EventReading events_before = events();
    const SchedulerTimes scheduler_begin = scheduler_times(command_->id());
    const std::int64_t cpu_begin_ns = command_cpu_ns(command_->id());
    const std::int64_t begin_ns = clock_ns(CLOCK_MONOTONIC);
    const Reply reply = command_->ask(questions, limits);
    const std::int64_t end_ns = clock_ns(CLOCK_MONOTONIC);
    const std::int64_t cpu_ns = command_cpu_ns(command_->id()) - cpu_begin_ns;
    const SchedulerTimes scheduler_end = scheduler_times(command_->id());
    sample_.events += counts_between(events_before, events());

    const std::size_t next = read_answers(puzzles, first, limits);
    const std::size_t solved = next - first;
    const std::int64_t last_ns = solved > 0 ? command_->answer(solved - 1).read_ns : begin_ns;
    if (solved > 0) {
      ExchangeTimes times{
          .wall_ns = last_ns - begin_ns,
          .least_ns = command_->answer(solved - 1).missing_ns - command_->sent_ns(),
          .cpu_ns = cpu_ns,
          .scheduler = scheduler_end - scheduler_begin,
      };
      // After a failure, the CPU time includes that of the puzzle without an answer.
      if (solved < questions.count) times.cpu_ns = std::min(cpu_ns, times.wall_ns);
      const bool is_whole = solved == questions.count;
      const IoTime io = io_time(
          puzzles.kind(), is_whole ? questions : questions_of(puzzles.subspan(first, solved)));
      add_times(first, next, begin_ns, counted_times(times, io, solved));
    }
    if (reply == Reply::answered && solved == questions.count) return next;

    // An extra line is attributed to the last puzzle.
    const std::size_t failed = std::min(next, puzzles.size() - 1);
    if (failed == next) {
      add_time(failed, end_ns - last_ns);
      sample_.cpu_ns += end_ns - last_ns;
    }
    if (solved < command_->answers()) {
      const std::string answer(command_->answer(solved).line);
      record_crash(failed, "its answer is invalid: " + quote(answer));
    } else if (reply == Reply::timeout || reply == Reply::over) {
      record_end(failed, reply == Reply::timeout ? ProcessEnd::timed_out : ProcessEnd::cancelled,
                 {});
    } else {
      record_crash(failed, describe(*command_, reply, command_->rest()));
    }
    command_.reset();  // further lines would shift all later answers
    return failed + 1;
  }

  /// Reads the answers for the puzzles from `first` up to an invalid one. Returns the next puzzle.
  std::size_t read_answers(const Boards& puzzles, std::size_t first, const SolveLimits& limits) {
    const std::size_t end = first + command_->answers();
    std::size_t next = first;
    while (next < end &&
           parse_answer(command_->answer(next - first).line, limits.max_solutions, puzzles.shape,
                        sample_.results[next], sample_.solutions.cells_of(next))) {
      ++next;
    }
    return next;
  }

  /// Adds the times of an exchange that began at `begin_ns` and answered puzzles `first` to `end`.
  /// Divides the CPU time among the puzzles by the times at which the answers arrived. Answers that
  /// were read together share their time.
  void add_times(std::size_t first, std::size_t end, std::int64_t begin_ns,
                 const CountedTimes& counted) {
    const auto read_ns = [&](std::size_t i) { return command_->answer(i - first).read_ns; };
    const std::int64_t whole_ns = std::max<std::int64_t>(read_ns(end - 1) - begin_ns, 1);
    const double share = static_cast<double>(counted.cpu_ns) / static_cast<double>(whole_ns);
    for (std::size_t i = first, next = first; i < end; i = next) {
      while (next < end && read_ns(next) == read_ns(i)) ++next;
      const double ns = share * static_cast<double>(read_ns(i) - begin_ns);
      std::fill(&sample_.puzzle_ns[i], &sample_.puzzle_ns[next],
                static_cast<std::int64_t>(ns / static_cast<double>(next - i)));
      begin_ns = read_ns(i);
    }
    sample_.wall_ns += counted.wall_ns;
    sample_.cpu_ns += counted.cpu_ns;
    sample_.error_ns += counted.error_ns;
  }

  EventReading events() const { return counters_ ? counters_->read() : EventReading{}; }

  std::vector<std::string> arguments_;
  std::uint64_t max_solutions_;
  std::optional<LineProcess> command_;
  std::optional<EventCounters> counters_;  // of the command, if events are counted
  std::optional<ReferenceCommand> reference_;
  Questions preparation_;    // of the current block
  std::string start_error_;  // why the command is not started again
  bool lists_solutions_ = true;
};

}  // namespace

bool parse_answer(std::string_view line, std::uint64_t max_solutions, const Shape& shape,
                  SolveResult& answer, std::span<std::uint8_t> solution) {
  constexpr std::string_view kSeparators = " ,\t\r";
  line = line.substr(0, line.find_last_not_of(kSeparators) + 1);
  if (max_solutions == 1 && parse_symbols(line, shape, solution)) {
    answer = {.solutions = 1, .outcome = Outcome::solution_limit, .has_guesses = false};
    return true;
  }
  const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
  const std::string_view count = line.substr(0, end);
  const auto solutions = parse_count(count);
  // A number with as many digits as the board has cells is a board, not a count.
  const std::size_t zeros = std::min(count.find_first_not_of('0'), end);
  if (!solutions || end - zeros == shape.cells()) return false;
  answer = {};
  answer.solutions = *solutions;
  answer.outcome = outcome_of(*solutions, max_solutions);
  answer.has_guesses = false;
  answer.has_solution = end != line.size();
  return !answer.has_solution ||
         parse_symbols(line.substr(line.find_first_not_of(kSeparators, end)), shape, solution);
}

std::unique_ptr<ExternalExecutor> make_command_executor(std::vector<std::string> arguments,
                                                        std::uint64_t max_solutions,
                                                        bool counts_events) {
  return std::make_unique<CommandExecutor>(std::move(arguments), max_solutions, counts_events);
}

}  // namespace sudoku
