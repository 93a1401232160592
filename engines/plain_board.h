#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "engines/houses.h"

namespace sudoku {

/// A board of any shape, for a search that keeps no state except the cells of the board.
class PlainBoard {
 public:
  explicit PlainBoard(const Shape& shape) : houses_(shape) {
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) add_peers(cell);
    peer_count_ = peers_.size() / shape.cells();
  }

  /// Loads the clues and candidates of a puzzle. A single candidate counts as a clue.
  void load(const Board& puzzle) {
    load_clues<HousesOfShape>(puzzle, cells_);
    candidates_.clear();
    for (std::size_t i = 0; i < puzzle.cells.size(); ++i) candidates_.push_back(puzzle.allowed(i));
  }

  int size() const { return houses_.cells(); }
  std::uint8_t operator[](int cell) const { return cells_[cell]; }
  std::uint8_t& operator[](int cell) { return cells_[cell]; }
  operator Board() const { return houses_.as_board(cells_); }

  /// Returns the digits that the clue or the candidates of the puzzle allow in a cell, and that no
  /// other cell of its row, column and box contains.
  Digits allowed(int cell) const {
    const auto i = static_cast<std::size_t>(cell);
    Digits digits = candidates_[i];
    for (const int peer : std::span(peers_).subspan(i * peer_count_, peer_count_)) {
      if (cells_[peer] != 0) digits &= ~digit_bit(cells_[peer]);
    }
    return digits;
  }

 private:
  void add_peers(std::size_t cell) {
    std::set<std::uint16_t> peers;
    for (const std::size_t house : houses_.of(cell)) {
      peers.insert(houses_.cells_of(house).begin(), houses_.cells_of(house).end());
    }
    peers.erase(static_cast<std::uint16_t>(cell));
    peers_.insert(peers_.end(), peers.begin(), peers.end());
  }

  HousesOfShape houses_;
  HousesOfShape::Cells cells_;
  std::vector<Digits> candidates_;    // by cell
  std::vector<std::uint16_t> peers_;  // cell by cell
  std::size_t peer_count_;            // per cell
};

}  // namespace sudoku
