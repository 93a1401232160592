#include <algorithm>

#include <fmt/format.h>

#include "harness/base/cpus.h"
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
/// Shorter times are below the resolution.
constexpr auto kLeastNs = static_cast<std::int64_t>(kCommandDoubtNs);

std::string quote(std::string_view output) {
  constexpr std::size_t kLongest = 100;
  return fmt::format("{:?}{}", output.substr(0, kLongest), output.size() > kLongest ? " ..." : "");
}

/// Describes a reply that is neither an answer nor the effect of a limit.
std::string describe(LineProcess& command, Reply reply) {
  if (reply == Reply::exited) return command.terminate();
  if (reply == Reply::unasked) return "writes " + quote(command.output()) + " without being asked";
  return "answers with more than a line: " + quote(command.output());
}

/// Makes the times of the puzzles add up to the total. Negative times of single puzzles were raised
/// to 0, but the total includes them unchanged.
void balance_times(EngineSample& sample) {
  std::int64_t sum_ns = 0;
  std::int64_t started = 0;
  for (const std::int64_t ns : sample.puzzle_ns) {
    if (ns == EngineSample::kNotStarted) continue;
    sum_ns += ns;
    ++started;
  }
  sample.wall_ns = std::max(sample.wall_ns, kLeastNs * started);
  if (sum_ns <= sample.wall_ns) return;
  const double share = static_cast<double>(sample.wall_ns) / static_cast<double>(sum_ns);
  for (std::int64_t& ns : sample.puzzle_ns) {
    if (ns != EngineSample::kNotStarted)
      ns = static_cast<std::int64_t>(share * static_cast<double>(ns));
  }
}

/// Runs an engine command, which reads a puzzle per line and answers each with a line. The time of
/// a puzzle is from the first character sent to the last one received, minus the time of a round
/// trip to an echo. The command, the echo and the calling thread share a CPU.
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
    return {.error = std::move(error), .reads_text = true, .lists_solutions = lists_solutions_};
  }

 private:
  /// Starts the command, if it does not run, and probes it. Returns why the command cannot be used;
  /// empty if it can.
  std::string start(const Shape& shape, const SolveLimits& limits) {
    if (command_ || !start_error_.empty()) return start_error_;
    const ThreadPin pin;
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
    const Reply reply = command_->ask(format_line(probe_puzzle(shape)) + '\n', limits).reply;
    const std::string& output = command_->output();
    if (reply == Reply::over) return "did not have time to start";
    if (reply == Reply::timeout) {
      return output.empty()
                 ? std::string("does not answer a probe puzzle; does it flush its output?")
                 : fmt::format("does not end its answer to a probe puzzle with a line break: {}",
                               quote(output));
    }
    if (reply == Reply::unasked) return "wrote " + quote(output) + " before it was asked";
    if (reply != Reply::answered) return describe(*command_, reply);
    SolveResult answer;
    OwnedBoard solution(shape);
    if (!parse_answer(output, max_solutions_, shape, answer, solution.cells())) {
      return fmt::format(
          "answers a probe puzzle with {}; it must print COUNT or COUNT SOLUTION, with a digit for "
          "each of the {} cells, and nothing else",
          quote(output), shape.cells());
    }
    const OwnedBoard expected = probe_solution(shape);
    if (answer.solutions != 1 || (answer.has_solution && solution != expected)) {
      return fmt::format("answers a probe puzzle with {} instead of \"1 {}\"", quote(output),
                         format_line(expected));
    }
    lists_solutions_ = answer.has_solution;
    const auto unasked = command_->wait_unasked(kSilence);
    return unasked ? describe(*command_, *unasked) : std::string();
  }

  void fill_sample(const Boards& puzzles, const SolveLimits& limits) override {
    const ThreadPin pin;
    solve_preparation(limits);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (limits.is_over()) return;
      solve_one(i, puzzles[i], limits);
    }
    balance_times(sample_);
    if (command_) sample_.peak_bytes = peak_resident_bytes(command_->id());
  }

  /// Solves the puzzles of `prepare`. Restarts a command that fails on one.
  void solve_preparation(const SolveLimits& limits) {
    for (std::size_t i = 0; i < preparation_.size(); ++i) {
      if (limits.is_over() || !start(preparation_.shape(), limits).empty()) break;
      const std::string question = format_line(preparation_[i]) + '\n';
      if (command_->ask(question, limits).reply != Reply::answered) command_.reset();
      round_trip_.measure(question, limits);
    }
    preparation_.clear();
  }

  void solve_one(std::size_t puzzle, const Board& board, const SolveLimits& limits) {
    if (std::string error = start(board.shape, limits); !error.empty()) {
      if (limits.is_over()) return;
      add_time(puzzle, 0);
      return record_crash(sample_, puzzle, std::move(error));
    }
    const std::string question = format_line(board) + '\n';
    // In alternating order, because the second of the two finds warmer caches.
    const bool is_echo_first = asked_++ % 2 != 0;
    std::int64_t round_trip_ns = is_echo_first ? round_trip_.measure(question, limits) : 0;
    const EventReading events_before = events();
    const auto [reply, ns] = command_->ask(question, limits);
    const bool is_answered = reply == Reply::answered;
    sample_.events += counts_between(events_before, events());
    if (!is_echo_first && is_answered) round_trip_ns = round_trip_.measure(question, limits);
    const std::int64_t own_ns = ns - round_trip_ns;
    sample_.puzzle_ns[puzzle] = std::max<std::int64_t>(own_ns, 0);
    sample_.wall_ns += own_ns;
    if (is_answered && parse_answer(command_->output(), limits.max_solutions, board.shape,
                                    sample_.results[puzzle], sample_.solutions.cells_of(puzzle))) {
      return;
    }
    if (is_answered) {
      record_crash(sample_, puzzle, "its answer is invalid: " + quote(command_->output()));
    } else if (reply == Reply::timeout || reply == Reply::over) {
      record_end(sample_, puzzle,
                 reply == Reply::timeout ? ProcessEnd::timed_out : ProcessEnd::cancelled, {});
    } else {
      record_crash(sample_, puzzle, describe(*command_, reply));
    }
    command_.reset();  // extra lines would shift all later answers
  }

  EventReading events() const { return counters_ ? counters_->read() : EventReading{}; }

  std::vector<std::string> arguments_;
  std::uint64_t max_solutions_;
  std::optional<LineProcess> command_;
  std::optional<EventCounters> counters_;  // of the command, if events are counted
  RoundTrip round_trip_;
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
