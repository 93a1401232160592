#include "harness/measure/uniqueness_check.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "engines/random.h"
#include "harness/base/units.h"
#include "harness/measure/verdict.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

using CellSet = std::vector<std::size_t>;

std::ptrdiff_t clues_in(const Board& puzzle, const CellSet& set) {
  return std::count_if(set.begin(), set.end(), [&](std::size_t cell) { return puzzle[cell] != 0; });
}

/// One that has the fewest clues, and no more than a clue where there is such.
CellSet set_of_fewest_clues(const Board& puzzle, const Board& solution) {
  const HousesOfShape houses(puzzle.shape);
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  CellSet best;
  auto fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (std::uint8_t a = 1; a < side; ++a) {
    for (auto b = static_cast<std::uint8_t>(a + 1); b <= side; ++b) {
      for (const CellSet& set : unavoidable_sets(houses, solution, a, b)) {
        const std::ptrdiff_t clues = clues_in(puzzle, set);
        if (clues < fewest) best = set;
        fewest = std::min(fewest, clues);
      }
      if (fewest <= 1) return best;
    }
  }
  return best;
}

/// Gives an open puzzle as many more clues of the solution, outside of the set.
void add_clues(OwnedBoard& open, const Board& solution, const CellSet& set, std::size_t count) {
  CellSet places;
  for (std::size_t cell = 0; cell < solution.cells.size(); ++cell) {
    const bool is_in_set = std::find(set.begin(), set.end(), cell) != set.end();
    if (!is_in_set && open.cells()[cell] == 0) places.push_back(cell);
  }
  Random random(puzzle_hash(open));
  shuffle(std::span(places), random);
  places.resize(std::min(places.size(), count));
  for (const std::size_t place : places) open.cells()[place] = solution[place];
}

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

OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution) {
  OwnedBoard open = puzzle;
  const CellSet set = set_of_fewest_clues(puzzle, solution);
  const auto dropped = static_cast<std::size_t>(clues_in(puzzle, set));
  for (const std::size_t cell : set) open.cells()[cell] = 0;
  add_clues(open, solution, set, dropped);
  return open;
}

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
