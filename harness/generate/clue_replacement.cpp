#include "harness/generate/clue_replacement.h"

#include <array>
#include <cstdint>

#include "engines/houses.h"

namespace sudoku {
namespace {

struct Clue {
  std::uint8_t cell;
  std::uint8_t digit;
};

/// In how many solutions each cell has each digit.
using Census = std::array<std::array<std::uint32_t, kSize + 1>, kCells>;

Census census_of(const std::vector<const Grid*>& solutions) {
  Census census{};
  for (const Grid* solution : solutions) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++census[cell][solution->cells[cell]];
  }
  return census;
}

/// The clues that leave some of `all` solutions, but not all; at most `most` of them.
std::vector<Clue> clues_that_leave(const Census& census, std::size_t all, std::size_t most) {
  std::vector<Clue> clues;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      const std::uint32_t left = census[cell][digit];
      if (left != 0 && left < all && left <= most) clues.push_back({cell, digit});
    }
  }
  return clues;
}

}  // namespace

Grid drop_clues(const Grid& puzzle, int count, Random& random) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) cells.push_back(cell);
  }
  shuffle(std::span(cells), random);
  Grid reduced = puzzle;
  for (const int cell : std::span(cells).first(static_cast<std::size_t>(count))) reduced[cell] = 0;
  return reduced;
}

std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random) {
  Grid child = puzzle;
  std::vector<const Grid*> left;
  for (const Grid& solution : solutions) left.push_back(&solution);
  for (int added = 1; added <= count && left.size() > 1; ++added) {
    const std::size_t most = added == count ? 1 : left.size();
    const std::vector<Clue> clues = clues_that_leave(census_of(left), left.size(), most);
    if (clues.empty()) return std::nullopt;
    const Clue clue = clues[random.below(clues.size())];
    child[clue.cell] = clue.digit;
    std::erase_if(left,
                  [clue](const Grid* solution) { return (*solution)[clue.cell] != clue.digit; });
  }
  return child;
}

}  // namespace sudoku
