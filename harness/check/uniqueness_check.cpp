#include "harness/check/uniqueness_check.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/check/answer_checker.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

/// What an engine is asked instead of puzzles that it knows.
BoardList disguised(const UniquePuzzles& unique) {
  BoardList images;
  for (std::size_t i = 0; i < unique.puzzles.size(); ++i) {
    const OwnedBoard board = i == unique.opened
                                 ? without_uniqueness(unique.puzzles[i], unique.solution)
                                 : OwnedBoard(unique.puzzles[i]);
    OwnedBoard image(board.shape());
    numbered_isomorphism(board, 1, 1).apply(board, image.cells());
    images.push_back(image);
  }
  return images;
}

}  // namespace

std::string find_uniqueness_fault(Engine& engine, const UniquePuzzles& unique, SolveLimits limits,
                                  std::chrono::nanoseconds taken) {
  constexpr std::chrono::seconds kPatience{1};
  const BoardList puzzles = disguised(unique);
  limits.deadline = std::chrono::steady_clock::now() + kPatience + taken;
  std::vector<SolveResult> results(puzzles.size());
  BoardList solutions(puzzles.shape());
  solutions.resize(puzzles.size());
  engine.solve(puzzles, limits, {results, solutions.cells()}, nullptr);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const SolveResult& result = results[i];
    if (!is_answered(result)) continue;
    const std::string asked = format_line(puzzles[i]);
    const std::string violation =
        find_violation(puzzles[i], result, solutions[i], limits.max_solutions);
    if (!violation.empty()) return fmt::format("of {}: {}", asked, violation);
    const std::string found = number_of(result.solutions, "solution");
    if (i != unique.opened && result.solutions != 1) {
      return fmt::format("found {} of {}, an isomorph of a puzzle of which it found 1", found,
                         asked);
    }
    if (i == unique.opened && result.solutions < 2) {
      const Board puzzle = unique.puzzles[i];
      if (without_uniqueness(puzzle, unique.solution) == OwnedBoard(puzzle)) {
        return fmt::format("found {} of several", found);
      }
      return fmt::format(
          "found {} of {}, which has several: it is an isomorph of this puzzle with "
          "a clue elsewhere",
          found, asked);
    }
  }
  return {};
}

}  // namespace sudoku
