// The canonical form of a complete grid. The first row is 123456789, whichever row of the grid
// comes there, as that names the digits. What is left is the order of rows and columns, and few
// choices decide it:
//
// - Which row comes first, which one of its band second, and which stack first.
// - The order of the first stack's columns. A second row of 45 and more comes before one of 47, and
//   two of the three digits that it has in a box always share a box of the first row: only orders
//   in which these two come first are tried.
// - All other columns follow. Each has a digit of the first row, and stands the further left in its
//   stack the sooner the second row has that digit.
// - So do the other bands, and the rows in them: the digits of the first column all differ and are
//   least in ascending order.
//
// That the least form is found by way of its first rows, which few arrangements have, is common
// property of the players' forum (forum.enjoysudoku.com).

#include "harness/puzzle/canonical_solution.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "engines/houses.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

using Line = std::array<std::uint8_t, kSize>;

/// Three rows of a band or columns of a stack.
using Trio = std::array<std::uint8_t, 3>;

constexpr std::array<Trio, 6> kOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

constexpr std::size_t group_of(std::size_t line) {
  return line / 3;
}

/// The lines of a band or stack in an order.
constexpr Trio lines_of(std::size_t group, const Trio& order) {
  Trio lines{};
  for (std::size_t i = 0; i < 3; ++i) lines[i] = static_cast<std::uint8_t>(3 * group + order[i]);
  return lines;
}

/// Nine cells as one number, four bits a cell, that compares as the characters do.
using RowValue = std::uint64_t;
constexpr RowValue kFirstRow = 0x123456789;

class SolutionCanonicalizer {
 public:
  SolutionCanonicalizer() {
    least_.fill(std::numeric_limits<RowValue>::max());
    least_[0] = kFirstRow;
  }

  /// Tries all arrangements that may be the least, but for those that transpose.
  void try_rows(const Grid& solution) {
    for (std::size_t cell = 0; cell < solution.cells.size(); ++cell) {
      rows_[cell / kSize][cell % kSize] = solution.cells[cell];
    }
    for (std::size_t band = 0; band < 3; ++band) {
      for (const Trio& order : kOrders) {
        band_ = lines_of(band, order);
        find_leads();
        for (std::size_t stack = 0; stack < 3; ++stack) try_stack(stack);
      }
    }
  }

  Grid least() const {
    Grid form;
    for (int cell = 0; cell < kCells; ++cell) {
      const RowValue row = least_[static_cast<std::size_t>(row_of(cell))];
      form[cell] = static_cast<std::uint8_t>(row >> (4 * (kSize - 1 - column_of(cell))) & 0xF);
    }
    return form;
  }

 private:
  /// Finds the columns that the first two rows lead to.
  void find_leads() {
    std::array<std::uint8_t, kSize + 1> columns{};
    for (std::uint8_t column = 0; column < kSize; ++column) {
      columns[rows_[band_[0]][column]] = column;
    }
    for (std::size_t column = 0; column < kSize; ++column) {
      leads_[column] = columns[rows_[band_[1]][column]];
    }
  }

  /// Tries the arrangements in which that stack comes first. Where one is equal to the least of an
  /// earlier call, an automorphism takes all arrangements of that call to those of this one, so
  /// that there is none that is less.
  void try_stack(std::size_t stack) {
    bool is_least_of_this = false;
    for (const Trio& order : kOrders) {
      const Trio columns = lines_of(stack, order);
      const std::size_t next_stack = group_of(leads_[columns[0]]);
      if (group_of(leads_[columns[1]]) != next_stack) continue;  // 47
      place_columns(columns, next_stack);
      const std::strong_ordering order_to_least = take_if_less();
      if (std::is_eq(order_to_least) && !is_least_of_this) return;
      is_least_of_this |= std::is_lt(order_to_least);
    }
  }

  /// Puts all columns in order, given those of the first stack, and names the digits.
  void place_columns(const Trio& first_columns, std::size_t next_stack) {
    const std::size_t last_stack = 3 - group_of(first_columns[0]) - next_stack;
    std::copy(first_columns.begin(), first_columns.end(), columns_.begin());
    columns_[3] = leads_[columns_[0]];
    columns_[4] = leads_[columns_[1]];
    columns_[5] = static_cast<std::uint8_t>(9 * next_stack + 3 - columns_[3] - columns_[4]);
    std::size_t size = 6;
    for (std::size_t place = 2; place < 6; ++place) {
      const std::uint8_t column = leads_[columns_[place]];
      if (group_of(column) == last_stack) columns_[size++] = column;
    }
    const Line& first_row = rows_[band_[0]];
    for (std::size_t place = 0; place < kSize; ++place) {
      names_[first_row[columns_[place]]] = static_cast<std::uint8_t>(place + 1);
    }
  }

  /// Compares the arrangement with the least one, whose place it takes if it is less.
  std::strong_ordering take_if_less() {
    std::size_t place = 1;
    std::strong_ordering order = std::strong_ordering::equal;
    const auto is_least_so_far = [&](std::size_t row) {
      RowValue& least = least_[place++];
      const RowValue value = value_of(rows_[row]);
      if (std::is_eq(order)) order = value <=> least;
      if (std::is_lt(order)) least = value;
      return std::is_lteq(order);
    };
    if (!is_least_so_far(band_[1]) || !is_least_so_far(band_[2])) return order;
    for (const Trio& band : other_bands()) {
      if (!std::all_of(band.begin(), band.end(), is_least_so_far)) break;
    }
    return order;
  }

  RowValue value_of(const Line& row) const {
    RowValue value = 0;
    for (const std::uint8_t column : columns_) value = value << 4 | names_[row[column]];
    return value;
  }

  /// The second band and the third.
  std::array<Trio, 2> other_bands() const {
    const auto name = [this](std::size_t row) { return names_[rows_[row][columns_[0]]]; };
    const auto put_in_order = [&name](std::uint8_t& row, std::uint8_t& next) {
      if (name(next) < name(row)) std::swap(row, next);
    };
    std::array<Trio, 2> bands{};
    for (std::size_t i = 0; i < 2; ++i) {
      Trio& band = bands[i];
      band = lines_of((group_of(band_[0]) + 1 + i) % 3, {0, 1, 2});
      put_in_order(band[0], band[1]);
      put_in_order(band[1], band[2]);
      put_in_order(band[0], band[1]);
    }
    if (name(bands[1][0]) < name(bands[0][0])) std::swap(bands[0], bands[1]);
    return bands;
  }

  std::array<Line, kSize> rows_{};  // of the grid
  // Of the arrangements that are tried:
  Trio band_{};     // the first three rows
  Line leads_{};    // for each column, that in which the first row has the second row's digit
  Line columns_{};  // the one at each place
  std::array<std::uint8_t, kSize + 1> names_{};  // the new one of each digit
  // The rows of the least one so far:
  std::array<RowValue, kSize> least_{};
};

}  // namespace

Grid canonical_form_of_solution(const Grid& solution) {
  Isomorphism transposition;
  transposition.is_transposed = true;
  SolutionCanonicalizer canonicalizer;
  canonicalizer.try_rows(solution);
  canonicalizer.try_rows(transposition.apply(solution));
  return canonicalizer.least();
}

}  // namespace sudoku
