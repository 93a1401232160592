/* A function of blocks by the usual name, without the symbol that tells its version. */

#include "boards.h"

SUDOKU_BLOCK_EXPORT int SolveSudokuBlock(const struct SudokuBlock* block);
SUDOKU_BLOCK_EXPORT int SolveSudokuBlock(const struct SudokuBlock* block) {
  return solve_boards(block);
}
