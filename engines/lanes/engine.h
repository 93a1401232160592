#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/lanes/puzzle_clocks.h"

namespace sudoku::lanes {

/// The engine around the `Search` of a variant. It is compiled for every CPU; all that a CPU may
/// lack is behind the functions of `Search`.
template <typename Search, typename Batch, typename PuzzleNote, int kMaxBatch>
class LanesEngine final : public Engine, public PuzzleClocks {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    const std::size_t count = puzzles.size();
    notes_.assign(count, PuzzleNote{});
    for (std::size_t first = 0; first < count; first += kMaxBatch) {
      const std::size_t size = std::min<std::size_t>(count - first, kMaxBatch);
      const Answers part = answers.subspan(first, size, k9x9);
      search_.run(
          Batch{puzzles.subspan(first, size).cells.data(), static_cast<int>(size),
                part.results.data(), part.solutions.empty() ? nullptr : part.solutions.data(),
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
