#include <bit>

#include "harness/generate/full_grid.h"
#include "harness/puzzle/house_masks.h"

namespace sudoku {
namespace {

/// One of the digits in a mask that is not empty.
int draw_digit(DigitMask digits, Random& random, GenerateEffort& effort) {
  const int count = std::popcount(digits);
  if (count > 1) ++effort.guesses;
  for (auto left = count > 1 ? random.below(static_cast<std::uint64_t>(count)) : 0; left > 0;
       --left) {
    digits &= static_cast<DigitMask>(digits - 1);
  }
  return std::countr_zero(digits) + 1;
}

bool fill(Grid& grid, Random& random, GenerateEffort& effort) {
  const Houses9x9 houses;
  HouseMasks masks(houses);
  for (int cell = 0; cell < kCells; ++cell) {
    const DigitMask candidates = masks.candidates_of(cell);
    if (candidates == 0) return false;
    const int digit = draw_digit(candidates, random, effort);
    grid[cell] = static_cast<std::uint8_t>(digit);
    masks.toggle(cell, digit);
  }
  return true;
}

}  // namespace

Grid full_grid_lasvegas(Random& random, GenerateEffort& effort) {
  Grid grid;
  while (!fill(grid, random, effort)) ++effort.restarts;
  return grid;
}

}  // namespace sudoku
