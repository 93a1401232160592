#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "engines/engine.h"
#include "engines/lanes/puzzle_clocks.h"

namespace sudoku::lanes {

/// The engine around the `Search` of a variant. It is compiled for every CPU; all that a CPU may
/// lack is behind the functions of `Search`.
template <typename Search, typename Batch, typename PuzzleNote, int kMaxBatch>
class LanesEngine final : public Engine, public PuzzleClocks {
 public:
  void solve(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results, SolutionSink* sink) override {
    static_assert(sizeof(Grid) == kCells && std::is_standard_layout_v<Grid>);
    notes_.assign(puzzles.size(), PuzzleNote{});
    for (std::size_t first = 0; first < puzzles.size(); first += kMaxBatch) {
      const std::size_t size = std::min<std::size_t>(puzzles.size() - first, kMaxBatch);
      const auto* grids = reinterpret_cast<const std::uint8_t*>(puzzles.data() + first);
      search_.run(Batch{grids, static_cast<int>(size), results.data() + first,
                        notes_.data() + first, first},
                  limits, sink);
    }
  }

  std::chrono::nanoseconds spent(std::size_t puzzle) const override {
    return std::chrono::nanoseconds(notes_[puzzle].last_seen_ns - notes_[puzzle].first_seen_ns);
  }

 private:
  std::vector<PuzzleNote> notes_;
  Search search_;
};

}  // namespace sudoku::lanes
