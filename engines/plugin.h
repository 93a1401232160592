#ifndef SUDOKU_ENGINES_PLUGIN_H
#define SUDOKU_ENGINES_PLUGIN_H

/* Interface of a solver in a shared library: one function that solves blocks of puzzles. It works
 * from C and C++:
 *
 *     #include "engines/plugin.h"
 *
 *     SUDOKU_BLOCK_FUNCTION(SolveSudokuBlock) {
 *       if (block->box_rows != 4 || block->box_columns != 4) return SUDOKU_SHAPE_NOT_TAKEN;
 *       if (block->candidates != NULL) return SUDOKU_CANDIDATES_NOT_TAKEN;
 *       for (uint64_t i = 0; i < block->puzzle_count; ++i) {
 *         const uint8_t* puzzle = block->puzzles + 256 * i;
 *         uint8_t* solution = block->solutions + 256 * i;
 *         block->counts[i].low = my_solver(puzzle, block->limit, solution);
 *       }
 *       return SUDOKU_SOLVED;
 *     }
 *
 * Compile it with `cc -O2 -shared -fPIC`. In other languages, export two C functions: the function
 * itself, and NAME_block_version, which takes no arguments and returns SUDOKU_BLOCK_VERSION. The
 * second function tells the program that NAME follows this interface.
 *
 * Processes and threads: each process calls the function on one thread, one call at a time. Several
 * processes may run at once. The function may start threads or processes of its own; their CPU time
 * counts as its own. A call that takes too long is killed together with its process.
 *
 * Errors: a puzzle without solutions is an answer, not an error. The function must not exit or
 * throw an exception. Its standard output is discarded, its standard error is shown. */

#include <stdint.h>

/* Version of this interface. Version 2 added `candidates`, boxes of one row, and sides other than 4
 * to 36. A function of version 1 gets none of these. */
#define SUDOKU_BLOCK_VERSION 2

/* Return values of the function. After any value except SUDOKU_SOLVED, the answers are ignored. */
enum {
  SUDOKU_SOLVED = 0,              /* all puzzles of the block were processed */
  SUDOKU_SHAPE_NOT_TAKEN = 1,     /* boards of this shape are not supported */
  SUDOKU_UNAVAILABLE = 2,         /* the function cannot run on this machine */
  SUDOKU_CANDIDATES_NOT_TAKEN = 3 /* puzzles with candidates are not supported */
};

/* A number of solutions: high * 2^64 + low. Use the largest value if the number needs more bits. */
struct SudokuCount {
  uint64_t low;
  uint64_t high;
};

/* Value of SudokuBlock::guesses[i] before the call. Leave it if you do not count guesses. */
#define SUDOKU_GUESSES_UNKNOWN UINT64_MAX

/* A block of puzzles and the memory for the answers. The caller owns all memory; it is valid during
 * the call only.
 *
 * The side of a board has box_rows * box_columns cells, 2 to 64. If a box has one row, boxes and
 * rows coincide: the board is a Latin square. A board is side * side bytes, row by row from the top
 * left: 0 is an empty cell, 1 to side are digits. Boards follow each other without gaps. Clues may
 * contradict each other: such a puzzle has no solutions.
 *
 * A puzzle with candidates has a set of digits for each cell: bit d - 1 is set if the cell may have
 * the digit d. A cell may have a clue, too, and the set of a cell may be empty. The solutions obey
 * clues and candidates. */
struct SudokuBlock {
  uint32_t box_rows;      /* rows of a box, at least 1 */
  uint32_t box_columns;   /* columns of a box, at least 2 */
  uint32_t config;        /* a number that the user gives to the plugin; 0 by default */
  uint64_t puzzle_count;  /* number of puzzles */
  uint64_t limit;         /* solutions to find per puzzle, at least 1; UINT64_MAX finds all */
  const uint8_t* puzzles; /* in: puzzle_count boards */
  uint8_t* solutions; /* out, optional: puzzle_count boards, the first solution of each puzzle */
  struct SudokuCount*
      counts;        /* out: number of solutions per puzzle, at most `limit`; initially 0 */
  uint64_t* guesses; /* out, optional: number of guesses per puzzle */
  const uint64_t* candidates; /* in: a set per cell of all puzzles; NULL: every digit. Version 2 */
};

#ifdef __cplusplus
#define SUDOKU_BLOCK_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define SUDOKU_BLOCK_EXPORT __attribute__((visibility("default")))
#endif

/* Declares and exports the function `name`; its body follows. The parameter is `block`. Also
 * defines `name##_block_version`. */
#define SUDOKU_BLOCK_FUNCTION(name)                                                        \
  SUDOKU_BLOCK_EXPORT uint32_t name##_block_version(void);                                 \
  SUDOKU_BLOCK_EXPORT uint32_t name##_block_version(void) { return SUDOKU_BLOCK_VERSION; } \
  SUDOKU_BLOCK_EXPORT int name(const struct SudokuBlock* block);                           \
  SUDOKU_BLOCK_EXPORT int name(const struct SudokuBlock* block)

#endif
