#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "engines/continuation.h"
#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/lanes/puzzle_clocks.h"

namespace sudoku::lanes {

/// The engine around the `Search` of a variant. It is compiled for every CPU; all that a CPU may
/// lack is behind the functions of `Search`.
template <typename Search, typename Batch, typename PuzzleNote, int kMaxBatch>
class LanesEngine final : public Engine, public PuzzleClocks, public Continuation {
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

  void begin(const SolveLimits& limits, const Answers& answers, SolutionSink* sink) override {
    limits_ = &limits;
    answers_ = &answers;
    sink_ = sink;
    // Searches whose time is limited begin together, as the clocks of all run on.
    most_boards_ = limits.max_time.count() == 0 ? kManyBoards : ~std::size_t{0};
  }

  Place add(std::size_t puzzle) override {
    if (boards_ == 0 || puzzle != first_ + last_) add_puzzle(puzzle);
    ++boards_;
    return {search_.add(last_), Search::kStride};
  }

  void finish() override {
    if (boards_ != 0) search_.go_on();
    boards_ = 0;
  }

 private:
  /// As many boards as keep the lanes full but for a small part of the time.
  static constexpr std::size_t kManyBoards = 512;

  void add_puzzle(std::size_t puzzle) {
    const bool has_number = first_ <= puzzle && puzzle - first_ < kMaxBatch;
    if (!has_number || boards_ >= most_boards_) finish();
    if (boards_ == 0) begin_batch(puzzle - puzzle % kMaxBatch);
    last_ = static_cast<std::uint16_t>(puzzle - first_);
    notes_[last_] = {};
    notes_[last_].has_first_solution = answers_->results[puzzle].solutions != 0;
  }

  /// Of puzzles that are no longer to be read.
  void begin_batch(std::size_t first) {
    first_ = first;
    const std::size_t size = std::min<std::size_t>(answers_->results.size() - first, kMaxBatch);
    if (notes_.size() < size) notes_.resize(size);
    const Answers part = answers_->subspan(first, size, k9x9);
    search_.begin(
        Batch{nullptr, static_cast<int>(size), part.results.data(),
              part.solutions.empty() ? nullptr : part.solutions.data(), notes_.data(), first},
        *limits_, sink_);
  }

  std::vector<PuzzleNote> notes_;
  Search search_;

  // Of the searches that others have begun.
  const SolveLimits* limits_ = nullptr;
  const Answers* answers_ = nullptr;
  SolutionSink* sink_ = nullptr;
  std::size_t most_boards_ = 0;
  std::size_t boards_ = 0;  // added and not yet searched
  std::size_t first_ = 0;   // puzzle of the batch
  std::uint16_t last_ = 0;  // puzzle added, from there
};

}  // namespace sudoku::lanes
