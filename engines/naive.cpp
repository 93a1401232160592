// Plain recursion: the first empty cell in row-major order, its digits ascending, each tried if a
// scan of row, column and box finds no equal digit.
//
// State is the board alone. Clues that break the rules are found before the search, because a scan
// looks only at the peers of cells that it fills. There is no look-ahead: this is the slow, obvious
// engine that the others are compared with.

#include <vector>

#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

class NaiveEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    set_shape(puzzles.shape);
    SearchMonitor monitor(limits, answers, sink);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (!monitor.begin(i)) continue;
      const Board puzzle = puzzles[i];
      board_.assign(puzzle.cells.begin(), puzzle.cells.end());
      if (clues_obey_rules()) search(0, monitor);
    }
  }

 private:
  /// Finds out which cells stand together.
  void set_shape(const Shape& shape) {
    if (shape == shape_) return;
    shape_ = shape;
    peers_.clear();
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      for (std::size_t other = 0; other < shape.cells(); ++other) {
        if (other != cell && share_house(cell, other)) {
          peers_.push_back(static_cast<std::uint16_t>(other));
        }
      }
    }
    peer_count_ = peers_.size() / shape.cells();
  }

  bool share_house(std::size_t a, std::size_t b) const {
    const std::size_t side = shape_.side();
    const bool share_box = a / side / shape_.box_rows == b / side / shape_.box_rows &&
                           a % side / shape_.box_columns == b % side / shape_.box_columns;
    return a / side == b / side || a % side == b % side || share_box;
  }

  bool is_allowed(std::size_t cell, std::size_t digit) const {
    const std::uint16_t* const peers = peers_.data() + cell * peer_count_;
    for (std::size_t i = 0; i < peer_count_; ++i) {
      if (board_[peers[i]] == digit) return false;
    }
    return true;
  }

  std::size_t next_allowed_digit(std::size_t cell, std::size_t digit) const {
    while (digit <= shape_.side() && !is_allowed(cell, digit)) ++digit;
    return digit;
  }

  bool clues_obey_rules() const {
    for (std::size_t cell = 0; cell < board_.size(); ++cell) {
      if (board_[cell] != 0 && !is_allowed(cell, board_[cell])) return false;
    }
    return true;
  }

  /// Fills the empty cells from `cell` on in every way. False if the monitor ended the search.
  bool search(std::size_t cell, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    while (cell < board_.size() && board_[cell] != 0) ++cell;
    if (cell == board_.size()) return monitor.found({shape_, board_});
    std::size_t digit = next_allowed_digit(cell, 1);
    while (digit <= shape_.side()) {
      const std::size_t next_digit = next_allowed_digit(cell, digit + 1);
      if (next_digit <= shape_.side() && !monitor.take_guess()) return false;
      board_[cell] = static_cast<std::uint8_t>(digit);
      const bool goes_on = search(cell + 1, monitor);
      board_[cell] = 0;
      if (!goes_on) return false;
      digit = next_digit;
    }
    return true;
  }

  Shape shape_;
  std::vector<std::uint8_t> board_;
  std::vector<std::uint16_t> peers_;  // of each cell in turn, ascending
  std::size_t peer_count_ = 0;        // of a cell
};

}  // namespace

std::unique_ptr<Engine> make_naive(const EngineOptions&) {
  return std::make_unique<NaiveEngine>();
}

}  // namespace sudoku
