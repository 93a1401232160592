#include "harness/verdict.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "engines/rules.h"

namespace sudoku {
namespace {

/// What is wrong with one answer by itself; empty if nothing is.
std::string find_error(const Grid& puzzle, const SolveResult& result, std::uint64_t max_solutions) {
  if (max_solutions != 0 && result.solutions > max_solutions) {
    return fmt::format("found {} solutions, more than the limit of {}", result.solutions,
                       max_solutions);
  }
  if (result.outcome == Outcome::solution_limit && result.solutions != max_solutions) {
    return fmt::format("stopped at the limit of {} solutions with {}", max_solutions,
                       result.solutions);
  }
  if (result.solutions > 0 && !is_solution_of(result.first_solution, puzzle)) {
    return "its solution is none: " + format_line(result.first_solution);
  }
  return {};
}

std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            std::uint64_t max_solutions) {
  if (expectation.count) {
    const SolutionCount limit = max_solutions == 0 ? *expectation.count : max_solutions;
    const SolutionCount expected = std::min(*expectation.count, limit);
    const bool is_too_many = result.solutions > expected;
    if (is_too_many || (is_answered(result) && result.solutions != expected)) {
      return fmt::format("found {} solutions, expected {}", result.solutions, expected);
    }
  }
  if (expectation.solution && is_answered(result)) {
    if (result.solutions == 0) return "found no solution, expected one";
    const bool is_unique = result.solutions == 1 && result.outcome == Outcome::exhausted;
    if (is_unique && result.first_solution != *expectation.solution) {
      return "its only solution is not the expected one: " + format_line(result.first_solution);
    }
  }
  return {};
}

/// The number of solutions that most engines answered; on a tie, the first one's.
std::optional<SolutionCount> most_frequent_count(std::span<const EngineSample> engines,
                                                 std::size_t puzzle) {
  std::optional<SolutionCount> best;
  std::ptrdiff_t best_votes = 0;
  for (const EngineSample& candidate : engines) {
    const SolveResult& result = candidate.results[puzzle];
    if (!is_answered(result)) continue;
    const auto votes =
        std::count_if(engines.begin(), engines.end(), [&](const EngineSample& voter) {
          const SolveResult& vote = voter.results[puzzle];
          return is_answered(vote) && vote.solutions == result.solutions;
        });
    if (votes > best_votes) {
      best = result.solutions;
      best_votes = votes;
    }
  }
  return best;
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::wrong:
      return "wrong";
    case Verdict::disagreement:
      return "disagreement";
    case Verdict::unavailable:
      return "unavailable";
    case Verdict::partial:
      return "partial";
    case Verdict::interfered:
      return "interfered";
    case Verdict::noisy:
      return "noisy";
    case Verdict::ok:
      return "ok";
  }
  return {};
}

std::vector<Fault> judge(const PuzzleBlock& block, std::span<const EngineSample> engines,
                         std::span<const std::string> ids, std::uint64_t max_solutions) {
  std::vector<Fault> faults;
  for (std::size_t puzzle = 0; puzzle < block.puzzles.size(); ++puzzle) {
    const auto agreed = most_frequent_count(engines, puzzle);
    for (std::size_t engine = 0; engine < engines.size(); ++engine) {
      const SolveResult& result = engines[engine].results[puzzle];
      std::string what = find_error(block.puzzles[puzzle], result, max_solutions);
      if (what.empty() && !block.expectations.empty()) {
        what = find_unexpected(block.expectations[puzzle], result, max_solutions);
      }
      if (!what.empty()) {
        faults.push_back({FaultKind::wrong, engine, puzzle, ids[engine] + ": " + what});
        continue;
      }
      // A search that was cut short knows a lower bound.
      if (agreed &&
          (is_answered(result) ? result.solutions != *agreed : result.solutions > *agreed)) {
        faults.push_back({FaultKind::disagreement, engine, puzzle,
                          fmt::format("{}: found {} solutions where others found {}", ids[engine],
                                      result.solutions, *agreed)});
      }
    }
  }
  return faults;
}

Verdict verdict_of(const Totals& totals, bool is_cut) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (is_cut || totals.skipped > 0) return Verdict::partial;
  // An engine never waits: where it had less CPU time than wall time, something else had the rest.
  // Less than a millisecond is too little to tell.
  const bool is_measurable = totals.wall_ns >= 1'000'000;
  const auto wall = static_cast<double>(totals.wall_ns);
  if (is_measurable && static_cast<double>(totals.cpu_ns) < 0.95 * wall) return Verdict::interfered;
  return Verdict::ok;
}

}  // namespace sudoku
