#include "harness/puzzle/isomorph.h"

#include <bit>

#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

/// Returns a random order of `bands` bands and of the `lines` lines in each of them.
Isomorphism::LineOrder random_line_order(std::size_t bands, std::size_t lines, Random& random) {
  auto band_order = Isomorphism::in_order<Isomorphism::LineOrder>();
  shuffle(std::span(band_order).first(bands), random);
  auto order = Isomorphism::in_order<Isomorphism::LineOrder>();
  for (std::size_t i = 0; i < bands; ++i) {
    const auto band = std::span(order).subspan(lines * i, lines);
    std::iota(band.begin(), band.end(), static_cast<std::uint8_t>(lines * band_order[i]));
    shuffle(band, random);
  }
  return order;
}

/// Returns the new names of a set of digits.
Digits renamed(Digits digits, const Isomorphism::DigitNames& names) {
  Digits renamed = 0;
  for (; digits != 0; digits &= digits - 1) {
    renamed |= digit_bit(names[static_cast<std::size_t>(std::countr_zero(digits)) + 1]);
  }
  return renamed;
}

/// Calls `visit` with the old and the new place of each cell.
template <typename Visit>
void for_each_cell(const Isomorphism& isomorphism, const Visit& visit) {
  std::size_t cell = 0;
  for (std::size_t row = 0; row < isomorphism.shape.side(); ++row) {
    for (std::size_t column = 0; column < isomorphism.shape.side(); ++column) {
      visit(isomorphism.source_of(row, column), cell++);
    }
  }
}

}  // namespace

void Isomorphism::apply(const Board& board, std::span<std::uint8_t> image) const {
  for_each_cell(*this, [&](std::size_t from, std::size_t to) { image[to] = digits[board[from]]; });
}

Grid Isomorphism::apply(const Grid& grid) const {
  Grid image;
  apply(grid, image.cells);
  return image;
}

OwnedBoard Isomorphism::apply(const Board& board) const {
  OwnedBoard image(shape);
  apply(board, image.cells());
  if (board.candidates.empty()) return image;
  const std::span<Digits> candidates = image.candidates();
  for_each_cell(*this, [&](std::size_t from, std::size_t to) {
    candidates[to] = renamed(board.candidates[from], digits);
  });
  return image;
}

void Isomorphism::undo(const Board& image, std::span<std::uint8_t> board) const {
  DigitNames old_names{};
  for (std::size_t digit = 1; digit <= shape.side(); ++digit) {
    old_names[digits[digit]] = static_cast<std::uint8_t>(digit);
  }
  for_each_cell(*this,
                [&](std::size_t from, std::size_t to) { board[from] = old_names[image[to]]; });
}

bool can_be_transposed(const Shape& shape) {
  return shape.box_rows == shape.box_columns || shape.is_latin();
}

Isomorphism random_isomorphism(Random& random, const Shape& shape) {
  Isomorphism isomorphism;
  isomorphism.shape = shape;
  isomorphism.is_transposed = can_be_transposed(shape) && random.below(2) == 1;
  isomorphism.rows = random_line_order(shape.box_columns, shape.box_rows, random);
  isomorphism.columns = random_line_order(shape.box_rows, shape.box_columns, random);
  shuffle(std::span(isomorphism.digits).subspan(1, shape.side()), random);
  return isomorphism;
}

Isomorphism numbered_isomorphism(const Board& puzzle, std::uint64_t seed, std::uint64_t number) {
  if (number == 0) {
    Isomorphism identity;
    identity.shape = puzzle.shape;
    return identity;
  }
  // One generator seeds the next, so that changes of seed, puzzle and number cannot cancel out.
  Random by_seed(seed);
  Random by_puzzle(by_seed.next() ^ puzzle_hash(puzzle));
  Random random(by_puzzle.next() ^ number);
  return random_isomorphism(random, puzzle.shape);
}

}  // namespace sudoku
