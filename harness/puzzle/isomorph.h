#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "engines/grid.h"
#include "engines/random.h"

namespace sudoku {

/// A symmetry of sudoku, of 9x9 one of 2 * 6^8 * 9!: it takes a puzzle to one that is the same but
/// for how it is written, and the solutions of the one to those of the other. First the board is
/// transposed, or not, then rows and columns change places and digits their names. Only boards with
/// square boxes are transposed.
struct Isomorphism {
  using LineOrder = std::array<std::uint8_t, kMaxSide>;
  using DigitNames = std::array<std::uint8_t, kMaxSide + 1>;

  /// 0, 1, 2 and so on.
  template <typename Order>
  static constexpr Order in_order() {
    Order order{};
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    return order;
  }

  Shape shape = k9x9;  ///< of the boards; of what is below only the first entries count
  bool is_transposed = false;
  /// `rows[i]` is the row that becomes row i. The rows of a band stay together. Columns likewise.
  LineOrder rows = in_order<LineOrder>();
  LineOrder columns = in_order<LineOrder>();
  /// `digits[d]` is the new name of digit d; empty cells stay empty.
  DigitNames digits = in_order<DigitNames>();

  /// The cell that becomes the one in that row and column.
  constexpr std::size_t source_of(std::size_t row, std::size_t column) const {
    const std::size_t side = shape.side();
    return is_transposed ? side * columns[column] + rows[row] : side * rows[row] + columns[column];
  }
  constexpr int source_of(int cell) const {
    const auto place = static_cast<std::size_t>(cell);
    return static_cast<int>(source_of(place / shape.side(), place % shape.side()));
  }

  /// The isomorph of a puzzle or of a solution, into memory that is not that of the board.
  void apply(const Board& board, std::span<std::uint8_t> image) const;
  Grid apply(const Grid& grid) const;

  /// What `apply` made `image` from, likewise.
  void undo(const Board& image, std::span<std::uint8_t> board) const;
  Grid undo(const Grid& image) const;

  friend bool operator==(const Isomorphism&, const Isomorphism&) = default;
};

/// Each symmetry equally likely.
Isomorphism random_isomorphism(Random& random, const Shape& shape = k9x9);

/// Isomorphism `number` of a puzzle, the same wherever the puzzle stands: number 0 leaves it as it
/// is, every other one is drawn at random by the seed, the puzzle and the number.
Isomorphism numbered_isomorphism(const Board& puzzle, std::uint64_t seed, std::uint64_t number);

}  // namespace sudoku
