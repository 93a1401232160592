#pragma once

#include "engines/lanes/grids.h"

// Included inside the namespace of a variant, see generic.h.

/// Reports the solutions of a batch, one by one or collected in a block.
class Solutions {
 public:
  /// Starts a batch, which must stay valid until flush(). Discards collected solutions.
  void begin(const Batch& batch, SolutionSink* sink) {
    batch_ = &batch;
    sink_ = sink;
    count_ = 0;
  }

  /// Reports the solutions in the lanes `lanes` of a block, now or in a later call. flush() reports
  /// the rest.
  void write(const Block& block, LaneSet lanes) {
    if constexpr (kCollectsSolutions) {
      collect(block, lanes);
    } else {
      for (; lanes != 0; lanes = without_first(lanes)) {
        const int lane = first_of(lanes);
        Grid solution;
        write_board(block, lane, reinterpret_cast<std::uint8_t*>(&solution));
        report(block.puzzle[lane], solution);
      }
    }
  }

  void flush() {
    if (count_ == 0) return;
    std::uint8_t solutions[kLanes * kCells];
    write_boards(collected_, solutions);
    for (int i = 0; i < count_; ++i) {
      report(collected_.puzzle[i], reinterpret_cast<const Grid*>(solutions)[i]);
    }
    count_ = 0;
  }

 private:
  void collect(const Block& block, LaneSet lanes) {
    while (lanes != 0) {
      const int count = smaller(size_of(lanes), kLanes - count_);
      const LaneSet from = first_lanes(lanes, count);
      const LaneSet into = first_lanes(kAllLanes, count) << count_;
      copy_lanes(block, from, collected_, into);
      lanes &= ~from;
      count_ += count;
      if (count_ == kLanes) flush();
    }
  }

  void report(std::uint16_t puzzle, const Grid& solution) {
    PuzzleState& state = batch_->states[puzzle];
    const bool is_wanted = !state.has_first_solution && batch_->solutions != nullptr;
    if (is_wanted) reinterpret_cast<Grid*>(batch_->solutions)[puzzle] = solution;
    state.has_first_solution = true;
    if (sink_ != nullptr) sink_->on_solution(batch_->first + puzzle, solution);
  }

  const Batch* batch_ = nullptr;
  SolutionSink* sink_ = nullptr;
  Block collected_;
  int count_ = 0;  // collected solutions
};
