#pragma once

#include <memory>

#include "engines/bitmask/cell_set.h"
#include "engines/bitmask/group_masks.h"
#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/search_monitor.h"
#include "engines/shaped_engine.h"

namespace sudoku::bitmask {

/// The engine around the search of an instruction set for 9x9, see search.h. Boards of other shapes
/// are searched by group masks.
template <typename Search>
class BitmaskEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (puzzles.shape != k9x9) {
      Engine& engine = other_shapes_.of(puzzles.shape, make_group_masks);
      return engine.solve(puzzles, limits, answers, sink);
    }
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
  ShapedEngine other_shapes_;
};

}  // namespace sudoku::bitmask
