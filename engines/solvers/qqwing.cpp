// QQwing: human techniques (singles, pairs, box-line interactions), then guesses.
// S. Ostermiller, https://qqwing.com.
//
// The library detects whether a puzzle has no, one or several solutions, and returns a single one.
// If there are several, this engine fills an empty cell with each digit in turn. The library has no
// limits. It therefore runs in a sub-process, which is killed if it takes too long.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <qqwing.hpp>

#include "engines/grid.h"
#include "engines/houses.h"
#include "engines/problem.h"
#include "engines/registry.h"
#include "engines/search_engine.h"
#include "engines/search_monitor.h"
#include "engines/solvers/forked_process.h"

namespace sudoku {
namespace {

using solvers::ForkedProcess;

/// The number of solutions, at most two, and the cells of a single solution.
using Answer = std::array<unsigned char, 1 + kCells>;

/// Calls the library, in the sub-process.
void answer_with(qqwing::SudokuBoard& library, ForkedProcess::Bytes board,
                 ForkedProcess::Bytes answer) {
  std::array<int, kCells> cells;
  std::copy(board.begin(), board.end(), cells.begin());
  library.setPuzzle(cells.data());
  answer[0] = static_cast<unsigned char>(std::min(library.countSolutionsLimited(), 2));
  if (answer[0] != 1) return;
  // The path to the solution is random, the solution is not.
  library.solve();
  std::transform(library.getSolution(), library.getSolution() + kCells, answer.begin() + 1,
                 [](int digit) { return static_cast<unsigned char>(digit); });
}

class QqwingSearch {
 public:
  static constexpr bool kReportsNoGuesses = true;

  /// Returns false if the monitor ended the search.
  bool solve(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.poll()) return false;
    if (!problem_.read(puzzle)) return true;
    Grid board = as_grid(problem_.board());
    if (problem_.option_count() == 0) return report(board, monitor);
    const int cell = problem_.place(0).cell;
    if (!ask(board, monitor)) return false;
    if (answer_[0] == 0) return true;
    if (answer_[0] == 1) {
      std::copy(answer_.begin() + 1, answer_.end(), board.cells.begin());
      return report(board, monitor);
    }
    for (int digit = 1; digit <= kSize; ++digit) {
      board[cell] = static_cast<std::uint8_t>(digit);
      if (!solve(board, monitor)) return false;
    }
    return true;
  }

 private:
  static bool report(const Grid& solution, SearchMonitor& monitor) {
    return monitor.found(solution) && monitor.take_guess() && monitor.poll();
  }

  bool ask(const Grid& board, SearchMonitor& monitor) {
    using Reply = ForkedProcess::Reply;
    const bool is_new = !process_;
    if (is_new) {
      process_.emplace(kCells, answer_.size(), [this](auto question, auto answer) {
        answer_with(library_, question, answer);
      });
    }
    Reply reply = process_->ask(board.cells) ? Reply::pending : Reply::failed;
    while (reply == Reply::pending && monitor.poll()) reply = process_->receive(answer_);
    if (reply == Reply::received) return true;
    process_.reset();
    if (reply == Reply::pending) return false;
    // The sub-process dies with the thread that started it. Retry once with a new one.
    return is_new ? monitor.fail() : ask(board, monitor);
  }

  Problem problem_;
  qqwing::SudokuBoard library_;
  std::optional<ForkedProcess> process_;
  Answer answer_{};
};

}  // namespace

std::string package_of_qqwing() { return "QQwing " + qqwing::getVersion(); }

std::unique_ptr<Engine> make_qqwing(const EngineOptions&) {
  return std::make_unique<SearchEngine<QqwingSearch>>();
}

}  // namespace sudoku
