/* Block functions without the symbol with their version. One has the usual name, the other rejects shapes
 * other than 3x3. */

#include "boards.h"

SUDOKU_BLOCK_EXPORT int SolveSudokuBlock(const struct SudokuBlock* block);
SUDOKU_BLOCK_EXPORT int SolveSudokuBlock(const struct SudokuBlock* block) {
  return solve_boards(block);
}

SUDOKU_BLOCK_EXPORT int Other(const struct SudokuBlock* block);
SUDOKU_BLOCK_EXPORT int Other(const struct SudokuBlock* block) {
  if (block->box_rows != 3 || block->box_columns != 3) return SUDOKU_SHAPE_NOT_TAKEN;
  return solve_boards(block);
}
