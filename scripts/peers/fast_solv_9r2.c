/* Adapter of fast_solv_9r2, which prints its solutions with putchar. It replaces putchar. */

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static char* next_character;
static char* end_of_solution;

/* Keeps the characters of the first solution. */
static int keep(int character) {
  if (next_character != end_of_solution) *next_character++ = (char)character;
  return character;
}

#undef putchar
#define putchar keep
#include "other/fast_solv_9r2/fast_solv_9r2.c"

size_t SolveSudoku(const char* puzzle, size_t limit, uint32_t config, char* solution,
                   size_t* guesses) {
  (void)config;
  if (max_rows == 0 && make_links() != 0) return 0;
  verbose = 1;
  next_character = solution;
  end_of_solution = solution + 81;
  /* The result is -1 if clues contradict each other. */
  const int count = fast_solv_9r2_solve(puzzle, limit < INT_MAX ? (int)limit : INT_MAX);
  *guesses = (size_t)fast_solv_92r_undone;
  return count > 0 ? (size_t)count : 0;
}
