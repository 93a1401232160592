#include <array>
#include <span>

#include "harness/generate/full_grid.h"
#include "harness/puzzle/house_masks.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

class Backtracking {
 public:
  Backtracking(Random& random, GenerateEffort& effort) : random_(random), effort_(effort) {}

  /// Fills the cells from `cell` on, or leaves them as they were.
  bool fill(int cell) {
    if (cell == kCells) return true;
    std::array<std::uint8_t, kSize> digits{};
    std::size_t count = 0;
    const DigitMask candidates = masks_.candidates_of(cell);
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      if ((candidates & mask_of(digit)) != 0) digits[count++] = digit;
    }
    shuffle(std::span(digits).first(count), random_);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + 1 < count) ++effort_.guesses;
      grid_[cell] = digits[i];
      masks_.toggle(cell, digits[i]);
      if (fill(cell + 1)) return true;
      masks_.toggle(cell, digits[i]);
    }
    return false;
  }

  const Grid& grid() const { return grid_; }

 private:
  Random& random_;
  GenerateEffort& effort_;
  Grid grid_;
  Houses9x9 houses_;
  HouseMasks<Houses9x9> masks_{houses_};
};

}  // namespace

Grid full_grid_backtrack(Random& random, GenerateEffort& effort) {
  Backtracking search(random, effort);
  search.fill(0);
  return search.grid();
}

}  // namespace sudoku
