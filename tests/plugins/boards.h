#ifndef TEST_PLUGIN_BOARDS_H
#define TEST_PLUGIN_BOARDS_H

#include <string.h>

#include "engines/plugin.h"

/* A simple solver for boards of any shape. It needs only the C header. Its state is static, so two
 * threads cannot share it. */

static struct {
  unsigned rows, columns, side;
  uint8_t cells[64 * 64];
  const uint64_t* candidates; /* of the puzzle, or NULL */
  uint64_t limit, found;
  uint8_t* solution;
} search;

static uint64_t bit_of(uint8_t digit) { return (uint64_t)1 << (digit - 1); }

/* Returns the index of a house of the cell. Rows come first, then columns and boxes. */
static unsigned row_of(unsigned cell) { return cell / search.side; }

static unsigned column_of(unsigned cell) { return search.side + cell % search.side; }

static unsigned box_of(unsigned cell) {
  const unsigned band = row_of(cell) / search.rows;
  return 2 * search.side + band * search.rows + cell % search.side / search.columns;
}

/* Returns the digits that a cell cannot have. `used` has the digits of each house. */
static uint64_t excluded(const uint64_t* used, unsigned cell) {
  const uint64_t digits = used[row_of(cell)] | used[column_of(cell)] | used[box_of(cell)];
  return search.candidates == NULL ? digits : digits | ~search.candidates[cell];
}

/* Collects the digits of each house. Returns 0 if a filled cell cannot have its digit. */
static int collect(uint64_t* used) {
  for (unsigned cell = 0; cell < search.side * search.side; ++cell) {
    if (search.cells[cell] == 0) continue;
    const uint64_t digit = bit_of(search.cells[cell]);
    if ((excluded(used, cell) & digit) != 0) return 0;
    used[row_of(cell)] |= digit;
    used[column_of(cell)] |= digit;
    used[box_of(cell)] |= digit;
  }
  return 1;
}

/* Tries the digits of the empty cell with the fewest candidates, to keep the search short. */
static void visit(void) {
  const unsigned cells = search.side * search.side;
  uint64_t used[3 * 64] = {0};
  if (!collect(used)) return;
  unsigned best = cells;
  int most = -1;
  for (unsigned cell = 0; cell < cells; ++cell) {
    if (search.cells[cell] != 0) continue;
    const int count = __builtin_popcountll(excluded(used, cell));
    if (count <= most) continue;
    best = cell;
    most = count;
  }
  if (best == cells) {
    if (search.found++ == 0) memcpy(search.solution, search.cells, cells);
    return;
  }
  for (unsigned digit = 1; digit <= search.side && search.found < search.limit; ++digit) {
    if ((excluded(used, best) & bit_of((uint8_t)digit)) != 0) continue;
    search.cells[best] = (uint8_t)digit;
    visit();
    search.cells[best] = 0;
  }
}

/* Solves puzzle i of the block. */
static void solve_board(const struct SudokuBlock* block, uint64_t i) {
  search.rows = block->box_rows;
  search.columns = block->box_columns;
  search.side = block->box_rows * block->box_columns;
  const size_t cells = (size_t)search.side * search.side;
  memcpy(search.cells, block->puzzles + i * cells, cells);
  search.candidates = block->candidates == NULL ? NULL : block->candidates + i * cells;
  search.limit = block->limit;
  search.found = 0;
  search.solution = block->solutions + i * cells;
  visit();
  block->counts[i].low = search.found;
}

static inline int solve_boards(const struct SudokuBlock* block) {
  for (uint64_t i = 0; i < block->puzzle_count; ++i) solve_board(block, i);
  return SUDOKU_SOLVED;
}

/* Solves a 9x9 puzzle for a text function. `candidates` is NULL or has a set per cell. Writes a
 * solution if there is one. */
static inline size_t solve_text(const char* puzzle, const uint64_t* candidates, size_t limit,
                                char* solution) {
  uint8_t cells[81];
  uint8_t solved[81];
  struct SudokuCount count = {0, 0};
  for (int i = 0; i < 81; ++i) cells[i] = puzzle[i] == '.' ? 0 : (uint8_t)(puzzle[i] - '0');
  const struct SudokuBlock block = {3, 3, 0, 1, limit, cells, solved, &count, NULL, candidates};
  solve_board(&block, 0);
  for (int i = 0; i < 81 && count.low > 0; ++i) solution[i] = (char)('0' + solved[i]);
  return (size_t)count.low;
}

/* Returns the first clue of a puzzle, which decides whether a function fails. */
static inline uint8_t first_clue(const struct SudokuBlock* block, uint64_t i) {
  const uint8_t* cell = block->puzzles + i * block->box_rows * block->box_columns *
                                             block->box_rows * block->box_columns;
  while (*cell == 0) ++cell;
  return *cell;
}

#endif
