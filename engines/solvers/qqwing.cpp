// QQwing: logic as people solve (singles, pairs, boxes with lines), then guesses.
// Stephen Ostermiller, https://qqwing.com.
//
// Its library tells whether a puzzle has no solution, one, or more, and the one. Those of a puzzle
// with more are found by filling an open cell with each digit in turn. It knows no limits: the
// clock is looked at between two calls.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include <qqwing.hpp>

#include "engines/geometry.h"
#include "engines/grid.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"
#include "engines/solvers/encoding.h"

namespace sudoku {
namespace {

class QqwingEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    SearchMonitor monitor(limits, answers, sink);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (!monitor.begin(i)) continue;
      answers.results[i].has_guesses = false;
      search(puzzles[i], monitor);
    }
  }

 private:
  /// False once the monitor ended the search.
  bool search(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.look()) return false;
    if (!encoding_.set(puzzle)) return true;
    Grid board = as_grid(encoding_.settled());
    if (encoding_.variables() == 0) return report(board, monitor);
    const int cell = encoding_.option(1).cell;
    switch (count_to_two(board)) {
      case 0:
        return true;
      case 1:
        return report(the_solution(), monitor);
      default:
        break;
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

  int count_to_two(const Grid& board) {
    std::array<int, kCells> cells;
    std::copy(board.cells.begin(), board.cells.end(), cells.begin());
    library_.setPuzzle(cells.data());
    return library_.countSolutionsLimited();
  }

  /// Of the board counted last. How the library gets there depends on chance, and is no matter.
  Grid the_solution() {
    library_.solve();
    const int* cells = library_.getSolution();
    Grid solution;
    std::transform(cells, cells + kCells, solution.cells.begin(),
                   [](int digit) { return static_cast<std::uint8_t>(digit); });
    return solution;
  }

  solvers::Encoding encoding_;
  qqwing::SudokuBoard library_;
};

}  // namespace

std::string package_of_qqwing() {
  return "QQwing " + qqwing::getVersion();
}

std::unique_ptr<Engine> make_qqwing(const EngineOptions&) {
  return std::make_unique<QqwingEngine>();
}

}  // namespace sudoku
