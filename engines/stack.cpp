// Depth-first search without recursion. The empty cells have a fixed order: column by column or row
// by row. The stack holds, for each cell up to the current one, its candidates in ascending order
// and the index of the chosen one. The search moves to the next cell while a candidate is left, and
// back otherwise. The order of the cells determines the order of the solutions.
//
// A single given candidate counts as a clue. A mask per house holds its digits, so that the
// candidates of a cell are one expression.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/search_engine.h"

namespace sudoku {
namespace {

template <typename Houses>
class StackSearch {
 public:
  StackSearch(const Houses& houses, CellOrder order) : houses_(houses), order_(order) {}

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    if (load(puzzle)) search(monitor);
  }

 private:
  /// Bit d - 1 stands for digit d.
  using Mask = std::conditional_t<std::is_same_v<Houses, Houses9x9>, std::uint16_t, std::uint64_t>;

  /// An empty cell between the first one and the current one.
  struct Frame {
    int cell;
    std::array<std::uint8_t, Houses::kSideRoom> candidates;
    std::uint8_t candidate_count;
    std::uint8_t chosen;  // index of the candidate to try next
  };

  /// Returns false if a house has two equal clues, or the candidates do not allow a clue.
  bool load(const Board& puzzle) {
    load_clues<Houses>(puzzle, cells_);
    seen_ = {};
    depth_count_ = 0;
    const int side = houses_.side();
    for (int i = 0; i < houses_.cells(); ++i) {
      const int cell = order_ == CellOrder::row ? i : i % side * side + i / side;
      allowed_[static_cast<std::size_t>(cell)] =
          static_cast<Mask>(puzzle.allowed(static_cast<std::size_t>(cell)));
      if (cells_[cell] == 0) {
        frames_[depth_count_++].cell = cell;
        continue;
      }
      if ((candidates_of(cell) & bit(cells_[cell])) == 0) return false;
      toggle(cell, cells_[cell]);
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

  /// Lists the candidates of the cell at `depth`. After the last cell, reports the solution.
  bool enter(std::size_t depth, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    if (depth == depth_count_) return monitor.found(houses_.as_board(cells_));
    Frame& frame = frames_[depth];
    frame.chosen = 0;
    frame.candidate_count = 0;
    Digits candidates = candidates_of(frame.cell);
    for (; candidates != 0; candidates &= candidates - 1) {
      const int digit = std::countr_zero(candidates) + 1;
      frame.candidates[frame.candidate_count++] = static_cast<std::uint8_t>(digit);
    }
    return true;
  }

  bool take_candidate(Frame& frame, SearchMonitor& monitor) {
    if (frame.chosen + 1 < frame.candidate_count && !monitor.take_guess()) return false;
    cells_[frame.cell] = frame.candidates[frame.chosen];
    toggle(frame.cell, cells_[frame.cell]);
    return true;
  }

  void take_back(Frame& frame) {
    toggle(frame.cell, cells_[frame.cell]);
    cells_[frame.cell] = 0;
    ++frame.chosen;
  }

  static Mask bit(int digit) { return static_cast<Mask>(Mask{1} << (digit - 1)); }

  Mask candidates_of(int cell) const {
    const auto& [row, column, box] = houses_.of(cell);
    return static_cast<Mask>(allowed_[static_cast<std::size_t>(cell)] &
                             ~(seen_[row] | seen_[column] | seen_[box]));
  }

  void toggle(int cell, int digit) {
    for (const std::size_t house : houses_.of(cell)) seen_[house] ^= bit(digit);
  }

  Houses houses_;
  CellOrder order_;
  typename Houses::Cells cells_;
  std::array<Mask, Houses::kCellRoom> allowed_{};   // digits by cell: its clue or candidates
  std::array<Mask, 3 * Houses::kSideRoom> seen_{};  // digits by house
  std::array<Frame, Houses::kCellRoom> frames_{};
  std::size_t depth_count_ = 0;  // number of empty cells
};

}  // namespace

std::unique_ptr<Engine> make_stack(const EngineOptions& options) {
  const CellOrder order = options.cell_order;
  return std::make_unique<ShapedEngine>(
      std::make_unique<SearchEngine<StackSearch<Houses9x9>>>(Houses9x9(), order),
      [order](const Shape& shape) {
        return std::make_unique<SearchEngine<StackSearch<HousesOfShape>>>(HousesOfShape(shape),
                                                                          order);
      });
}

}  // namespace sudoku
