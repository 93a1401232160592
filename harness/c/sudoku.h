#ifndef SUDOKU_H
#define SUDOKU_H

/* Sudoku puzzles solved, counted, checked and made, from C: link with -lsudoku.
 *
 * A board is a text of one character per cell, row by row from the top left, with a terminating
 * zero: '.' or '0' for an empty cell, digits as '1' to '9', then 'A' to 'Z', then 'a' for 36. It
 * has 4 to 36 rows and columns. Boards come back with '.' for an empty cell.
 *
 * Every function but those of text and version returns a status, of which 0 is success. All of them
 * may be called by any number of threads at once. Engines keep their memory until the thread that
 * called ends. */

#include <stddef.h>
#include <stdint.h>

/* The version of this header; sudoku_version() is that of the library that is loaded. Libraries of
 * one soname, libsudoku.so.1, serve all programs that were built for an older one of that name. */
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
  SUDOKU_NO_SOLUTION = 1,  /* of sudoku_solve: there is none. Of sudoku_check: this is none */
  SUDOKU_TIMEOUT = 2,      /* the time limit ended it; a count is of what was found before */
  SUDOKU_TOO_MANY = 3,     /* solutions, for a number of 128 bits, which is the largest one */
  SUDOKU_NOT_FOUND = 4,    /* none of the full grids tried gave a puzzle that meets the request */
  SUDOKU_BAD_BOARD = 5,    /* a wrong number of cells, or a character that is not a cell */
  SUDOKU_BAD_SHAPE = 6,    /* neither NULL nor a shape as in "3x4" */
  SUDOKU_BAD_ARGUMENT = 7, /* NULL where it must not be, or a number out of its range */
  SUDOKU_NO_ROOM = 8,      /* the memory for the answer is too small for it and its zero */
  SUDOKU_NO_MEMORY = 9,    /* the system refused memory or a thread */
  SUDOKU_BROKEN = 10       /* an error of the library */
};

/* What a status says, in a few words that stay where they are; of any other number "unknown
 * status". */
SUDOKU_EXPORT const char* sudoku_status_text(int status);

/* Such as "0.2.0". */
SUDOKU_EXPORT const char* sudoku_version(void);

/* What a call may be told. A later version may have more members at the end: `size` says which of
 * them a caller knows. struct SudokuOptions options = SUDOKU_OPTIONS; are those that NULL stands
 * for. */
struct SudokuOptions {
  size_t size;            /* sizeof(struct SudokuOptions) */
  const char* shape;      /* rows and columns of a box, as in "3x4"; NULL: as many as is usual */
  uint64_t max_solutions; /* where sudoku_count ends; 0: with the last one */
  uint64_t timeout_ms;    /* of the search, by the clock on the wall; 0: none */
  uint64_t threads;       /* that sudoku_count may use, 1 to 1024 */
};
#define SUDOKU_OPTIONS \
  { sizeof(struct SudokuOptions), NULL, 0, 0, 1 }

/* high * 2^64 + low. */
struct SudokuNumber {
  uint64_t low;
  uint64_t high;
};

/* Room for the digits of any SudokuNumber and a zero. */
#define SUDOKU_DIGITS 40

/* Writes the decimal digits of a number into memory of so many bytes. */
SUDOKU_EXPORT int sudoku_format(struct SudokuNumber number, char* digits, size_t size);

/* Writes a solution of a puzzle, of `size` bytes with its zero. It is the only one where
 * sudoku_count says so. `solution` is left alone where there is none to be written. */
SUDOKU_EXPORT int sudoku_solve(const char* puzzle, const struct SudokuOptions* options,
                               char* solution, size_t size);

/* Counts the solutions of a puzzle. */
SUDOKU_EXPORT int sudoku_count(const char* puzzle, const struct SudokuOptions* options,
                               struct SudokuNumber* count);

/* Whether every row, column and box of `solution` has each digit once, and `puzzle`, unless it is
 * NULL, no clue that is another digit there. */
SUDOKU_EXPORT int sudoku_check(const char* solution, const char* puzzle,
                               const struct SudokuOptions* options);

/* A puzzle with one solution, which depends on these members alone, but for `attempts`. */
struct SudokuRequirements {
  size_t size;         /* sizeof(struct SudokuRequirements), as above */
  const char* shape;   /* as above; NULL: "3x3" */
  uint64_t seed;       /* of all random choices */
  uint64_t number;     /* which one of the puzzles of that seed */
  uint32_t is_minimal; /* 1: no clue can go without a second solution; else 0 */
  uint32_t min_clues;  /* at least so many */
  uint32_t max_clues;  /* at most so many; 0: any number */
  uint64_t attempts; /* full grids to dig it out of; 0: ten thousand, and a hundred beyond 16x16 */
};
#define SUDOKU_REQUIREMENTS \
  { sizeof(struct SudokuRequirements), NULL, 1, 0, 0, 0, 0, 0 }

/* Writes that puzzle, of `size` bytes with its zero; NULL stands for SUDOKU_REQUIREMENTS. */
SUDOKU_EXPORT int sudoku_generate(const struct SudokuRequirements* requirements, char* puzzle,
                                  size_t size);

#ifdef __cplusplus
}
#endif

#endif
