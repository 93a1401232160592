// The canonical form of a complete grid. Any row can come first and becomes 123456789, because it
// renames the digits. A few choices decide the order of rows and columns:
//
// - Which row comes first, which row of its band second, and which stack first.
// - The order of the columns of the first stack. Two of the three digits that the second row has in
//   a box always share a box of the first row. A second row that begins with 45 sorts before one
//   that begins with 47, so only orders in which these two digits come first are tried.
// - All other columns follow from that: within its stack, the earlier the second row has the
//   column's digit of the first row, the further left the column.
// - The other bands and their rows follow too: their digits in the first column ascend.
//
// Searching the minlex form by its first two rows is common knowledge in the players' forum
// (forum.enjoysudoku.com).

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "engines/houses.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

using Line = std::array<std::uint8_t, kSize>;

/// Three rows of a band or columns of a stack.
using Trio = std::array<std::uint8_t, 3>;

constexpr std::array<Trio, 6> kOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

constexpr std::size_t group_of(std::size_t line) { return line / 3; }

/// Returns the lines of a band or stack in an order.
constexpr Trio lines_of(std::size_t group, const Trio& order) {
  Trio lines{};
  for (std::size_t i = 0; i < 3; ++i) lines[i] = static_cast<std::uint8_t>(3 * group + order[i]);
  return lines;
}

/// A row as a number with four bits per cell, which compares like the characters.
using RowValue = std::uint64_t;
constexpr RowValue kFirstRow = 0x123456789;

class SolutionCanonicalizer {
 public:
  SolutionCanonicalizer() {
    least_.fill(std::numeric_limits<RowValue>::max());
    least_[0] = kFirstRow;
  }

  /// Tries all arrangements that may be the least, without transposition.
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
  /// Fills `leads_` for the first two rows.
  void find_leads() {
    std::array<std::uint8_t, kSize + 1> columns{};
    for (std::uint8_t column = 0; column < kSize; ++column) {
      columns[rows_[band_[0]][column]] = column;
    }
    for (std::size_t column = 0; column < kSize; ++column) {
      leads_[column] = columns[rows_[band_[1]][column]];
    }
  }

  /// Tries the arrangements in which that stack comes first. Stops if one equals the least one of
  /// an earlier call: then an automorphism maps the arrangements of that call to these, so that
  /// none is less.
  void try_stack(std::size_t stack) {
    bool is_least_of_this = false;
    for (const Trio& order : kOrders) {
      const Trio columns = lines_of(stack, order);
      const std::size_t next_stack = group_of(leads_[columns[0]]);
      if (group_of(leads_[columns[1]]) != next_stack) continue;  // would begin with 47
      place_columns(columns, next_stack);
      const std::strong_ordering order_to_least = take_if_less();
      if (std::is_eq(order_to_least) && !is_least_of_this) return;
      is_least_of_this |= std::is_lt(order_to_least);
    }
  }

  /// Orders all columns, given those of the first stack, and renames the digits.
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

  /// Compares the arrangement with the least one and replaces it if less.
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

  /// Returns the second and the third band.
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
  // The arrangement being tried:
  Trio band_{};     // the first three rows
  Line leads_{};    // for each column, the column of the first row with the second row's digit
  Line columns_{};  // the column at each place
  std::array<std::uint8_t, kSize + 1> names_{};  // the new name of each digit
  // The rows of the least arrangement so far:
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
