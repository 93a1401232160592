#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/houses.h"

namespace sudoku {

/// Counts the solutions of a puzzle of any shape up to a limit. The limit 0 counts all solutions.
/// To be independent of the engines, it shares only the table of houses with them.
class PlainCount {
 public:
  static std::uint64_t of(const Board& puzzle, std::uint64_t limit) {
    Cells cells(puzzle.cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = puzzle.allowed(i);
    PlainCount count(puzzle.shape, limit);
    count.search(cells);
    return count.found_;
  }

 private:
  using Cells = std::vector<Digits>;
  struct Option {
    std::size_t cell;
    std::size_t digit;  // from 0
  };

  PlainCount(const Shape& shape, std::uint64_t limit)
      : houses_(shape), limit_(limit), settled_(shape.cells()) {}

  /// Tries the cells of a digit in a house, or the digits of a cell, whichever are fewer.
  void search(const Cells& cells) {
    const std::size_t side = houses_.shape().side();
    std::size_t fewest = side + 1;
    std::vector<Option> options;
    for (std::size_t i = 0; i < cells.size() && fewest > 1; ++i) {
      const auto size = static_cast<std::size_t>(std::popcount(cells[i]));
      if (size >= fewest || settled_[i]) continue;
      fewest = size;
      options.clear();
      for (std::size_t d = 0; d < side; ++d) {
        if ((cells[i] >> d & 1) != 0) options.push_back({i, d});
      }
    }
    for (std::size_t house = 0; house < 3 * side && fewest > 1; ++house) {
      for (std::size_t d = 0; d < side && fewest > 1; ++d) {
        std::vector<Option> places;
        bool is_settled = false;
        for (const std::size_t cell : houses_.cells_of(house)) {
          if ((cells[cell] >> d & 1) == 0) continue;
          places.push_back({cell, d});
          is_settled = is_settled || settled_[cell];
        }
        if (is_settled || places.size() >= fewest) continue;
        fewest = places.size();
        options = places;
      }
    }
    if (fewest > side) ++found_;
    for (const auto& [cell, digit] : options) {
      if (limit_ != 0 && found_ == limit_) return;
      Cells child = cells;
      for (const std::size_t house : houses_.of(cell)) {
        for (const std::size_t peer : houses_.cells_of(house)) child[peer] &= ~(Digits{1} << digit);
      }
      child[cell] = Digits{1} << digit;
      settled_[cell] = true;
      search(child);
      settled_[cell] = false;
    }
  }

  HousesOfShape houses_;
  std::uint64_t limit_;
  std::uint64_t found_ = 0;
  std::vector<bool> settled_;
};

}  // namespace sudoku
