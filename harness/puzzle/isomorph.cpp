#include "harness/puzzle/isomorph.h"

#include <numeric>
#include <span>

#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

/// Rows in random order, but with those of a band together.
Isomorphism::LineOrder random_line_order(Random& random) {
  std::array<std::uint8_t, 3> bands{0, 1, 2};
  shuffle(std::span(bands), random);
  Isomorphism::LineOrder order{};
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const auto band = std::span(order).subspan(3 * i, 3);
    std::iota(band.begin(), band.end(), static_cast<std::uint8_t>(3 * bands[i]));
    shuffle(band, random);
  }
  return order;
}

}  // namespace

Grid Isomorphism::apply(const Grid& grid) const {
  Grid image;
  for (int cell = 0; cell < kCells; ++cell) image[cell] = digits[grid[source_of(cell)]];
  return image;
}

Grid Isomorphism::undo(const Grid& image) const {
  std::array<std::uint8_t, kSize + 1> old_names{};
  for (std::uint8_t digit = 1; digit <= kSize; ++digit) old_names[digits[digit]] = digit;
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) grid[source_of(cell)] = old_names[image[cell]];
  return grid;
}

Isomorphism random_isomorphism(Random& random) {
  Isomorphism isomorphism;
  isomorphism.is_transposed = random.below(2) == 1;
  isomorphism.rows = random_line_order(random);
  isomorphism.columns = random_line_order(random);
  shuffle(std::span(isomorphism.digits).subspan(1), random);
  return isomorphism;
}

Isomorphism numbered_isomorphism(const Grid& puzzle, std::uint64_t seed, std::uint64_t number) {
  if (number == 0) return {};
  // One generator seeds the next, so that no two of seed, puzzle and number can make up for each
  // other, as they would in a sum.
  Random by_seed(seed);
  Random by_puzzle(by_seed.next() ^ puzzle_hash(puzzle));
  Random random(by_puzzle.next() ^ number);
  return random_isomorphism(random);
}

}  // namespace sudoku
