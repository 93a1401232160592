#include <stdio.h>
#include <sudoku.h>

/* Solves a puzzle with the installed C library. */
int main(void) {
  char solution[17];
  const int status = sudoku_solve("1.............2.", NULL, solution, sizeof solution);
  printf("libsudoku %s: %s, %s\n", sudoku_version(), sudoku_status_text(status), solution);
  return sudoku_check(solution, "1.............2.", NULL);
}
