#include "harness/puzzle/unavoidable_sets.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "engines/random.h"
#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

using CellSet = std::vector<std::size_t>;

/// Visits the cells with one of the two digits in the houses of a cell, including the cell itself.
template <typename Visit>
void for_each_beside(const HousesOfShape& houses, const Board& solved, std::uint8_t a,
                     std::uint8_t b, std::size_t cell, Visit visit) {
  for (const std::size_t house : houses.of(cell)) {
    for (const std::uint16_t other : houses.cells_of(house)) {
      if (solved[other] == a || solved[other] == b) visit(other);
    }
  }
}

std::ptrdiff_t clues_in(const Board& puzzle, const CellSet& set) {
  return std::count_if(set.begin(), set.end(), [&](std::size_t cell) { return puzzle[cell] != 0; });
}

/// Returns a set with the fewest clues, or the first one found with at most one clue.
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

/// Adds up to `count` random clues of the solution outside of the set.
void add_clues(OwnedBoard& puzzle, const Board& solution, const CellSet& set, std::size_t count) {
  CellSet places;
  for (std::size_t cell = 0; cell < solution.cells.size(); ++cell) {
    const bool is_in_set = std::find(set.begin(), set.end(), cell) != set.end();
    if (!is_in_set && puzzle.cells()[cell] == 0) places.push_back(cell);
  }
  Random random(puzzle_hash(puzzle));
  shuffle(std::span(places), random);
  places.resize(std::min(places.size(), count));
  for (const std::size_t place : places) puzzle.cells()[place] = solution[place];
}

}  // namespace

std::vector<CellSet> unavoidable_sets(const HousesOfShape& houses, const Board& solved,
                                      std::uint8_t a, std::uint8_t b) {
  std::vector<CellSet> sets;
  std::vector<bool> is_seen(solved.cells.size());
  for (std::size_t cell = 0; cell < solved.cells.size(); ++cell) {
    if (is_seen[cell] || (solved[cell] != a && solved[cell] != b)) continue;
    is_seen[cell] = true;
    CellSet set{cell};
    for (std::size_t i = 0; i < set.size(); ++i) {
      for_each_beside(houses, solved, a, b, set[i], [&](std::size_t other) {
        if (!is_seen[other]) set.push_back(other);
        is_seen[other] = true;
      });
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution) {
  OwnedBoard open = puzzle;
  const CellSet set = set_of_fewest_clues(puzzle, solution);
  const auto removed = static_cast<std::size_t>(clues_in(puzzle, set));
  for (const std::size_t cell : set) open.cells()[cell] = 0;
  add_clues(open, solution, set, removed);
  return open;
}

}  // namespace sudoku
