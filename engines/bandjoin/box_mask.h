#pragma once

#include <cstddef>

#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/partitions.h"

namespace sudoku::bandjoin {

/// The cells of a box that the digit d + 1 may be in, row by row from the lowest bit.
inline unsigned cells_of(BoxMask mask, int digit) {
  return static_cast<unsigned>(mask >> (kSize * digit)) & 0x1FFU;
}

BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack);

/// The row (column) partitions that put each digit where `mask` lets it be, looked at by itself.
PartitionSet rows_allowed_by(BoxMask mask);
PartitionSet columns_allowed_by(BoxMask mask);

/// Whether each digit may stand in the same rows of both columns of a box.
bool are_columns_alike(BoxMask mask, int left, int right);

}  // namespace sudoku::bandjoin
