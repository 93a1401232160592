#ifndef SUDOKU_H
#define SUDOKU_H

/* Solves, counts, checks and generates sudoku puzzles. Link with -lsudoku.
 *
 * Boards: A board is a null-terminated string with one character per cell, row by row from the top
 * left. '.' or '0' is an empty cell. Digits are '1' to '9', then 'A' to 'Z' for 10 to 35, and 'a'
 * to 'z' for 36 to 61. Output uses '.' for empty cells. Boards have 2 to 64 rows and columns. If
 * there are more than 61, a board has numbers separated by single blanks, and 0 for an empty cell.
 *
 * Candidates: A puzzle may give the digits that each cell may have instead of clues. The string has
 * a character for each cell and each digit: the digit if the cell may have it, or else '.' or '0'.
 * For 9x9, these are 729 characters. Such boards have at most 61 rows and columns.
 *
 * Shapes: A shape such as "3x4" gives the rows and columns of a box. "1x9" is a Latin square of
 * order 9: its boxes are its rows. Without a shape, the boxes are the usual ones for the number of
 * cells: as square as possible, and not higher than wide. A string of 729 characters can be a 9x9
 * puzzle with candidates or a 27x27 board. If each cell has a candidate, it is the 9x9 puzzle. The
 * same applies to 64 characters, for 4x4 and 8x8.
 *
 * Errors: Functions that return int return a value of enum SudokuStatus. SUDOKU_OK is 0. Unless
 * documented otherwise, a function that fails does not write to its output arguments. The library
 * does not print, throw or terminate the process.
 *
 * Threads: All functions are thread-safe. Every thread has its own engines. Their memory is freed
 * when the thread ends. */

#include <stddef.h>
#include <stdint.h>

/* Version of this header. sudoku_version() returns the version of the loaded library. A library
 * supports programs built with an older version of the same soname, libsudoku.so.1. */
#define SUDOKU_VERSION "0.2.0"
#define SUDOKU_VERSION_MAJOR 0
#define SUDOKU_VERSION_MINOR 2
#define SUDOKU_VERSION_PATCH 0

#if defined(__GNUC__)
#define SUDOKU_EXPORT __attribute__((visibility("default")))
#else
#define SUDOKU_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum SudokuStatus {
  SUDOKU_OK = 0,
  SUDOKU_NO_SOLUTION = 1,  /* the puzzle has no solution, or the board is not a solution */
  SUDOKU_TIMEOUT = 2,      /* the search exceeded timeout_ms */
  SUDOKU_TOO_MANY = 3,     /* the number of solutions does not fit into 128 bits */
  SUDOKU_NOT_FOUND = 4,    /* no attempt produced a puzzle that meets the requirements */
  SUDOKU_BAD_BOARD = 5,    /* invalid character or number of cells */
  SUDOKU_BAD_SHAPE = 6,    /* the shape is not of the form "3x4", or the boxes are too large */
  SUDOKU_BAD_ARGUMENT = 7, /* NULL pointer or number out of range */
  SUDOKU_NO_ROOM = 8,      /* the output buffer is too small */
  SUDOKU_NO_MEMORY = 9,    /* the system refused memory or a thread */
  SUDOKU_BROKEN = 10       /* internal error */
};

/* Returns a short description of a status, or "unknown status". The string is static. */
SUDOKU_EXPORT const char* sudoku_status_text(int status);

/* Returns the version of the library, such as "0.2.0". The string is static. */
SUDOKU_EXPORT const char* sudoku_version(void);

/* Options of a call. Initialize with SUDOKU_OPTIONS, which sets the defaults:
 *     struct SudokuOptions options = SUDOKU_OPTIONS;
 * Functions that take options use the defaults for NULL. Later versions may append members; `size`
 * tells the library which members the caller knows. */
struct SudokuOptions {
  size_t size;            /* sizeof(struct SudokuOptions) */
  const char* shape;      /* rows and columns of a box, such as "3x4"; NULL: the usual shape */
  uint64_t max_solutions; /* sudoku_count stops after this many solutions; 0: no limit */
  uint64_t timeout_ms;    /* limit on the wall time of a search in milliseconds; 0: no limit */
  uint64_t threads;       /* number of threads for sudoku_count, 1 to 1024 */
};
#define SUDOKU_OPTIONS \
  { sizeof(struct SudokuOptions), NULL, 0, 0, 1 }

/* An unsigned number of 128 bits: high * 2^64 + low. */
struct SudokuNumber {
  uint64_t low;
  uint64_t high;
};

/* Buffer size in bytes for the digits of any SudokuNumber and the terminating null. */
#define SUDOKU_DIGITS 40

/* Writes a number in decimal, with a terminating null, to a buffer of `size` bytes. */
SUDOKU_EXPORT int sudoku_format(struct SudokuNumber number, char* digits, size_t size);

/* Writes a solution of the puzzle to a buffer of `size` bytes: one per cell and the terminating
 * null, or three per cell with more than 61 rows. Returns SUDOKU_NO_SOLUTION if there is none. The
 * puzzle may have other solutions; sudoku_count with max_solutions 2 detects this. */
SUDOKU_EXPORT int sudoku_solve(const char* puzzle, const struct SudokuOptions* options,
                               char* solution, size_t size);

/* Counts the solutions of the puzzle. On SUDOKU_TIMEOUT, *count is the number of solutions found so
 * far. On SUDOKU_TOO_MANY, it is 2^128 - 1. */
SUDOKU_EXPORT int sudoku_count(const char* puzzle, const struct SudokuOptions* options,
                               struct SudokuNumber* count);

/* Returns SUDOKU_OK if every row, column and box of `solution` has every digit once and `solution`
 * agrees with all clues and candidates of `puzzle`. Otherwise returns SUDOKU_NO_SOLUTION. If
 * `puzzle` is NULL, there are no clues. Uses only `shape` of the options. */
SUDOKU_EXPORT int sudoku_check(const char* solution, const char* puzzle,
                               const struct SudokuOptions* options);

/* Requirements for a generated puzzle, which has exactly one solution. Equal requirements give
 * equal puzzles; `attempts` only decides whether one is found. Initialize with SUDOKU_REQUIREMENTS,
 * which sets the defaults. Later versions may append members; see SudokuOptions for `size`. */
struct SudokuRequirements {
  size_t size;         /* sizeof(struct SudokuRequirements) */
  const char* shape;   /* rows and columns of a box; NULL: "3x3" */
  uint64_t seed;       /* seed of all random choices */
  uint64_t number;     /* index of the puzzle in the sequence of the seed, from 0 */
  uint32_t is_minimal; /* 1: every clue is needed for a unique solution; 0: no requirement */
  uint32_t min_clues;  /* minimum number of clues */
  uint32_t max_clues;  /* maximum number of clues; 0: no limit */
  uint64_t attempts;   /* full grids to try; 0: 10,000 up to 16x16, 100 beyond */
};
#define SUDOKU_REQUIREMENTS \
  { sizeof(struct SudokuRequirements), NULL, 1, 0, 0, 0, 0, 0 }

/* Writes a puzzle to a buffer of `size` bytes, as long as for sudoku_solve. Uses
 * SUDOKU_REQUIREMENTS if `requirements` is NULL. Returns SUDOKU_NOT_FOUND after the last attempt.
 * There is no time limit. */
SUDOKU_EXPORT int sudoku_generate(const struct SudokuRequirements* requirements, char* puzzle,
                                  size_t size);

#ifdef __cplusplus
}
#endif

#endif
