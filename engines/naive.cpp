// Plain recursion: fills the first empty cell in row-major order with each digit that its row,
// column and box do not contain and its candidates allow, in ascending order.
//
// The board is the only state. A single candidate counts as a clue. Contradicting clues are
// detected before the search, which checks only cells that it fills. There is no look-ahead: this
// is the simple baseline for the other engines.

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <vector>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"
#include "engines/single_candidates.h"

namespace sudoku {
namespace {

/// The cells that share a house with a cell, known at compile time.
class PeersOf9x9 {
 public:
  static constexpr Shape shape() { return k9x9; }
  static constexpr int side() { return kSize; }
  static constexpr int cells() { return kCells; }
  static const auto& of(int cell) { return kPeersOfCell[static_cast<std::size_t>(cell)]; }
  static bool allow(int, int) { return true; }
};

/// The same for any shape.
class PeersOfShape {
 public:
  const Shape& shape() const { return shape_; }
  int side() const { return side_; }
  int cells() const { return cells_; }
  std::span<const std::uint16_t> of(int cell) const {
    return std::span(peers_).subspan(static_cast<std::size_t>(cell) * peer_count_, peer_count_);
  }
  static bool allow(int, int) { return true; }

  void set_shape(const Shape& shape) {
    if (shape == shape_) return;
    side_ = static_cast<int>(shape.side());
    cells_ = static_cast<int>(shape.cells());
    peers_.clear();
    const HousesOfShape houses(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) add_peers(houses, cell);
    peer_count_ = peers_.size() / shape.cells();
    shape_ = shape;  // last, because the lines above may throw
  }

 private:
  /// Adds the peers of a cell in ascending order.
  void add_peers(const HousesOfShape& houses, std::size_t cell) {
    const auto& [row, column, box] = houses.of(cell);
    std::vector<std::uint16_t> lines;
    std::ranges::set_union(houses.cells_of(row), houses.cells_of(column),
                           std::back_inserter(lines));
    std::vector<std::uint16_t> peers;
    std::ranges::set_union(lines, houses.cells_of(box), std::back_inserter(peers));
    std::erase(peers, cell);
    peers_.insert(peers_.end(), peers.begin(), peers.end());
  }

  Shape shape_;
  int side_ = 0;
  int cells_ = 0;
  std::vector<std::uint16_t> peers_;  // cell by cell
  std::size_t peer_count_ = 0;        // per cell
};

/// Peers, and the candidates of one puzzle.
template <typename Peers>
class PeersAndCandidates {
 public:
  PeersAndCandidates(const Peers& peers, const Board& puzzle)
      : peers_(peers), candidates_(puzzle.candidates) {}

  Shape shape() const { return peers_.shape(); }
  int side() const { return peers_.side(); }
  int cells() const { return peers_.cells(); }
  auto of(int cell) const { return std::span(peers_.of(cell)); }
  bool allow(int cell, int digit) const {
    const auto bit = digit_bit(static_cast<std::uint8_t>(digit));
    return (candidates_[static_cast<std::size_t>(cell)] & bit) != 0;
  }

 private:
  const Peers& peers_;
  std::span<const Digits> candidates_;
};

using Cells = HousesOfShape::Cells;

template <typename Peers>
bool is_allowed(const Peers& peers, const Cells& board, int cell, int digit) {
  if (!peers.allow(cell, digit)) return false;
  for (const int peer : peers.of(cell)) {
    if (board[peer] == digit) return false;
  }
  return true;
}

template <typename Peers>
int next_allowed_digit(const Peers& peers, const Cells& board, int cell, int digit) {
  while (digit <= peers.side() && !is_allowed(peers, board, cell, digit)) ++digit;
  return digit;
}

template <typename Peers>
bool clues_obey_rules(const Peers& peers, const Cells& board) {
  for (int cell = 0; cell < peers.cells(); ++cell) {
    if (board[cell] != 0 && !is_allowed(peers, board, cell, board[cell])) return false;
  }
  return true;
}

/// Fills the empty cells from `cell` on in every way. Returns false if the monitor ended the
/// search.
template <typename Peers>
bool search(const Peers& peers, Cells& board, int cell, SearchMonitor& monitor) {
  if (!monitor.visit_node()) return false;
  while (cell < peers.cells() && board[cell] != 0) ++cell;
  if (cell == peers.cells()) {
    return monitor.found(
        {peers.shape(), std::span(board.cells).first(static_cast<std::size_t>(peers.cells()))});
  }
  int digit = next_allowed_digit(peers, board, cell, 1);
  while (digit <= peers.side()) {
    const int next_digit = next_allowed_digit(peers, board, cell, digit + 1);
    if (next_digit <= peers.side() && !monitor.take_guess()) return false;
    board[cell] = static_cast<std::uint8_t>(digit);
    const bool may_continue = search(peers, board, cell + 1, monitor);
    board[cell] = 0;
    if (!may_continue) return false;
    digit = next_digit;
  }
  return true;
}

class NaiveEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    SearchMonitor monitor(limits, answers, sink, puzzles.shape);
    if (puzzles.shape == k9x9) return solve_all(puzzles, PeersOf9x9(), monitor);
    peers_.set_shape(puzzles.shape);
    solve_all(puzzles, peers_, monitor);
  }

 private:
  template <typename Peers>
  static void solve_all(const Boards& puzzles, const Peers& peers, SearchMonitor& monitor) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (!monitor.begin(i)) continue;
      if (puzzles.have_candidates()) {
        solve_one(puzzles[i], PeersAndCandidates(peers, puzzles[i]), monitor);
      } else {
        solve_one(puzzles[i], peers, monitor);
      }
    }
  }

  template <typename Peers>
  static void solve_one(const Board& puzzle, const Peers& peers, SearchMonitor& monitor) {
    Cells board;
    std::copy(puzzle.cells.begin(), puzzle.cells.end(), board.cells.begin());
    fill_single_candidates(puzzle, board);
    if (clues_obey_rules(peers, board)) search(peers, board, 0, monitor);
  }

  PeersOfShape peers_;
};

}  // namespace

std::unique_ptr<Engine> make_naive(const EngineOptions&) { return std::make_unique<NaiveEngine>(); }

}  // namespace sudoku
