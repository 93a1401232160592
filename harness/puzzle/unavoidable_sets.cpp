#include "harness/puzzle/unavoidable_sets.h"

#include <algorithm>
#include <span>
#include <utility>

#include "engines/random.h"
#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

using CellSet = std::vector<std::size_t>;

std::ptrdiff_t clues_in(const Board& puzzle, const CellSet& set) {
  return std::ranges::count_if(set, [&](std::size_t cell) { return puzzle[cell] != 0; });
}

/// Returns a set with the fewest clues, or the first one found with at most one clue.
CellSet set_of_fewest_clues(const Board& puzzle, const Board& solution) {
  const HousesOfShape houses(puzzle.shape);
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  CellSet best;
  for (std::uint8_t a = 1; a < side; ++a) {
    for (auto b = static_cast<std::uint8_t>(a + 1); b <= side; ++b) {
      for (const CellSet& set : unavoidable_sets(houses, solution, a, b)) {
        if (best.empty() || clues_in(puzzle, set) < clues_in(puzzle, best)) best = set;
      }
      if (clues_in(puzzle, best) <= 1) return best;
    }
  }
  return best;
}

/// Adds up to `count` random clues of the solution outside of the set.
void add_clues(OwnedBoard& puzzle, const Board& solution, const CellSet& set, std::size_t count) {
  CellSet places;
  for (std::size_t cell = 0; cell < solution.cells.size(); ++cell) {
    const bool is_in_set = std::ranges::find(set, cell) != set.end();
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
  std::vector<bool> is_left;
  for (const std::uint8_t digit : solved.cells) is_left.push_back(digit == a || digit == b);
  for (std::size_t cell = 0; cell < solved.cells.size(); ++cell) {
    if (!is_left[cell]) continue;
    is_left[cell] = false;
    CellSet set{cell};
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (const std::size_t house : houses.of(set[i])) {
        for (const std::size_t other : houses.cells_of(house)) {
          if (is_left[other]) set.push_back(other);
          is_left[other] = false;
        }
      }
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
