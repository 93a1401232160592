#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engines/geometry.h"
#include "engines/grid.h"
#include "harness/base/random.h"

namespace sudoku {

/// A symmetry of sudoku, one of 2 * 6^8 * 9!: it takes a puzzle to one that is the same but for how
/// it is written, and the solutions of the one to those of the other. First the board is
/// transposed, or not, then rows and columns change places and digits their names.
struct Isomorphism {
  /// `rows[i]` is the row that becomes row i. The rows of a band stay together. Columns likewise.
  using LineOrder = std::array<std::uint8_t, kSize>;

  bool is_transposed = false;
  LineOrder rows{0, 1, 2, 3, 4, 5, 6, 7, 8};
  LineOrder columns{0, 1, 2, 3, 4, 5, 6, 7, 8};
  /// `digits[d]` is the new name of digit d; empty cells stay empty.
  std::array<std::uint8_t, kSize + 1> digits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  /// The cell that becomes `cell`.
  constexpr int source_of(int cell) const {
    const int row = rows[static_cast<std::size_t>(row_of(cell))];
    const int column = columns[static_cast<std::size_t>(column_of(cell))];
    return is_transposed ? kSize * column + row : kSize * row + column;
  }

  /// The isomorph of a puzzle or of a solution.
  Grid apply(const Grid& grid) const;

  /// What `apply` made `image` from.
  Grid undo(const Grid& image) const;

  friend bool operator==(const Isomorphism&, const Isomorphism&) = default;
};

/// Each symmetry equally likely.
Isomorphism random_isomorphism(Random& random);

/// Isomorphism `number` of a puzzle, the same wherever the puzzle stands: number 0 leaves it as it
/// is, every other one is drawn at random by the seed, the puzzle and the number.
Isomorphism numbered_isomorphism(const Grid& puzzle, std::uint64_t seed, std::uint64_t number);

}  // namespace sudoku
