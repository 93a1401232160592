// Plain recursion: fills the first empty cell in row-major order with each digit that its
// candidates allow and that its row, column and box do not contain, in ascending order.
//
// The board is the only state. Contradicting clues are detected before the search, because the
// search checks only the cells that it fills. There is no look-ahead. This engine is the simple
// baseline for the others.

#include <bit>
#include <cstdint>
#include <memory>

#include "engines/plain_board.h"
#include "engines/registry.h"
#include "engines/search_engine.h"

namespace sudoku {
namespace {

class NaiveSearch {
 public:
  explicit NaiveSearch(const Shape& shape) : board_(shape) {}

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    board_.load(puzzle);
    for (int cell = 0; cell < board_.size(); ++cell) {
      if (board_[cell] != 0 && (board_.allowed(cell) & digit_bit(board_[cell])) == 0) return;
    }
    fill_from(0, monitor);
  }

 private:
  /// Fills the empty cells from `cell` on in every way. Returns false if the monitor ended the
  /// search.
  bool fill_from(int cell, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    while (cell < board_.size() && board_[cell] != 0) ++cell;
    if (cell == board_.size()) return monitor.found(board_);
    for (Digits untried = board_.allowed(cell); untried != 0;) {
      const int digit = std::countr_zero(untried) + 1;
      untried &= untried - 1;
      if (untried != 0 && !monitor.take_guess()) return false;
      board_[cell] = static_cast<std::uint8_t>(digit);
      const bool may_continue = fill_from(cell + 1, monitor);
      board_[cell] = 0;
      if (!may_continue) return false;
    }
    return true;
  }

  PlainBoard board_;
};

}  // namespace

std::unique_ptr<Engine> make_naive(const EngineOptions&) {
  const auto make = [](const Shape& shape) {
    return std::make_unique<SearchEngine<NaiveSearch>>(shape);
  };
  return std::make_unique<ShapedEngine>(make(k9x9), make);
}

}  // namespace sudoku
