// A simple solver to compare the engines with. It shares no code with them.
//
// Its argument is the limit of solutions. It reads lines of 81 characters. For each line it prints
// the number of solutions up to the limit and the last solution found.

#include <bit>
#include <iostream>
#include <string>

namespace {

struct Board {
  std::string solution;
  unsigned used[27] = {};  // digits in each row, column and box, as bits
  int digits[81] = {};

  unsigned free_digits(int cell) const {
    return 0x1FFU & ~(used[cell / 9] | used[9 + cell % 9] | used[box(cell)]);
  }
  void toggle(int cell, unsigned digit) {
    for (const int house : {cell / 9, 9 + cell % 9, box(cell)}) used[house] ^= digit;
    digits[cell] ^= static_cast<int>(digit);
  }
  static int box(int cell) { return 18 + cell / 27 * 3 + cell % 9 / 3; }
};

long count_solutions(Board& board, long limit) {
  int best = -1;
  for (int cell = 0; cell < 81; ++cell) {
    if (board.digits[cell] != 0) continue;
    const int choices = std::popcount(board.free_digits(cell));
    if (best < 0 || choices < std::popcount(board.free_digits(best))) best = cell;
  }
  if (best < 0) {
    board.solution.clear();
    for (const int digit : board.digits) {
      board.solution += static_cast<char>('1' + std::countr_zero(static_cast<unsigned>(digit)));
    }
    return 1;
  }
  long count = 0;
  for (unsigned free = board.free_digits(best); free != 0 && count < limit; free &= free - 1) {
    const unsigned digit = free & -free;
    board.toggle(best, digit);
    count += count_solutions(board, limit - count);
    board.toggle(best, digit);
  }
  return count;
}

long count_solutions(const std::string& puzzle, long limit, Board& board) {
  for (int cell = 0; cell < 81; ++cell) {
    const char c = puzzle[static_cast<std::size_t>(cell)];
    if (c == '.') continue;
    const unsigned digit = 1U << (c - '1');
    if ((board.free_digits(cell) & digit) == 0) return 0;
    board.toggle(cell, digit);
  }
  return count_solutions(board, limit);
}

}  // namespace

int main(int argc, char* argv[]) {
  const long limit = argc > 1 ? std::stol(argv[1]) : 2;
  for (std::string puzzle; std::getline(std::cin, puzzle);) {
    Board board;
    const long count = count_solutions(puzzle, limit, board);
    std::cout << count << ' ' << board.solution << '\n';
  }
}
