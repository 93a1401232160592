#include "engines/plugin.h"

// A function of blocks in C++, for boards of no shape at all.
SUDOKU_BLOCK_FUNCTION(SolveSudokuBlock) {
  return block->puzzle_count > 0 ? SUDOKU_SHAPE_NOT_TAKEN : SUDOKU_SOLVED;
}
