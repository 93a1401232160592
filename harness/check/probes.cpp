#include "harness/check/probes.h"

#include <algorithm>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/base/units.h"
#include "harness/check/answer_checker.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

constexpr std::chrono::seconds kProbeTime{1};

/// Returns the isomorphs to give to the engine.
BoardList probe_isomorphs(const UniquePuzzles& unique) {
  BoardList images;
  for (std::size_t i = 0; i < unique.puzzles.size(); ++i) {
    const OwnedBoard board = i == unique.opened
                                 ? without_uniqueness(unique.puzzles[i], unique.solution)
                                 : OwnedBoard(unique.puzzles[i]);
    images.push_back(numbered_isomorphism(board, 1, 1).apply(Board(board)));
  }
  return images;
}

}  // namespace

void ListingCheck::on_solution(std::size_t puzzle, const Board& solution) {
  ++listed_;
  const bool is_new = seen_.size() == kMostKept || seen_.insert(puzzle_hash(solution)).second;
  if (fault_.empty() && !is_solution_of(solution, puzzle_)) {
    fault_ = "lists a solution that breaks a rule: " + format_line(solution);
  } else if (fault_.empty() && !is_new) {
    fault_ = "lists a solution twice: " + format_line(solution);
  }
  if (next_ != nullptr) next_->on_solution(puzzle, solution);
}

std::string find_listing_fault(Engine& engine, const Board& puzzle, const SolveResult& answer,
                               const std::atomic<bool>* stop) {
  constexpr SolutionCount kMostListed = 1000;
  SolveLimits limits;
  limits.max_solutions = static_cast<std::uint64_t>(std::min(answer.solutions, kMostListed));
  limits.deadline = std::chrono::steady_clock::now() + kProbeTime;
  limits.stop = stop;
  SolveResult result;
  ListingCheck check(puzzle);
  engine.solve(puzzle, limits, {{&result, 1}, {}}, &check);
  if (!check.fault().empty() || !is_solved(result)) return check.fault();
  if (check.listed() == limits.max_solutions) return {};
  return fmt::format("lists {} of {} solutions", check.listed(), limits.max_solutions);
}

std::optional<UniquenessFault> find_uniqueness_fault(Engine& engine, const UniquePuzzles& unique,
                                                     SolveLimits limits,
                                                     std::chrono::nanoseconds expected_time) {
  const BoardList puzzles = probe_isomorphs(unique);
  limits.deadline = std::chrono::steady_clock::now() + kProbeTime + expected_time;
  std::vector<SolveResult> results(puzzles.size());
  BoardList solutions(puzzles.shape());
  solutions.resize(puzzles.size());
  engine.solve(puzzles, limits, {results, solutions.cells()}, nullptr);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const SolveResult& result = results[i];
    if (!is_solved(result)) continue;
    const auto fault = [&](std::string what) {
      return UniquenessFault{i, std::move(what), format_line(puzzles[i])};
    };
    const std::string violation =
        find_violation(puzzles[i], result, solutions[i], limits.max_solutions);
    if (!violation.empty()) return fault("for an isomorph of this puzzle: " + violation);
    const std::string found = number_of(format_count(result.solutions), "solution");
    if (i != unique.opened && result.solutions != 1) {
      return fault(
          fmt::format("found 1 solution for this puzzle, but {} for an isomorph of it", found));
    }
    if (i == unique.opened && result.solutions < 2) {
      const Board puzzle = unique.puzzles[i];
      const bool is_same = without_uniqueness(puzzle, unique.solution) == OwnedBoard(puzzle);
      const std::string_view change = is_same                     ? ""
                                      : puzzle.candidates.empty() ? " with a clue moved"
                                                                  : " with other candidates";
      return fault(fmt::format("found {} for an isomorph of this puzzle{}, which has several",
                               found, change));
    }
  }
  return {};
}

}  // namespace sudoku
