#include "harness/external/command_executor.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "harness/base/cpus.h"
#include "harness/external/probe_puzzle.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using Ending = LineChild::Ending;
using namespace std::chrono_literals;

/// How long a command may take to start, and how long it is listened to after its first answer.
constexpr std::chrono::nanoseconds kStartPatience = 10s;
constexpr std::chrono::milliseconds kSilence = 20ms;
/// No time that is less is known.
constexpr auto kLeastNs = static_cast<std::int64_t>(kCommandDoubtNs);

std::string quote(std::string_view said) {
  constexpr std::size_t kLongest = 100;
  return fmt::format("{:?}{}", said.substr(0, kLongest), said.size() > kLongest ? " ..." : "");
}

/// What is wrong with an ending that is none of a limit's.
std::string complaint(LineChild& child, Ending ending) {
  if (ending == Ending::died) return child.end();
  if (ending == Ending::unasked) return "says " + quote(child.said()) + " without being asked";
  return "answers with more than a line: " + quote(child.said());
}

/// The sum of the times is right where one, of which too much was subtracted, is not. No puzzle
/// counts for less than nothing, so that the others give back what that has added.
void balance_times(EngineSample& sample) {
  const auto is_begun = [](std::int64_t ns) { return ns != EngineSample::kNotBegun; };
  std::int64_t sum_ns = 0;
  for (const std::int64_t ns : sample.puzzle_ns) sum_ns += is_begun(ns) ? ns : 0;
  const auto begun = std::count_if(sample.puzzle_ns.begin(), sample.puzzle_ns.end(), is_begun);
  sample.wall_ns = std::max(sample.wall_ns, kLeastNs * begun);
  if (sum_ns <= sample.wall_ns) return;
  const double share = static_cast<double>(sample.wall_ns) / static_cast<double>(sum_ns);
  for (std::int64_t& ns : sample.puzzle_ns) {
    if (is_begun(ns)) ns = static_cast<std::int64_t>(share * static_cast<double>(ns));
  }
}

}  // namespace

bool parse_answer(std::string_view line, std::uint64_t max_solutions, const Shape& shape,
                  SolveResult& answer, std::span<std::uint8_t> solution) {
  constexpr std::string_view kSeparators = " ,\t\r";
  const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
  const std::string_view count = line.substr(0, end);
  const auto solutions = parse_count(count);
  // No board has so many solutions that their number is as long as the board, in digits alone.
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

Probe CommandExecutor::probe(const Shape& shape) {
  std::string objection = start(shape, {});
  return {.objection = std::move(objection),
          .is_given_text = true,
          .lists_solutions = lists_solutions_};
}

std::string CommandExecutor::start(const Shape& shape, const SolveLimits& limits) {
  if (child_ || !objection_.empty()) return objection_;
  const ThreadPin stay;
  child_.emplace(arguments_);
  if (counts_events()) counters_.emplace(EventCounters::of_process(child_->id()));
  SolveLimits probe_limits;
  probe_limits.max_time = kStartPatience;
  probe_limits.deadline = limits.deadline;
  probe_limits.stop = limits.stop;
  std::string objection = question(*child_, shape, probe_limits);
  if (!objection.empty()) child_.reset();
  if (!limits.is_over()) objection_ = objection;
  return objection;
}

std::string CommandExecutor::question(LineChild& child, const Shape& shape,
                                      const SolveLimits& limits) {
  const Ending ending = child.ask(format_line(probe_puzzle(shape)) + '\n', limits);
  if (ending == Ending::over) return "did not have time to start";
  if (ending == Ending::timeout) {
    return child.said().empty()
               ? std::string("does not answer a probe puzzle; does it flush its output?")
               : fmt::format("does not end its answer to a probe puzzle, {}, with a new line",
                             quote(child.said()));
  }
  if (ending == Ending::unasked) return "before it was asked, it wrote " + quote(child.said());
  if (ending != Ending::answered) return complaint(child, ending);
  SolveResult answer;
  OwnedBoard solution(shape);
  if (!parse_answer(child.said(), max_solutions_, shape, answer, solution.cells())) {
    return fmt::format(
        "answers a probe puzzle with {}; it has to print COUNT or COUNT SOLUTION, a digit for each "
        "of the {} cells, and nothing else",
        quote(child.said()), shape.cells());
  }
  const OwnedBoard expected = probe_solution(shape);
  if (answer.solutions != 1 || (answer.has_solution && solution != expected)) {
    return fmt::format("answers a probe puzzle with {} instead of \"1 {}\"", quote(child.said()),
                       format_line(expected));
  }
  lists_solutions_ = answer.has_solution;
  const auto objection = child.listen(kSilence);
  return objection ? complaint(child, *objection) : std::string();
}

void CommandExecutor::fill_sample(const Boards& puzzles, const SolveLimits& limits) {
  const ThreadPin stay;
  prepare_now(limits);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (limits.is_over()) return;
    solve_one(i, puzzles[i], limits, sample().answers().subspan(i, 1, puzzles.shape));
  }
  balance_times(sample());
  if (child_) sample().peak_bytes = child_->peak_bytes();
}

void CommandExecutor::prepare_now(const SolveLimits& limits) {
  for (std::size_t i = 0; i < preparation().size(); ++i) {
    if (limits.is_over() || !start(preparation().shape(), limits).empty()) break;
    const std::string question = format_line(preparation()[i]) + '\n';
    if (child_->ask(question, limits) != Ending::answered) child_.reset();
    trip_.measure(question, limits);
  }
  forget_preparation();
}

void CommandExecutor::solve_one(std::size_t puzzle, const Board& board, const SolveLimits& limits,
                                const Answers& answers) {
  SolveResult& result = answers.results.front();
  if (std::string reason = start(board.shape, limits); !reason.empty()) {
    if (limits.is_over()) return;
    add_time(puzzle, 0);
    fail(puzzle, std::move(reason));
    return;
  }
  const std::string question = format_line(board) + '\n';
  // By turns, for the second of the two finds more in the caches.
  const bool is_echo_first = asked_++ % 2 != 0;
  std::int64_t trip_ns = is_echo_first ? trip_.measure(question, limits) : 0;
  const EventReading events_before = events();
  const TimedAnswer answer = ask_timed(*child_, question, limits);
  const bool is_answered = answer.ending == Ending::answered;
  sample().events += counts_between(events_before, events());
  if (!is_echo_first && is_answered) trip_ns = trip_.measure(question, limits);
  const std::int64_t own_ns = answer.ns - trip_ns;
  sample().puzzle_ns[puzzle] = std::max<std::int64_t>(own_ns, 0);
  sample().wall_ns += own_ns;
  if (is_answered) {
    OwnedBoard solution(board.shape);
    if (!parse_answer(child_->said(), limits.max_solutions, board.shape, result,
                      solution.cells())) {
      fail(puzzle, "its answer is invalid: " + quote(child_->said()));
      child_.reset();  // it may have more to say, and be late by an answer from then on
      return;
    }
    if (answers.solutions.empty()) return;
    std::copy(solution.cells().begin(), solution.cells().end(), answers.solutions.begin());
    return;
  }
  if (answer.ending == Ending::timeout) {
    result.outcome = Outcome::timeout;
  } else if (answer.ending != Ending::over) {
    fail(puzzle, complaint(*child_, answer.ending));
  }
  child_.reset();
}

}  // namespace sudoku
