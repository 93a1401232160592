#include "engines/plugin.h"

// A block function in C++ that supports no shape.
SUDOKU_BLOCK_FUNCTION(SolveSudokuBlock) {
  return block->puzzle_count > 0 ? SUDOKU_SHAPE_NOT_TAKEN : SUDOKU_SOLVED;
}
