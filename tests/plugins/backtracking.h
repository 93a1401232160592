#pragma once

#include <cstddef>
#include <cstdint>

// A simple solver for the test plugins.

namespace test_plugin {

inline bool fits(const char* board, int cell, char digit) {
  const int row = cell / 9;
  const int column = cell % 9;
  const int box = row / 3 * 27 + column / 3 * 3;
  for (int i = 0; i < 9; ++i) {
    if (board[row * 9 + i] == digit || board[i * 9 + column] == digit ||
        board[box + i / 3 * 9 + i % 3] == digit) {
      return false;
    }
  }
  return true;
}

/// The state is static, so two threads cannot share the solver.
struct Search {
  static inline char board[81];
  static inline std::size_t limit;
  static inline std::size_t found;
  static inline char* solution;

  /// Returns the digits in the row, column and box of a cell as bits. `used` contains the rows,
  /// then the columns, then the boxes.
  static unsigned& row(unsigned (&used)[27], int cell) { return used[cell / 9]; }
  static unsigned& column(unsigned (&used)[27], int cell) { return used[9 + cell % 9]; }
  static unsigned& box(unsigned (&used)[27], int cell) {
    return used[18 + cell / 27 * 3 + cell % 9 / 3];
  }

  /// Returns the empty cell with the fewest candidates, to keep the search short. 81 if there is
  /// none.
  static int next_cell() {
    unsigned used[27] = {};
    for (int cell = 0; cell < 81; ++cell) {
      const unsigned digit = board[cell] == '.' ? 0 : 1U << (board[cell] - '0');
      row(used, cell) |= digit;
      column(used, cell) |= digit;
      box(used, cell) |= digit;
    }
    int best = 81;
    int most = -1;
    for (int cell = 0; cell < 81; ++cell) {
      if (board[cell] != '.') continue;
      const int count = __builtin_popcount(row(used, cell) | column(used, cell) | box(used, cell));
      if (count <= most) continue;
      best = cell;
      most = count;
    }
    return best;
  }

  static void visit() {
    const int cell = next_cell();
    if (cell == 81) {
      ++found;
      // Returns a solution only on request.
      for (int i = 0; limit == 1 && i < 81; ++i) solution[i] = board[i];
      return;
    }
    for (char digit = '1'; digit <= '9' && found < limit; ++digit) {
      if (!fits(board, cell, digit)) continue;
      board[cell] = digit;
      visit();
      board[cell] = '.';
    }
  }
};

inline bool clues_fit(char* board) {
  for (int cell = 0; cell < 81; ++cell) {
    const char clue = board[cell];
    board[cell] = '.';
    const bool is_good = clue == '.' || fits(board, cell, clue);
    board[cell] = clue;
    if (!is_good) return false;
  }
  return true;
}

inline std::size_t solve(const char* puzzle, std::size_t limit, char* solution) {
  for (int i = 0; i < 81; ++i) Search::board[i] = puzzle[i];
  Search::limit = limit;
  Search::found = 0;
  Search::solution = solution;
  if (clues_fit(Search::board)) Search::visit();
  return Search::found;
}

}  // namespace test_plugin

/// The function that every plugin exports.
#define TEST_PLUGIN(name)                                                          \
  extern "C" __attribute__((visibility("default"))) std::size_t name(              \
      const char* puzzle, std::size_t limit, std::uint32_t config, char* solution, \
      std::size_t* guesses)
