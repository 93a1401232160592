#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "engines/grid.h"
#include "engines/random.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// A symmetry of sudoku: maps a puzzle to an equivalent puzzle, and its solutions to the solutions
/// of that puzzle. It transposes the board or not, then permutes rows, columns and digits. Only
/// boards with square boxes and Latin squares can be transposed. 9x9 boards have 2 * 6^8 * 9!
/// symmetries.
struct Isomorphism {
  using LineOrder = std::array<std::uint8_t, kMaxSide>;
  using DigitNames = std::array<std::uint8_t, kMaxSide + 1>;

  /// Returns the identity permutation 0, 1, 2, ...
  template <typename Order>
  static constexpr Order in_order() {
    Order order{};
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    return order;
  }

  Shape shape = k9x9;  ///< only the first side() entries of the arrays below are used
  bool is_transposed = false;
  /// `rows[i]` is the old row that becomes row i. Rows of a band stay together. Same for columns.
  LineOrder rows = in_order<LineOrder>();
  LineOrder columns = in_order<LineOrder>();
  /// `digits[d]` is the new name of digit d. `digits[0]` is 0: empty cells stay empty.
  DigitNames digits = in_order<DigitNames>();

  /// Returns the old cell that moves to that row and column.
  constexpr std::size_t source_of(std::size_t row, std::size_t column) const {
    const std::size_t side = shape.side();
    return is_transposed ? side * columns[column] + rows[row] : side * rows[row] + columns[column];
  }

  /// Writes the isomorph of a puzzle or solution to `image`, which must not overlap the board.
  void apply(const Board& board, std::span<std::uint8_t> image) const;
  Grid apply(const Grid& grid) const;
  /// Returns the isomorph of a board with its candidates.
  OwnedBoard apply(const Board& board) const;

  /// Inverts `apply`.
  void undo(const Board& image, std::span<std::uint8_t> board) const;

  friend bool operator==(const Isomorphism&, const Isomorphism&) = default;
};

/// Whether rows and columns of boards of that shape can be swapped.
bool can_be_transposed(const Shape& shape);

/// Returns a uniformly random symmetry.
Isomorphism random_isomorphism(Random& random, const Shape& shape = k9x9);

/// Returns isomorphism `number` of a puzzle: the identity for 0, otherwise a random one that
/// depends only on the seed, the puzzle and the number.
Isomorphism numbered_isomorphism(const Board& puzzle, std::uint64_t seed, std::uint64_t number);

}  // namespace sudoku
