// Example of a solver for --plugin: solves 9x9 sudokus. harness/external/README.md describes the
// function. Compile it with `g++ -O3 -shared -fPIC -o libmine.so mine.cpp`.

#include <cstddef>
#include <cstdint>
#include <cstring>

constexpr int kCells = 9 * 9;

/// Returns whether no cell in the row, column and box has the digit.
static bool fits(const char* board, int cell, char digit) {
  const int row = cell / 9 * 9;
  const int column = cell % 9;
  const int box = cell / 27 * 27 + column / 3 * 3;
  for (int i = 0; i < 9; ++i) {
    if (board[row + i] == digit || board[column + 9 * i] == digit) return false;
    if (board[box + i / 3 * 9 + i % 3] == digit) return false;
  }
  return true;
}

/// Counts solutions up to the limit. Fills the cell with the fewest digits first.
static std::size_t count(char* board, std::size_t limit, char* solution) {
  int best = -1;
  int fewest = 10;
  for (int cell = 0; cell < kCells; ++cell) {
    int digits = 0;
    for (char digit = '1'; digit <= '9'; ++digit) digits += fits(board, cell, digit);
    if (board[cell] != '.' || digits >= fewest) continue;
    best = cell;
    fewest = digits;
  }
  if (best < 0) {
    std::memcpy(solution, board, kCells);
    return 1;
  }
  std::size_t found = 0;
  for (char digit = '1'; digit <= '9' && found < limit; ++digit) {
    if (!fits(board, best, digit)) continue;
    board[best] = digit;
    found += count(board, limit - found, solution);
    board[best] = '.';
  }
  return found;
}

/// `limit` is SIZE_MAX for all solutions.
extern "C" std::size_t SolveSudoku(const char* puzzle, std::size_t limit, std::uint32_t,
                                   char* solution, std::size_t*) {
  char board[kCells];
  std::memcpy(board, puzzle, kCells);
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == '.') continue;
    board[cell] = '.';
    if (!fits(board, cell, puzzle[cell])) return 0;  // equal clues in a row, column or box
    board[cell] = puzzle[cell];
  }
  return count(board, limit, solution);
}
