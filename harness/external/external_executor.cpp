#include "harness/external/external_executor.h"

#include <algorithm>
#include <utility>

#include "harness/puzzle/regular_board.h"

namespace sudoku {
namespace {

/// Time that caches and branch predictors of another process add to or save from a block.
constexpr std::int64_t kBoundaryErrorNs = 100;

/// Builds of the same engine differ in speed by this share, because the compiler and the linker
/// place its code at other addresses.
constexpr double kPlacementError = 0.02;

}  // namespace

BoardList probe_puzzles(const BoardKind& kind) {
  OwnedBoard board = regular_board(kind.shape);
  BoardList puzzles;
  if (!kind.have_candidates) {
    board.cells().front() = 0;
    puzzles.push_back(board);
    return puzzles;
  }
  // The digit of the first column excludes the second candidate of all other cells.
  const std::size_t side = kind.shape.side();
  const std::span<const std::uint8_t> digits = board.cells();
  const std::span<Digits> candidates = board.candidates();
  for (std::size_t cell = 0; cell < digits.size(); ++cell) {
    candidates[cell] = digit_bit(digits[cell]) | digit_bit(digits[cell / side * side]);
  }
  candidates.front() = all_digits(kind.shape);
  const Digits without_last = all_digits(kind.shape) & ~digit_bit(digits.back());
  std::ranges::fill(board.cells(), std::uint8_t{0});
  puzzles.push_back(board);
  candidates.back() = without_last;
  puzzles.push_back(board);
  return puzzles;
}

std::chrono::nanoseconds start_limit(std::chrono::nanoseconds max_time) {
  constexpr std::chrono::nanoseconds kLeast = std::chrono::seconds(10);
  return max_time.count() == 0 ? max_time : std::max(max_time, kLeast);
}

std::string find_candidates_error(const EngineSample& answers) {
  const SolveResult& unique = answers.results[0];
  const SolveResult& impossible = answers.results[1];
  const OwnedBoard solution = answers.solutions[0];
  const bool is_right = unique.solutions == 1 && is_solved(impossible) &&
                        impossible.solutions == 0 &&
                        (!unique.has_solution || solution == regular_board(solution.shape()));
  return is_right ? "" : "gives a wrong answer to a probe puzzle";
}

EngineSample ExternalExecutor::measure(const Boards& puzzles, const Boards& preparation,
                                       const SolveLimits& limits, std::chrono::nanoseconds) {
  sample_ = blank_sample(puzzles);
  if (counts_events_) sample_.events = no_events_yet();
  fill_sample(puzzles, preparation, limits);
  sample_.error_ns += kBoundaryErrorNs;
  sample_.error_ns +=
      static_cast<std::int64_t>(kPlacementError * static_cast<double>(sample_.wall_ns));
  return std::move(sample_);
}

void ExternalExecutor::solve(const Boards& puzzles, const SolveLimits& limits,
                             const Answers& answers, SolutionSink*) {
  EngineSample sample =
      measure(puzzles, Boards{puzzles.shape, {}}, limits, std::chrono::nanoseconds::max());
  std::copy(sample.results.begin(), sample.results.end(), answers.results.begin());
  if (!answers.solutions.empty()) {
    const auto cells = sample.solutions.cells();
    std::copy(cells.begin(), cells.end(), answers.solutions.begin());
  }
  failures_ = std::move(sample.failures);
}

void ExternalExecutor::record_end(std::size_t puzzle, ProcessEnd end, std::string what) {
  SolveResult& result = sample_.results[puzzle] = {};
  if (end == ProcessEnd::timed_out) result.outcome = Outcome::timeout;
  if (end == ProcessEnd::cancelled) result.outcome = Outcome::stopped;
  if (end != ProcessEnd::crashed) return;
  result.outcome = Outcome::failed;
  sample_.failures.push_back({puzzle, std::move(what)});
}

}  // namespace sudoku
