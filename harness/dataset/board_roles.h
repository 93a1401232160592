#pragma once

#include "harness/dataset/formats.h"

// Boards that are not puzzles.

namespace sudoku {

/// What the first boards of a file tell about all of its boards.
struct BoardRoles {
  bool have_solutions = false;  ///< every second board is the solution of the board before it
  bool has_regions = false;     ///< some board shows the regions of a jigsaw sudoku
};

/// Whether no cell of a board is empty.
bool is_complete(const Board& board);

/// Examines the boards in the memory of `dataset`, without reading more of it. An invalid board and
/// the boards after it count as unknown.
BoardRoles find_roles(const OpenDataset& dataset);

}  // namespace sudoku
