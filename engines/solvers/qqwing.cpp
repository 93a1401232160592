// QQwing: logic as people solve (singles, pairs, boxes with lines), then guesses.
// Stephen Ostermiller, https://qqwing.com.
//
// Its library tells whether a puzzle has no solution, one, or more, and the one. Those of a puzzle
// with more are found by filling an open cell with each digit in turn. It knows no limits, so it
// works in a process of its own, which is killed where it takes too long.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <qqwing.hpp>

#include "engines/grid.h"
#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"
#include "engines/solvers/encoding.h"
#include "engines/solvers/forked_process.h"

namespace sudoku {
namespace {

using solvers::ForkedProcess;

/// How many solutions there are, up to two, and the cells of the only one.
using Answer = std::array<unsigned char, 1 + kCells>;

/// Calls the library, in the process that is there for it.
void answer_with(qqwing::SudokuBoard& library, ForkedProcess::Bytes board,
                 ForkedProcess::Bytes answer) {
  std::array<int, kCells> cells;
  std::copy(board.begin(), board.end(), cells.begin());
  library.setPuzzle(cells.data());
  answer[0] = static_cast<unsigned char>(std::min(library.countSolutionsLimited(), 2));
  if (answer[0] != 1) return;
  // How it gets there depends on chance, and is no matter.
  library.solve();
  std::transform(library.getSolution(), library.getSolution() + kCells, answer.begin() + 1,
                 [](int digit) { return static_cast<unsigned char>(digit); });
}

class QqwingEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_each_board_without_guesses(
        puzzles, limits, answers, sink,
        [this](const Board& puzzle, SearchMonitor& monitor) { search(puzzle, monitor); });
  }

 private:
  /// False once the monitor ended the search.
  bool search(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.look()) return false;
    if (!encoding_.set(puzzle)) return true;
    Grid board = as_grid(encoding_.settled());
    if (encoding_.variables() == 0) return report(board, monitor);
    const int cell = encoding_.option(1).cell;
    if (!ask(board, monitor)) return false;
    if (answer_[0] == 0) return true;
    if (answer_[0] == 1) {
      std::copy(answer_.begin() + 1, answer_.end(), board.cells.begin());
      return report(board, monitor);
    }
    for (int digit = 1; digit <= kSize; ++digit) {
      board[cell] = static_cast<std::uint8_t>(digit);
      if (!search(board, monitor)) return false;
    }
    return true;
  }

  static bool report(const Grid& solution, SearchMonitor& monitor) {
    return monitor.found(solution) && monitor.take_guess() && monitor.look();
  }

  bool ask(const Grid& board, SearchMonitor& monitor) {
    using Reply = ForkedProcess::Reply;
    const bool is_new = !process_;
    if (is_new) {
      process_.emplace(kCells, answer_.size(), [this](auto question, auto answer) {
        answer_with(library_, question, answer);
      });
    }
    Reply reply = process_->ask(board.cells) ? Reply::is_not_there_yet : Reply::has_died;
    while (reply == Reply::is_not_there_yet && monitor.look()) reply = process_->receive(answer_);
    if (reply == Reply::is_there) return true;
    process_.reset();
    if (reply == Reply::is_not_there_yet) return false;
    // An old one may have died before it was asked, with the thread that started it.
    return is_new ? monitor.break_down() : ask(board, monitor);
  }

  solvers::Encoding encoding_;
  qqwing::SudokuBoard library_;
  std::optional<ForkedProcess> process_;
  Answer answer_{};
};

}  // namespace

std::string package_of_qqwing() {
  return "QQwing " + qqwing::getVersion();
}

std::unique_ptr<Engine> make_qqwing(const EngineOptions&) {
  return std::make_unique<QqwingEngine>();
}

}  // namespace sudoku
