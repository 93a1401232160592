/* Tests the C library and harness/c/sudoku.h in a C11 program. */

#include "sudoku.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char* const kPuzzle =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
static const char* const kSolution =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
static const char* const kNearlyFull =
    "..2753649943682175675491283154237896369845721287169534521974368438526917796318452";

static int failures = 0;

#define EXPECT(condition)                                            \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                    \
    }                                                                \
  } while (0)

#define EXPECT_STATUS(expected, call)                                                       \
  do {                                                                                      \
    const int status = (call);                                                              \
    if (status != (expected)) {                                                             \
      printf("%s:%d: %s is '%s'\n", __FILE__, __LINE__, #call, sudoku_status_text(status)); \
      ++failures;                                                                           \
    }                                                                                       \
  } while (0)

static void empty_board(char* board, size_t cells) {
  memset(board, '.', cells);
  board[cells] = '\0';
}

static struct SudokuOptions of_shape(const char* shape) {
  struct SudokuOptions options = SUDOKU_OPTIONS;
  options.shape = shape;
  return options;
}

static void test_version_and_texts(void) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", SUDOKU_VERSION_MAJOR, SUDOKU_VERSION_MINOR,
           SUDOKU_VERSION_PATCH);
  EXPECT(strcmp(SUDOKU_VERSION, version) == 0);
  EXPECT(strcmp(SUDOKU_VERSION, sudoku_version()) == 0);
  EXPECT(strcmp("unknown status", sudoku_status_text(-1)) == 0);
  EXPECT(strcmp("unknown status", sudoku_status_text(SUDOKU_BROKEN + 1)) == 0);
  for (int i = 0; i <= SUDOKU_BROKEN; ++i) {
    EXPECT(strcmp("unknown status", sudoku_status_text(i)) != 0);
    for (int j = 0; j < i; ++j) EXPECT(strcmp(sudoku_status_text(i), sudoku_status_text(j)) != 0);
  }
}

static void test_solve(void) {
  char solution[82];
  EXPECT_STATUS(SUDOKU_OK, sudoku_solve(kPuzzle, NULL, solution, sizeof solution));
  EXPECT(strcmp(kSolution, solution) == 0);
  char zeros[82];
  strcpy(zeros, kPuzzle);
  for (char* c = zeros; *c != '\0'; ++c) *c = *c == '.' ? '0' : *c;
  EXPECT_STATUS(SUDOKU_OK, sudoku_solve(zeros, NULL, solution, sizeof solution));
  EXPECT(strcmp(kSolution, solution) == 0);
  zeros[1] = '8';
  strcpy(solution, "as it was");
  EXPECT_STATUS(SUDOKU_NO_SOLUTION, sudoku_solve(zeros, NULL, solution, sizeof solution));
  EXPECT(strcmp("as it was", solution) == 0);
}

static void test_shapes(void) {
  static const char* const shapes[] = {"2x2", "2x3", "3x2", "3x4", "4x4", "5x5"};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
    const size_t side = (size_t)(shapes[i][0] - '0') * (size_t)(shapes[i][2] - '0');
    const struct SudokuOptions options = of_shape(shapes[i]);
    char board[36 * 36 + 1];
    char solution[36 * 36 + 1];
    empty_board(board, side * side);
    board[0] = '4';
    EXPECT_STATUS(SUDOKU_OK, sudoku_solve(board, &options, solution, side * side + 1));
    EXPECT(strlen(solution) == side * side && solution[0] == '4');
    EXPECT_STATUS(SUDOKU_OK, sudoku_check(solution, board, &options));
    EXPECT_STATUS(SUDOKU_NO_ROOM, sudoku_solve(board, &options, solution, side * side));
  }
  const struct SudokuOptions upright = of_shape("3x2");
  char board[37];
  char solution[37];
  empty_board(board, 36);
  EXPECT_STATUS(SUDOKU_OK, sudoku_solve(board, NULL, solution, sizeof solution));
  EXPECT_STATUS(SUDOKU_NO_SOLUTION, sudoku_check(solution, NULL, &upright));
}

static void expect_count(const char* digits, const char* puzzle,
                         const struct SudokuOptions* options) {
  struct SudokuNumber count = {7, 7};
  char text[SUDOKU_DIGITS];
  EXPECT_STATUS(SUDOKU_OK, sudoku_count(puzzle, options, &count));
  EXPECT_STATUS(SUDOKU_OK, sudoku_format(count, text, sizeof text));
  EXPECT(strcmp(digits, text) == 0);
}

static void test_large_boards_and_latin_squares(void) {
  static char board[3 * 64 * 64 + 1];
  static char solution[3 * 64 * 64 + 1];
  const struct SudokuOptions latin = of_shape("1x4");
  expect_count("576", "................", &latin);
  const struct SudokuOptions large = of_shape("1x64");
  char* end = board;
  for (int row = 0; row < 64; ++row) {
    for (int column = 0; column < 64; ++column) {
      const int cell = row == 0 ? 0 : (row + column) % 64 + 1;
      end += sprintf(end, end == board ? "%d" : " %d", cell);
    }
  }
  EXPECT_STATUS(SUDOKU_OK, sudoku_solve(board, &large, solution, sizeof solution));
  EXPECT(strncmp(solution, "1 2 3 4 ", 8) == 0);
  EXPECT_STATUS(SUDOKU_OK, sudoku_check(solution, board, &large));
  EXPECT_STATUS(SUDOKU_NO_ROOM, sudoku_solve(board, &large, solution, sizeof solution - 1));
  strcat(board, " 1");
  EXPECT_STATUS(SUDOKU_BAD_BOARD, sudoku_solve(board, &large, solution, sizeof solution));
}

/* Writes a puzzle with candidates: the solution, but any digit in the first `open` cells. */
static void write_candidates(char* text, int open) {
  for (int i = 0; i < 729; ++i) {
    const char digit = (char)('1' + i % 9);
    text[i] = i / 9 < open || kSolution[i / 9] == digit ? digit : '.';
  }
  text[729] = '\0';
}

static void test_candidates(void) {
  char puzzle[730];
  char solution[82];
  const struct SudokuOptions nine = of_shape("3x3");
  write_candidates(puzzle, 5);
  EXPECT_STATUS(SUDOKU_OK, sudoku_solve(puzzle, NULL, solution, sizeof solution));
  EXPECT(strcmp(kSolution, solution) == 0);
  expect_count("1", puzzle, NULL);
  expect_count("1", puzzle, &nine);
  EXPECT_STATUS(SUDOKU_OK, sudoku_check(kSolution, puzzle, NULL));
  EXPECT_STATUS(SUDOKU_BAD_BOARD, sudoku_check(puzzle, NULL, NULL));
  write_candidates(puzzle, 81);
  expect_count("6670903752021072936960", puzzle, NULL);
  write_candidates(puzzle, 0);
  puzzle[7] = '.';
  puzzle[1] = '2'; /* 8 is the only digit of the first cell in the solution */
  EXPECT_STATUS(SUDOKU_NO_SOLUTION, sudoku_check(kSolution, puzzle, NULL));
  expect_count("0", puzzle, NULL);
  puzzle[1] = '.';
  expect_count("0", puzzle, &nine);
  puzzle[1] = '1';
  EXPECT_STATUS(SUDOKU_BAD_BOARD, sudoku_solve(puzzle, &nine, solution, sizeof solution));
  /* Without a candidate in each cell, the text is an empty board of 27x27. */
  empty_board(puzzle, 729);
  EXPECT_STATUS(SUDOKU_NO_ROOM, sudoku_solve(puzzle, NULL, solution, sizeof solution));
  expect_count("0", puzzle, &nine);
}

static void test_count(void) {
  struct SudokuOptions options = SUDOKU_OPTIONS;
  char board[26 * 26];
  expect_count("1", kPuzzle, NULL);
  expect_count("1", kNearlyFull, NULL);
  empty_board(board, 16);
  expect_count("288", board, NULL);
  options.max_solutions = 5;
  expect_count("5", board, &options);
  options.max_solutions = 0;
  options.threads = 2;
  empty_board(board, 81);
  expect_count("6670903752021072936960", board, &options);
  board[0] = board[1] = '1';
  expect_count("0", board, &options);

  struct SudokuNumber count;
  empty_board(board, 625);
  /* No engine finishes this search, however fast the machine is. */
  options.timeout_ms = 20;
  EXPECT_STATUS(SUDOKU_TIMEOUT, sudoku_count(board, &options, &count));
  options.timeout_ms = UINT64_MAX;
  options.max_solutions = 1;
  expect_count("1", board, &options);
}

static void test_format(void) {
  const struct SudokuNumber most = {UINT64_MAX, UINT64_MAX};
  char digits[SUDOKU_DIGITS];
  EXPECT_STATUS(SUDOKU_OK, sudoku_format(most, digits, sizeof digits));
  EXPECT(strcmp("340282366920938463463374607431768211455", digits) == 0);
  EXPECT_STATUS(SUDOKU_NO_ROOM, sudoku_format(most, digits, sizeof digits - 1));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_format(most, NULL, sizeof digits));
}

static void test_check(void) {
  char other[82];
  strcpy(other, kSolution);
  EXPECT_STATUS(SUDOKU_OK, sudoku_check(kSolution, NULL, NULL));
  EXPECT_STATUS(SUDOKU_OK, sudoku_check(kSolution, kPuzzle, NULL));
  other[5] = '1';
  EXPECT_STATUS(SUDOKU_NO_SOLUTION, sudoku_check(other, NULL, NULL));
  EXPECT_STATUS(SUDOKU_NO_SOLUTION, sudoku_check(kPuzzle, NULL, NULL));
  empty_board(other, 81);
  other[80] = '1';
  EXPECT_STATUS(SUDOKU_NO_SOLUTION, sudoku_check(kSolution, other, NULL));
  EXPECT_STATUS(SUDOKU_BAD_BOARD, sudoku_check(kSolution, "1234341221434321", NULL));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_check(NULL, kPuzzle, NULL));
}

static size_t clues_of(const char* puzzle) {
  size_t clues = 0;
  for (; *puzzle != '\0'; ++puzzle) clues += *puzzle != '.';
  return clues;
}

static void test_generate(void) {
  struct SudokuRequirements requirements = SUDOKU_REQUIREMENTS;
  char puzzle[82];
  char again[82];
  EXPECT_STATUS(SUDOKU_OK, sudoku_generate(NULL, puzzle, sizeof puzzle));
  expect_count("1", puzzle, NULL);
  EXPECT_STATUS(SUDOKU_OK, sudoku_generate(&requirements, again, sizeof again));
  EXPECT(strcmp(puzzle, again) == 0);
  requirements.number = 1;
  EXPECT_STATUS(SUDOKU_OK, sudoku_generate(&requirements, again, sizeof again));
  EXPECT(strcmp(puzzle, again) != 0);

  requirements.min_clues = 30;
  requirements.max_clues = 32;
  EXPECT_STATUS(SUDOKU_OK, sudoku_generate(&requirements, puzzle, sizeof puzzle));
  EXPECT(clues_of(puzzle) >= 30 && clues_of(puzzle) <= 32);
  expect_count("1", puzzle, NULL);

  struct SudokuRequirements minimal = SUDOKU_REQUIREMENTS;
  minimal.is_minimal = 1;
  EXPECT_STATUS(SUDOKU_OK, sudoku_generate(&minimal, puzzle, sizeof puzzle));
  expect_count("1", puzzle, NULL);
  struct SudokuOptions options = SUDOKU_OPTIONS;
  options.max_solutions = 2;
  for (size_t cell = 0; cell < 81; ++cell) {
    if (puzzle[cell] == '.') continue;
    strcpy(again, puzzle);
    again[cell] = '.';
    expect_count("2", again, &options);
  }

  requirements.shape = "2x3";
  requirements.min_clues = requirements.max_clues = 0;
  EXPECT_STATUS(SUDOKU_OK, sudoku_generate(&requirements, puzzle, 37));
  EXPECT(strlen(puzzle) == 36);
  EXPECT_STATUS(SUDOKU_NO_ROOM, sudoku_generate(&requirements, puzzle, 36));
  requirements.shape = NULL;
  requirements.min_clues = requirements.max_clues = 16; /* no unique puzzle has 16 clues */
  requirements.attempts = 2;
  EXPECT_STATUS(SUDOKU_NOT_FOUND, sudoku_generate(&requirements, puzzle, sizeof puzzle));
  requirements.max_clues = 15;
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_generate(&requirements, puzzle, sizeof puzzle));
  requirements.max_clues = 82;
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_generate(&requirements, puzzle, sizeof puzzle));
  requirements.shape = "9x8";
  EXPECT_STATUS(SUDOKU_BAD_SHAPE, sudoku_generate(&requirements, puzzle, sizeof puzzle));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_generate(NULL, NULL, 100));
  minimal.is_minimal = 2;
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_generate(&minimal, puzzle, sizeof puzzle));
}

static void test_bad_input(void) {
  char text[4000];
  char solution[82];
  struct SudokuNumber count;
  memset(text, '.', sizeof text);
  for (size_t cells = 0; cells < sizeof text; ++cells) {
    text[cells] = '\0';
    const int status = sudoku_check(text, NULL, NULL);
    EXPECT(status == SUDOKU_BAD_BOARD || status == SUDOKU_NO_SOLUTION);
    EXPECT(cells <= 61 * 61 || status == SUDOKU_BAD_BOARD);
    text[cells] = '.';
  }
  strcpy(text, kPuzzle);
  for (int c = 1; c < 256; ++c) {
    text[40] = (char)c;
    const int is_cell = c == '.' || (c >= '0' && c <= '9');
    EXPECT((sudoku_solve(text, NULL, solution, sizeof solution) == SUDOKU_BAD_BOARD) == !is_cell);
  }
  static const char* const bad_shapes[] = {"", "x", "3", "3x", "1x1", "9x1", "9x8", "3x3 ", "-3x3"};
  for (size_t i = 0; i < sizeof bad_shapes / sizeof *bad_shapes; ++i) {
    const struct SudokuOptions options = of_shape(bad_shapes[i]);
    EXPECT_STATUS(SUDOKU_BAD_SHAPE, sudoku_count(kPuzzle, &options, &count));
  }
  const struct SudokuOptions other = of_shape("2x2");
  EXPECT_STATUS(SUDOKU_BAD_BOARD, sudoku_count(kPuzzle, &other, &count));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_solve(NULL, NULL, solution, sizeof solution));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_solve(kPuzzle, NULL, NULL, sizeof solution));
  EXPECT_STATUS(SUDOKU_NO_ROOM, sudoku_solve(kPuzzle, NULL, solution, 81));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_count(NULL, NULL, &count));
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_count(kPuzzle, NULL, NULL));
  struct SudokuOptions none = SUDOKU_OPTIONS;
  none.threads = 1025;
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_count(kPuzzle, &none, &count));
  none.threads = 0;
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_count(kPuzzle, &none, &count));
}

/* Callers compiled for earlier versions pass fewer members, for later versions more. */
static void test_sizes_of_options(void) {
  struct SudokuOptions options = SUDOKU_OPTIONS;
  struct SudokuNumber count;
  options.max_solutions = 3;
  options.threads = 0;
  options.size = offsetof(struct SudokuOptions, timeout_ms);
  char board[17];
  empty_board(board, 16);
  EXPECT_STATUS(SUDOKU_OK, sudoku_count(board, &options, &count));
  EXPECT(count.low == 3 && count.high == 0);
  options.size = 0;
  EXPECT_STATUS(SUDOKU_BAD_ARGUMENT, sudoku_count(board, &options, &count));
  struct {
    struct SudokuOptions known;
    uint64_t unknown;
  } later = {SUDOKU_OPTIONS, 1};
  later.known.size = sizeof later;
  EXPECT_STATUS(SUDOKU_OK, sudoku_count(board, &later.known, &count));
  EXPECT(count.low == 288);
}

static void* solve_and_count(void* failed) {
  for (int i = 0; i < 200; ++i) {
    char solution[82];
    struct SudokuNumber count;
    const int is_right = sudoku_solve(kPuzzle, NULL, solution, sizeof solution) == SUDOKU_OK &&
                         strcmp(kSolution, solution) == 0 &&
                         sudoku_count(kPuzzle, NULL, &count) == SUDOKU_OK && count.low == 1;
    if (!is_right) *(int*)failed = 1;
  }
  return NULL;
}

static void test_threads(void) {
  pthread_t threads[4];
  int failed[4] = {0};
  for (int i = 0; i < 4; ++i) {
    EXPECT(pthread_create(&threads[i], NULL, solve_and_count, &failed[i]) == 0);
  }
  for (int i = 0; i < 4; ++i) {
    pthread_join(threads[i], NULL);
    EXPECT(failed[i] == 0);
  }
}

int main(void) {
  test_version_and_texts();
  test_solve();
  test_shapes();
  test_large_boards_and_latin_squares();
  test_candidates();
  test_count();
  test_format();
  test_check();
  test_generate();
  test_bad_input();
  test_sizes_of_options();
  test_threads();
  printf("%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
