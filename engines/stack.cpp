// Depth-first search without recursion: the empty cells in a fixed order, for each the candidates
// that the cells before it leave, ascending, and a stack of the index chosen among them. Forward to
// the next empty cell while a candidate is left, back to the last one otherwise.
//
// The order of the cells is column by column or row by row; it fixes the order of the solutions.
// Which digits a row, column and box hold is kept in one mask a house, so that the candidates of a
// cell are one expression.

#include <array>
#include <cstddef>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

using Mask = std::uint16_t;  // bit d - 1 stands for digit d
constexpr Mask kAllDigits = 0x1FF;

/// An empty cell on the path from the first one to the one being filled.
struct Frame {
  int cell;
  std::array<std::uint8_t, kSize> candidates;
  std::uint8_t candidate_count;
  std::uint8_t chosen;  // index of the candidate that is tried next
};

class StackEngine final : public Engine {
 public:
  explicit StackEngine(CellOrder order) : order_(order) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_each(puzzles, limits, answers, sink, [this](const Grid& puzzle, SearchMonitor& monitor) {
      if (load(puzzle)) search(monitor);
    });
  }

 private:
  /// False if two equal clues stand in one house.
  bool load(const Grid& puzzle) {
    grid_ = puzzle;
    seen_ = {};
    depth_count_ = 0;
    for (int i = 0; i < kCells; ++i) {
      const int cell = order_ == CellOrder::row ? i : i % kSize * kSize + i / kSize;
      if (puzzle[cell] == 0) {
        frames_[depth_count_++].cell = cell;
        continue;
      }
      if ((candidates_of(cell) & bit(puzzle[cell])) == 0) return false;
      toggle(cell, puzzle[cell]);
    }
    return true;
  }

  void search(SearchMonitor& monitor) {
    std::size_t depth = 0;
    if (!enter(depth, monitor)) return;
    while (true) {
      if (depth < depth_count_ && frames_[depth].chosen < frames_[depth].candidate_count) {
        if (!take_candidate(frames_[depth], monitor) || !enter(++depth, monitor)) return;
      } else {
        if (depth == 0) return;
        take_back(frames_[--depth]);
      }
    }
  }

  /// Lists the candidates of the cell at `depth`; past the last one, the board is a solution.
  bool enter(std::size_t depth, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    if (depth == depth_count_) return monitor.found(grid_);
    Frame& frame = frames_[depth];
    frame.chosen = 0;
    frame.candidate_count = 0;
    const Mask candidates = candidates_of(frame.cell);
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      if ((candidates & bit(digit)) != 0) frame.candidates[frame.candidate_count++] = digit;
    }
    return true;
  }

  bool take_candidate(Frame& frame, SearchMonitor& monitor) {
    if (frame.chosen + 1 < frame.candidate_count && !monitor.take_guess()) return false;
    grid_[frame.cell] = frame.candidates[frame.chosen];
    toggle(frame.cell, grid_[frame.cell]);
    return true;
  }

  void take_back(Frame& frame) {
    toggle(frame.cell, grid_[frame.cell]);
    grid_[frame.cell] = 0;
    ++frame.chosen;
  }

  static Mask bit(int digit) { return static_cast<Mask>(1U << (digit - 1)); }

  Mask candidates_of(int cell) const {
    const unsigned seen = seen_[row(cell)] | seen_[column(cell)] | seen_[box(cell)];
    return static_cast<Mask>(kAllDigits & ~seen);
  }

  void toggle(int cell, int digit) {
    for (const std::size_t house : {row(cell), column(cell), box(cell)}) seen_[house] ^= bit(digit);
  }

  static std::size_t row(int cell) { return static_cast<std::size_t>(row_of(cell)); }
  static std::size_t column(int cell) { return static_cast<std::size_t>(kSize + column_of(cell)); }
  static std::size_t box(int cell) { return static_cast<std::size_t>(2 * kSize + box_of(cell)); }

  CellOrder order_;
  Grid grid_;
  std::array<Mask, kHouses> seen_{};  // the digits of each house
  std::array<Frame, kCells> frames_{};
  std::size_t depth_count_ = 0;  // number of empty cells
};

}  // namespace

std::unique_ptr<Engine> make_stack(const EngineOptions& options) {
  return std::make_unique<StackEngine>(options.cell_order);
}

}  // namespace sudoku
