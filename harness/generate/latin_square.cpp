#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/generate/full_grid.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/regular_board.h"

namespace sudoku {
namespace {

// A Latin square of order n is a cube of n^3 numbers: the number at (row, column, digit) is 1 if
// the cell has this digit, and 0 otherwise. Each line of the cube has the sum 1. Improper squares
// are also allowed: cubes with one -1. The three lines through it then have two ones.
//
// A move adds 1 or -1 in turn to the corners of a smaller cube, with 1 at a corner of value 0 or
// -1.
//   - In a proper square, that corner is any place with a 0. The three lines through it have a
//     single 1 each, and these three places determine the other corners.
//   - In an improper square, it is the place with the -1. The three lines through it have two ones
//     each; one of them is drawn.
// All sums of lines remain 1. Only the opposite corner can become -1: the square is then improper.
//
// Jacobson and Matthews (Generating uniformly distributed random Latin squares, Journal of
// Combinatorial Designs, 1996) prove that moves connect all squares, at most 2 (n - 1)^3 moves
// apart, and that all proper squares are equally likely in the long run. This also holds for the
// sequence of the proper squares alone.
//
// Nobody has proved how many moves are enough. draw_latin_square visits 10 n^2 proper squares. It
// takes about n moves from one to the next, so about 10 n^3 moves. After a thirtieth of these, the
// number of 2x2 Latin squares in the square no longer depends on the start. The chain starts at a
// random isomorph of the regular board. So within a class of isomorphs, the result is exactly
// uniform after any number of moves.

struct Place {
  std::size_t row;
  std::size_t column;
  std::size_t digit;  // from 0
};

/// The state of the chain. Sets of indices are 64-bit masks, as for digits.
class Cube {
 public:
  explicit Cube(const Board& square)
      : side_(square.shape.side()),
        digits_(side_ * side_),
        columns_(side_ * side_),
        rows_(side_ * side_) {
    for (std::size_t cell = 0; cell < square.cells.size(); ++cell) {
      toggle({cell / side_, cell % side_, square[cell] - std::size_t{1}});
    }
  }

  bool is_proper() const { return is_proper_; }

  void move(Random& random) {
    const Place corner = is_proper_ ? draw_zero(random) : negative_;
    // The bits of one number choose among two ones in each of the three lines.
    const std::uint64_t choice = is_proper_ ? 0 : random.next();
    const Place opposite = {one_of(rows_[corner.column * side_ + corner.digit], (choice & 1) != 0),
                            one_of(columns_[corner.row * side_ + corner.digit], (choice & 2) != 0),
                            one_of(digits_[corner.row * side_ + corner.column], (choice & 4) != 0)};
    if (is_proper_) toggle(corner);
    toggle({opposite.row, corner.column, corner.digit});
    toggle({corner.row, opposite.column, corner.digit});
    toggle({corner.row, corner.column, opposite.digit});
    toggle({corner.row, opposite.column, opposite.digit});
    toggle({opposite.row, corner.column, opposite.digit});
    toggle({opposite.row, opposite.column, corner.digit});
    is_proper_ = is_one(opposite);
    if (is_proper_) {
      toggle(opposite);
    } else {
      negative_ = opposite;
    }
  }

  /// Writes a proper square.
  void copy_to(std::span<std::uint8_t> cells) const {
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      cells[cell] = static_cast<std::uint8_t>(std::countr_zero(digits_[cell]) + 1);
    }
  }

 private:
  static std::size_t one_of(std::uint64_t indices, bool is_first) {
    if (is_first) indices &= indices - 1;
    return static_cast<std::size_t>(std::countr_zero(indices));
  }

  bool is_one(const Place& place) const {
    return (digits_[place.row * side_ + place.column] >> place.digit & 1) != 0;
  }

  Place draw_zero(Random& random) const {
    std::uint64_t choice = random.below(side_ * side_ * (side_ - 1));
    Place place{};
    place.row = choice % side_;
    choice /= side_;
    place.column = choice % side_;
    place.digit = choice / side_;
    // Skip the digit of the cell.
    const auto own =
        static_cast<std::size_t>(std::countr_zero(digits_[place.row * side_ + place.column]));
    if (place.digit >= own) ++place.digit;
    return place;
  }

  void toggle(const Place& place) {
    digits_[place.row * side_ + place.column] ^= std::uint64_t{1} << place.digit;
    columns_[place.row * side_ + place.digit] ^= std::uint64_t{1} << place.column;
    rows_[place.column * side_ + place.digit] ^= std::uint64_t{1} << place.row;
  }

  std::size_t side_;
  std::vector<std::uint64_t> digits_;   // with a 1, by row and column
  std::vector<std::uint64_t> columns_;  // with a 1, by row and digit
  std::vector<std::uint64_t> rows_;     // with a 1, by column and digit
  bool is_proper_ = true;
  Place negative_{};  // of an improper square
};

}  // namespace

std::optional<OwnedBoard> draw_latin_square(const Shape& shape, Random& random,
                                            GenerateEffort& effort, const std::atomic<bool>& stop) {
  OwnedBoard square = random_isomorphism(random, shape).apply(Board(regular_board(shape)));
  Cube cube(square);
  const std::size_t visits = 10 * shape.cells();
  for (std::size_t visited = 0; visited < visits; ++visited) {
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    do {
      cube.move(random);
      ++effort.guesses;
    } while (!cube.is_proper());
  }
  cube.copy_to(square.cells());
  return square;
}

}  // namespace sudoku
