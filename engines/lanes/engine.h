#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engines/continuation.h"
#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/lanes/batch.h"

namespace sudoku::lanes {

/// The engine around the search of a variant. It is compiled for every CPU. Only functions of
/// `Search` use the instruction set.
template <typename Search>
class LanesEngine final : public Engine, public PuzzleClocks, public Continuation {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    const std::size_t count = puzzles.size();
    states_.assign(count, PuzzleState{});
    std::fill(answers.results.begin(), answers.results.end(), SolveResult{});
    for (std::size_t first = 0; first < count; first += kMaxBatch) {
      const std::size_t size = std::min(count - first, kMaxBatch);
      const Boards part = puzzles.subspan(first, size);
      search_.run(batch_of(part, answers.subspan(first, size, k9x9), states_.data() + first, first),
                  limits, sink);
    }
  }

  std::chrono::nanoseconds spent(std::size_t puzzle) const override {
    return std::chrono::nanoseconds(states_[puzzle].last_seen_ns - states_[puzzle].first_seen_ns);
  }

  void begin(const SolveLimits& limits, const Answers& answers, SolutionSink* sink,
             std::size_t first_puzzle) override {
    static_assert(kMostPuzzles <= kMaxBatch);
    first_ = first_puzzle;
    last_ = kNoPuzzle;
    const std::size_t size = std::min(answers.results.size() - first_puzzle, kMostPuzzles);
    if (states_.size() < size) states_.resize(size);
    const Answers part = answers.subspan(first_puzzle, size, k9x9);
    results_ = part.results;
    search_.begin_with_boards(batch_of({k9x9, {}}, part, states_.data(), first_), limits, sink);
  }

  Place add(std::size_t puzzle) override {
    const std::size_t number = puzzle - first_;
    if (number != last_) {
      last_ = number;
      states_[number] = {};
      states_[number].has_first_solution = results_[number].solutions != 0;
    }
    return {search_.add(static_cast<std::uint16_t>(number)), Search::kStride};
  }

  void finish() override { search_.continue_search(); }

 private:
  static constexpr std::size_t kNoPuzzle = kMostPuzzles;

  /// The batch of the puzzles of `answers`. `puzzles` is empty if boards of them will be added.
  static Batch batch_of(const Boards& puzzles, const Answers& answers, PuzzleState* states,
                        std::size_t first) {
    return {puzzles.cells.data(),
            puzzles.have_candidates() ? puzzles.candidates.data() : nullptr,
            static_cast<int>(answers.results.size()),
            answers.results.data(),
            answers.solutions.empty() ? nullptr : answers.solutions.data(),
            states,
            first};
  }

  std::vector<PuzzleState> states_;
  Search search_;

  // For continued searches.
  std::size_t first_ = 0;           // first puzzle of the batch
  std::size_t last_ = kNoPuzzle;    // puzzle of the last added board, relative to first_
  std::span<SolveResult> results_;  // of the batch
};

}  // namespace sudoku::lanes
