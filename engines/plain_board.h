#pragma once

#include <cstddef>
#include <cstdint>
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

  /// Returns the digits that the clue or the candidates of the puzzle allow in a cell.
  Digits candidates(int cell) const { return candidates_[static_cast<std::size_t>(cell)]; }
  /// Returns the cells that share a house with a cell.
  std::span<const std::uint16_t> peers(int cell) const {
    return std::span(peers_).subspan(static_cast<std::size_t>(cell) * peer_count_, peer_count_);
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

  HousesOfShape houses_;
  HousesOfShape::Cells cells_;
  std::vector<Digits> candidates_;    // by cell
  std::vector<std::uint16_t> peers_;  // cell by cell
  std::size_t peer_count_;            // per cell
};

}  // namespace sudoku
