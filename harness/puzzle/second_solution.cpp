#include "harness/puzzle/second_solution.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engines/houses.h"
#include "engines/random.h"
#include "harness/puzzle/digest.h"
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

}  // namespace

OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution) {
  OwnedBoard open = puzzle;
  const CellSet set = set_of_fewest_clues(puzzle, solution);
  const auto dropped = static_cast<std::size_t>(clues_in(puzzle, set));
  for (const std::size_t cell : set) open.cells()[cell] = 0;
  add_clues(open, solution, set, dropped);
  return open;
}

}  // namespace sudoku
