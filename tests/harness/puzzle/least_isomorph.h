#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/houses.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {

/// Returns all orders of nine rows that keep bands together.
inline std::vector<Isomorphism::LineOrder> all_line_orders() {
  std::vector<Isomorphism::LineOrder> orders;
  Isomorphism::LineOrder order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  constexpr std::array<std::array<std::uint8_t, 3>, 6> triples{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  for (const auto& bands : triples) {
    for (std::size_t within = 0; within < 216; ++within) {
      const std::array<std::size_t, 3> choice{within / 36, within / 6 % 6, within % 6};
      for (std::size_t i = 0; i < 9; ++i) {
        order[i] = static_cast<std::uint8_t>(3 * bands[i / 3] + triples[choice[i / 3]][i % 3]);
      }
      orders.push_back(order);
    }
  }
  return orders;
}

/// The least isomorph of a puzzle, and how many of the 2 * 6^8 arrangements give it once digits are
/// renamed in order of appearance. For a complete grid this is the number of automorphisms.
struct LeastIsomorph {
  Grid grid;
  int arrangements = 0;
};

/// Counts the arrangement if it equals `least`, and replaces `least` if it is less.
inline void take_least(const Grid& puzzle, const Isomorphism& isomorphism, LeastIsomorph& least) {
  std::array<std::uint8_t, 10> names{};
  std::uint8_t name_count = 0;
  Grid image;
  bool is_less = false;
  for (int cell = 0; cell < kCells; ++cell) {
    const auto row = static_cast<std::size_t>(row_of(cell));
    const auto column = static_cast<std::size_t>(column_of(cell));
    const std::uint8_t digit = puzzle.cells[isomorphism.source_of(row, column)];
    if (digit != 0 && names[digit] == 0) names[digit] = ++name_count;
    image[cell] = names[digit];
    if (!is_less && image[cell] > least.grid[cell]) return;
    is_less |= image[cell] < least.grid[cell];
  }
  least = {image, is_less ? 1 : least.arrangements + 1};
}

/// Implements the definition directly.
inline LeastIsomorph least_isomorph(const Grid& puzzle) {
  LeastIsomorph least;
  least.grid.cells.fill(10);
  const auto orders = all_line_orders();
  Isomorphism isomorphism;
  for (const bool is_transposed : {false, true}) {
    isomorphism.is_transposed = is_transposed;
    for (const auto& rows : orders) {
      isomorphism.rows = rows;
      for (const auto& columns : orders) {
        isomorphism.columns = columns;
        take_least(puzzle, isomorphism, least);
      }
    }
  }
  return least;
}

}  // namespace sudoku
