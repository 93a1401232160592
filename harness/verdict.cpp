#include "harness/verdict.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "engines/rules.h"

namespace sudoku {
namespace {

/// What the rules and the limit say against an answer; empty if nothing.
std::string find_violation(const Grid& puzzle, const SolveResult& result,
                           std::uint64_t max_solutions) {
  if (max_solutions != 0 && result.solutions > max_solutions) {
    return fmt::format("found {} solutions, more than the limit of {}", result.solutions,
                       max_solutions);
  }
  if (result.outcome == Outcome::solution_limit && result.solutions != max_solutions) {
    return fmt::format("stopped at the limit of {} solutions with {}", max_solutions,
                       result.solutions);
  }
  if (result.solutions > 0 && result.has_solution &&
      !is_solution_of(result.first_solution, puzzle)) {
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
    const bool is_unique =
        result.solutions == 1 && result.outcome == Outcome::exhausted && result.has_solution;
    if (is_unique && result.first_solution != *expectation.solution) {
      return "its only solution is not the expected one: " + format_line(result.first_solution);
    }
  }
  return {};
}

const std::string& failure_of(const EngineSample& sample, std::size_t puzzle) {
  return std::find_if(sample.failures.begin(), sample.failures.end(),
                      [puzzle](const Failure& failure) { return failure.puzzle == puzzle; })
      ->what;
}

/// What is wrong with an answer by itself; empty if nothing is.
std::string find_error(const PuzzleBlock& block, std::size_t puzzle, const EngineSample& sample,
                       std::uint64_t max_solutions) {
  const SolveResult& result = sample.results[puzzle];
  if (result.outcome == Outcome::failed) return failure_of(sample, puzzle);
  std::string what = find_violation(block.puzzles[puzzle], result, max_solutions);
  if (what.empty() && !block.expectations.empty()) {
    what = find_unexpected(block.expectations[puzzle], result, max_solutions);
  }
  return what;
}

/// The counts that most engines found: one, or several as often as each other.
std::vector<SolutionCount> most_frequent(const std::vector<SolutionCount>& counts) {
  std::vector<SolutionCount> best;
  std::ptrdiff_t best_votes = 0;
  for (const SolutionCount count : counts) {
    const auto votes = std::count(counts.begin(), counts.end(), count);
    if (votes > best_votes) best.clear();
    best_votes = std::max(best_votes, votes);
    const bool is_new = std::find(best.begin(), best.end(), count) == best.end();
    if (votes == best_votes && is_new) best.push_back(count);
  }
  return best;
}

/// One of the `agreed` counts that a result contradicts.
std::optional<SolutionCount> find_contradiction(const SolveResult& result,
                                                const std::vector<SolutionCount>& agreed) {
  const auto found = std::find_if(agreed.begin(), agreed.end(), [&](SolutionCount count) {
    // A search that was cut short knows a lower bound.
    return is_answered(result) ? result.solutions != count : result.solutions > count;
  });
  return found == agreed.end() ? std::nullopt : std::optional(*found);
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
  std::vector<std::string> errors(engines.size());
  std::vector<SolutionCount> votes;
  for (std::size_t puzzle = 0; puzzle < block.puzzles.size(); ++puzzle) {
    // An answer that is wrong by itself has no vote in what the right one is.
    votes.clear();
    for (std::size_t engine = 0; engine < engines.size(); ++engine) {
      const SolveResult& result = engines[engine].results[puzzle];
      errors[engine] = find_error(block, puzzle, engines[engine], max_solutions);
      if (errors[engine].empty() && is_answered(result)) votes.push_back(result.solutions);
    }
    const auto agreed = most_frequent(votes);
    for (std::size_t engine = 0; engine < engines.size(); ++engine) {
      const SolveResult& result = engines[engine].results[puzzle];
      if (!errors[engine].empty()) {
        faults.push_back({FaultKind::wrong, engine, puzzle, ids[engine] + ": " + errors[engine]});
      } else if (const auto other = find_contradiction(result, agreed)) {
        faults.push_back({FaultKind::disagreement, engine, puzzle,
                          fmt::format("{}: found {} solutions where others found {}", ids[engine],
                                      result.solutions, *other)});
      }
    }
  }
  return faults;
}

Verdict verdict_of(const Totals& totals, bool is_cut) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (is_cut || totals.skipped + totals.timeouts > 0) return Verdict::partial;
  // An engine never waits: where it had less CPU time than wall time, something else had the rest.
  // Less than a millisecond is too little to tell.
  const bool is_measurable = totals.wall_ns >= 1'000'000 && totals.cpu_ns != 0;
  const auto wall = static_cast<double>(totals.wall_ns);
  if (is_measurable && static_cast<double>(totals.cpu_ns) < 0.95 * wall) return Verdict::interfered;
  return Verdict::ok;
}

}  // namespace sudoku
