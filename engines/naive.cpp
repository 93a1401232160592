// Plain recursion: fills the first empty cell in row-major order with each digit that its
// candidates allow and that its row, column and box do not contain, in ascending order.
//
// The board is the only state. Contradicting clues are detected before the search, because the
// search checks only the cells that it fills. There is no look-ahead. This engine is the simple
// baseline for the others.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/search_engine.h"

namespace sudoku {
namespace {

class NaiveSearch {
 public:
  explicit NaiveSearch(const Shape& shape) : houses_(shape) {
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) add_peers(cell);
    peer_count_ = peers_.size() / shape.cells();
  }

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    load_clues<HousesOfShape>(puzzle, cells_);
    candidates_.clear();
    for (std::size_t i = 0; i < puzzle.cells.size(); ++i) candidates_.push_back(puzzle.allowed(i));
    for (int cell = 0; cell < houses_.cells(); ++cell) {
      if (cells_[cell] != 0 && (allowed(cell) & digit_bit(cells_[cell])) == 0) return;
    }
    fill_from(0, monitor);
  }

 private:
  void add_peers(std::size_t cell) {
    const auto& own = houses_.of(cell);
    for (std::size_t kind = 0; kind < own.size(); ++kind) {
      for (const std::uint16_t peer : houses_.cells_of(own[kind])) {
        const auto& houses = houses_.of(peer);
        std::size_t first = 0;  // first kind of house that both cells share
        while (houses[first] != own[first]) ++first;
        if (peer != cell && first == kind) peers_.push_back(peer);
      }
    }
  }

  /// Fills the empty cells from `cell` on in every way. Returns false if the monitor ended the
  /// search.
  bool fill_from(int cell, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    while (cell < houses_.cells() && cells_[cell] != 0) ++cell;
    if (cell == houses_.cells()) return monitor.found(houses_.as_board(cells_));
    for (Digits untried = allowed(cell); untried != 0;) {
      const int digit = std::countr_zero(untried) + 1;
      untried &= untried - 1;
      if (untried != 0 && !monitor.take_guess()) return false;
      cells_[cell] = static_cast<std::uint8_t>(digit);
      const bool may_continue = fill_from(cell + 1, monitor);
      cells_[cell] = 0;
      if (!may_continue) return false;
    }
    return true;
  }

  /// Returns the candidates of a cell that no cell in its houses contains.
  Digits allowed(int cell) const {
    const auto i = static_cast<std::size_t>(cell);
    Digits digits = candidates_[i];
    for (const int peer : std::span(peers_).subspan(i * peer_count_, peer_count_)) {
      if (cells_[peer] != 0) digits &= ~digit_bit(cells_[peer]);
    }
    return digits;
  }

  HousesOfShape houses_;
  HousesOfShape::Cells cells_;
  std::vector<Digits> candidates_;    // by cell
  std::vector<std::uint16_t> peers_;  // cell by cell
  std::size_t peer_count_;            // per cell
};

}  // namespace

std::unique_ptr<Engine> make_naive(const EngineOptions&) {
  const auto make = [](const Shape& shape) {
    return std::make_unique<SearchEngine<NaiveSearch>>(shape);
  };
  return std::make_unique<ShapedEngine>(make(k9x9), make);
}

}  // namespace sudoku
