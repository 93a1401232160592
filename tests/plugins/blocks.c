/* Block functions in C, some right and some wrong. The wrong ones fail on puzzles with a 3 as the
 * first clue. The probe puzzle has another first clue. */

#include "boards.h"
#include <stddef.h>
#include <stdlib.h>

enum { FATAL = 3 };

static int has_fatal(const struct SudokuBlock* block) {
  for (uint64_t i = 0; i < block->puzzle_count; ++i) {
    if (first_clue(block, i) == FATAL) return 1;
  }
  return 0;
}

/* Answers correctly. Reports `config` + 7 guesses. */
SUDOKU_BLOCK_FUNCTION(SolveSudokuBlock) {
  for (uint64_t i = 0; i < block->puzzle_count; ++i) block->guesses[i] = block->config + 7;
  return solve_boards(block);
}

/* The same as a text function, with its usual name. */
__attribute__((visibility("default"))) size_t SolveSudoku(const char* puzzle, size_t limit,
                                                          uint32_t config, char* solution,
                                                          size_t* guesses) {
  *guesses = config + 7;
  return solve_text(puzzle, NULL, limit, solution);
}

/* Reports the number of puzzles in the block as guesses. */
SUDOKU_BLOCK_FUNCTION(TellsSizes) {
  for (uint64_t i = 0; i < block->puzzle_count; ++i) block->guesses[i] = block->puzzle_count;
  return solve_boards(block);
}

/* Returns a solution only if the limit is one solution. Reports no guesses. */
SUDOKU_BLOCK_FUNCTION(Silent) {
  static uint8_t kept[36 * 36 * 4096];
  struct SudokuBlock asked = *block;
  if (block->limit > 1) asked.solutions = kept;
  return solve_boards(&asked);
}

/* Never returns a solution. */
SUDOKU_BLOCK_FUNCTION(Counts) {
  static uint8_t kept[36 * 36 * 4096];
  struct SudokuBlock asked = *block;
  asked.solutions = kept;
  return solve_boards(&asked);
}

/* Returns a count beyond 64 bits. */
SUDOKU_BLOCK_FUNCTION(Vast) {
  for (uint64_t i = 0; i < block->puzzle_count; ++i) {
    block->counts[i].high = 361;
    block->counts[i].low = 11629141411924803584u;
  }
  return SUDOKU_SOLVED;
}

SUDOKU_BLOCK_FUNCTION(Miscounts) {
  solve_boards(block);
  for (uint64_t i = 0; i < block->puzzle_count; ++i) {
    if (first_clue(block, i) == FATAL) block->counts[i].low = 0;
  }
  return SUDOKU_SOLVED;
}

SUDOKU_BLOCK_FUNCTION(BreaksRules) {
  solve_boards(block);
  if (has_fatal(block)) block->solutions[0] = 255;
  return SUDOKU_SOLVED;
}

/* Returns a solution without its first cell. */
SUDOKU_BLOCK_FUNCTION(LosesTheFirstCell) {
  solve_boards(block);
  if (has_fatal(block)) block->solutions[0] = 0;
  return SUDOKU_SOLVED;
}

SUDOKU_BLOCK_FUNCTION(Aborts) {
  if (has_fatal(block)) abort();
  return solve_boards(block);
}

SUDOKU_BLOCK_FUNCTION(Hangs) {
  while (has_fatal(block)) {
  }
  return solve_boards(block);
}

SUDOKU_BLOCK_FUNCTION(AbortsAtOnce) {
  abort();
  return solve_boards(block);
}

SUDOKU_BLOCK_FUNCTION(Nonsense) { return has_fatal(block) ? 17 : solve_boards(block); }

SUDOKU_BLOCK_FUNCTION(OnlySixteen) {
  if (block->box_rows != 4 || block->box_columns != 4) return SUDOKU_SHAPE_NOT_TAKEN;
  return solve_boards(block);
}

SUDOKU_BLOCK_FUNCTION(NotHere) {
  return block->puzzle_count > 0 ? SUDOKU_UNAVAILABLE : SUDOKU_SOLVED;
}

/* Ignores candidates. */
SUDOKU_BLOCK_FUNCTION(IgnoresCandidates) {
  struct SudokuBlock asked = *block;
  asked.candidates = NULL;
  return solve_boards(&asked);
}

SUDOKU_BLOCK_FUNCTION(OnlyClues) {
  return block->candidates == NULL ? solve_boards(block) : SUDOKU_CANDIDATES_NOT_TAKEN;
}

/* Has version 1 of the header. Does not read `candidates`, and aborts on boards that version 1 did
 * not have. */
SUDOKU_BLOCK_EXPORT uint32_t First_block_version(void);
SUDOKU_BLOCK_EXPORT uint32_t First_block_version(void) { return 1; }
SUDOKU_BLOCK_EXPORT int First(const struct SudokuBlock* block);
SUDOKU_BLOCK_EXPORT int First(const struct SudokuBlock* block) {
  struct SudokuBlock asked;
  memset(&asked, 0, sizeof asked);
  memcpy(&asked, block, offsetof(struct SudokuBlock, candidates));
  if (asked.box_rows < 2 || asked.box_rows * asked.box_columns > 36) abort();
  return solve_boards(&asked);
}

/* Has another version of the header. */
SUDOKU_BLOCK_EXPORT uint32_t Later_block_version(void);
SUDOKU_BLOCK_EXPORT uint32_t Later_block_version(void) { return SUDOKU_BLOCK_VERSION + 1; }
SUDOKU_BLOCK_EXPORT int Later(const struct SudokuBlock* block);
SUDOKU_BLOCK_EXPORT int Later(const struct SudokuBlock* block) { return solve_boards(block); }

/* Lacks the symbol that marks block functions. */
SUDOKU_BLOCK_EXPORT int Unmarked(const struct SudokuBlock* block);
SUDOKU_BLOCK_EXPORT int Unmarked(const struct SudokuBlock* block) { return solve_boards(block); }
