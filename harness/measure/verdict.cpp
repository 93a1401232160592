#include "harness/measure/verdict.h"

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

bool has_only_solution(const SolveResult& result) {
  return result.solutions == 1 && result.outcome == Outcome::exhausted && result.has_solution;
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

/// `solution` of a puzzle of the block, as one of the puzzle that the dataset has.
Grid map_back(const PuzzleBlock& block, std::size_t puzzle, const Grid& solution) {
  return block.isomorphs == 1 ? solution : block.isomorphisms[puzzle].undo(solution);
}

/// Judges the answers to the isomorphs of one puzzle.
class GroupJudge {
 public:
  GroupJudge(const PuzzleBlock& block, std::span<const EngineSample> engines,
             std::uint64_t max_solutions)
      : block_(block), engines_(engines), max_solutions_(max_solutions) {}

  /// Adds what is wrong with the answers to the group that begins with puzzle `begin`.
  void judge(std::size_t begin, std::span<const std::string> ids, std::vector<Fault>& faults) {
    hear(begin);
    const auto agreed = most_frequent(votes_);
    auto error = errors_.begin();
    for (std::size_t puzzle = begin; puzzle < begin + block_.isomorphs; ++puzzle) {
      for (std::size_t engine = 0; engine < engines_.size(); ++engine, ++error) {
        const SolveResult& result = engines_[engine].results[puzzle];
        if (!error->empty()) {
          faults.push_back({FaultKind::wrong, engine, puzzle, ids[engine] + ": " + *error});
        } else if (const auto other = find_contradiction(result, agreed)) {
          faults.push_back({FaultKind::disagreement, engine, puzzle,
                            fmt::format("{}: found {} solutions where others found {}", ids[engine],
                                        result.solutions, *other)});
        } else if (is_another_only_solution(puzzle, result)) {
          faults.push_back({FaultKind::disagreement, engine, puzzle,
                            ids[engine] + ": its only solution is not the one that others found"});
        }
      }
    }
  }

 private:
  /// An answer that is wrong by itself has no vote in what the right one is.
  void hear(std::size_t begin) {
    errors_.clear();
    votes_.clear();
    only_solution_.reset();
    for (std::size_t puzzle = begin; puzzle < begin + block_.isomorphs; ++puzzle) {
      for (const EngineSample& engine : engines_) {
        errors_.push_back(find_error(block_, puzzle, engine, max_solutions_));
        const SolveResult& result = engine.results[puzzle];
        if (!errors_.back().empty() || !is_answered(result)) continue;
        votes_.push_back(result.solutions);
        if (has_only_solution(result) && !only_solution_) {
          only_solution_ = map_back(block_, puzzle, result.first_solution);
        }
      }
    }
  }

  bool is_another_only_solution(std::size_t puzzle, const SolveResult& result) const {
    return only_solution_ && has_only_solution(result) &&
           map_back(block_, puzzle, result.first_solution) != *only_solution_;
  }

  const PuzzleBlock& block_;
  std::span<const EngineSample> engines_;
  std::uint64_t max_solutions_;
  // Of the group:
  std::vector<std::string> errors_;  // of each puzzle, of each engine; empty where there is none
  std::vector<SolutionCount> votes_;
  std::optional<Grid> only_solution_;  // the first that was found, mapped back
};

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::wrong:
      return "wrong";
    case Verdict::disagreement:
      return "disagreement";
    case Verdict::unavailable:
      return "unavailable";
    case Verdict::not_applicable:
      return "not_applicable";
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

std::optional<Verdict> verdict_named(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(Verdict::ok); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    if (to_string(verdict) == word) return verdict;
  }
  return std::nullopt;
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
    if (has_only_solution(result) && result.first_solution != *expectation.solution) {
      return "its only solution is not the expected one: " + format_line(result.first_solution);
    }
  }
  return {};
}

std::vector<Fault> judge(const PuzzleBlock& block, std::span<const EngineSample> engines,
                         std::span<const std::string> ids, std::uint64_t max_solutions) {
  std::vector<Fault> faults;
  GroupJudge group(block, engines, max_solutions);
  for (std::size_t begin = 0; begin < block.puzzles.size(); begin += block.isomorphs) {
    group.judge(begin, ids, faults);
  }
  return faults;
}

Verdict verdict_of(const Totals& totals, bool is_cut) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (is_cut || totals.skipped + totals.timeouts > 0) return Verdict::partial;
  constexpr std::int64_t kToleratedShare = 20;  // one in so many
  if (totals.interfered_ns > totals.wall_ns / kToleratedShare) return Verdict::interfered;
  return Verdict::ok;
}

}  // namespace sudoku
