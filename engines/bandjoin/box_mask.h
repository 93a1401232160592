#pragma once

#include <cstddef>

#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/partitions.h"

namespace sudoku::bandjoin {

/// Returns the cells of a box that may hold digit + 1, row by row from the lowest bit.
inline unsigned cells_of(BoxMask mask, int digit) {
  return static_cast<unsigned>(mask >> (kSize * digit)) & 0x1FFU;
}

/// Returns the candidates of a box.
BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack);

/// Return the row (column) partitions in which each digit has a candidate in its row (column).
PartitionSet rows_allowed_by(BoxMask mask);
PartitionSet columns_allowed_by(BoxMask mask);

/// Returns whether two columns of a box have the same candidates in each row.
bool are_columns_alike(BoxMask mask, int left, int right);

}  // namespace sudoku::bandjoin
