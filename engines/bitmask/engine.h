#pragma once

#include <memory>

#include "engines/bitmask/cell_set.h"
#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/search_monitor.h"

namespace sudoku::bitmask {

/// The engine of one instruction set for 9x9. Passes each puzzle to `Search`, see search.h.
template <typename Search>
class BitmaskEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (puzzles.have_candidates()) {
      const auto search = [this](const Board& puzzle, SearchMonitor& monitor) {
        search_.solve(places_of(puzzle), monitor);
      };
      return solve_each_board(puzzles, limits, answers, sink, search);
    }
    solve_each(puzzles, limits, answers, sink, [this](const Grid& puzzle, SearchMonitor& monitor) {
      search_.solve(puzzle, monitor);
    });
  }

 private:
  Search search_;
};

}  // namespace sudoku::bitmask
