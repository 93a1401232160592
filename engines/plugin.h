#ifndef SUDOKU_ENGINES_PLUGIN_H
#define SUDOKU_ENGINES_PLUGIN_H

/* A function that solves blocks of puzzles of any shape, as a shared library exports it. In C or
 * C++:
 *
 *     #include "engines/plugin.h"
 *     SUDOKU_BLOCK_FUNCTION(SolveSudokuBlock) {
 *       if (block->box_rows != 4 || block->box_columns != 4) return SUDOKU_SHAPE_NOT_TAKEN;
 *       ...
 *       return SUDOKU_SOLVED;
 *     }
 *
 * In other languages: the function, and beside it SolveSudokuBlock_block_version (for another name,
 * that name with _block_version), which takes nothing and returns the version below. By that symbol
 * it is known that the function is one of these. */

#include <stdint.h>

/* Of all that stands here; another one where any of it has changed. */
#define SUDOKU_BLOCK_VERSION 1

/* What a function returns. */
enum {
  SUDOKU_SOLVED = 0,
  SUDOKU_SHAPE_NOT_TAKEN = 1, /* it does not take boards of that shape */
  SUDOKU_UNAVAILABLE = 2      /* it cannot run here */
};

/* A number of solutions: high * 2^64 + low. One that needs more bits is the largest that fits. */
struct SudokuCount {
  uint64_t low;
  uint64_t high;
};

/* What SudokuBlock::guesses has before the call, and keeps where a function does not tell them. */
#define SUDOKU_GUESSES_UNKNOWN UINT64_MAX

/* What a function is asked, and where it leaves the answers, in memory of its caller's. A side of
 * the board has box_rows * box_columns cells, 4 to 36. A board is its cells, row by row from the
 * top left: 0 is an empty cell, 1 to the side a digit; the next board begins behind its last cell.
 */
struct SudokuBlock {
  uint32_t box_rows;    /* rows of a box, 2 or more */
  uint32_t box_columns; /* columns of a box, 2 or more */
  uint32_t config;      /* what the user has set, else 0; the function's own business */
  uint64_t puzzle_count;
  uint64_t limit; /* how many solutions of a puzzle to look for; UINT64_MAX: all */
  const uint8_t* puzzles;
  uint8_t* solutions; /* to be filled with the first solution of each puzzle, or left alone */
  struct SudokuCount* counts; /* a puzzle each, 0 before the call; to be filled, up to the limit */
  uint64_t* guesses;          /* a puzzle each; to be filled, or left alone */
};

#ifdef __cplusplus
#define SUDOKU_BLOCK_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define SUDOKU_BLOCK_EXPORT __attribute__((visibility("default")))
#endif

/* The head of a function of blocks, in front of its body. */
#define SUDOKU_BLOCK_FUNCTION(name)                              \
  SUDOKU_BLOCK_EXPORT uint32_t name##_block_version(void);       \
  SUDOKU_BLOCK_EXPORT uint32_t name##_block_version(void) {      \
    return SUDOKU_BLOCK_VERSION;                                 \
  }                                                              \
  SUDOKU_BLOCK_EXPORT int name(const struct SudokuBlock* block); \
  SUDOKU_BLOCK_EXPORT int name(const struct SudokuBlock* block)

#endif
