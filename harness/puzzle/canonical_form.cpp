// The canonical form of puzzles and of solutions. Both algorithms are common knowledge in the
// players' forum (forum.enjoysudoku.com). See also the canonicalizers in Glenn Fowler's sudoku
// program and Mladen Dobrichev's gridchecker.

#include "harness/puzzle/canonical_form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "engines/houses.h"
#include "engines/rules.h"

namespace sudoku {
namespace {

using Line = std::array<std::uint8_t, kSize>;

/// Returns the rows of the board, or its columns.
std::array<Line, kSize> lines_of(const Grid& grid, bool is_transposed) {
  std::array<Line, kSize> lines{};
  for (int cell = 0; cell < kCells; ++cell) {
    const auto row = static_cast<std::size_t>(row_of(cell));
    const auto column = static_cast<std::size_t>(column_of(cell));
    (is_transposed ? lines[column][row] : lines[row][column]) = grid[cell];
  }
  return lines;
}

/// A row as a number with four bits per cell, which compares like the characters.
using RowValue = std::uint64_t;
using RowValues = std::array<RowValue, kSize>;
constexpr RowValue kNoRow = std::numeric_limits<RowValue>::max();

Grid grid_of(const RowValues& rows) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    const RowValue row = rows[static_cast<std::size_t>(row_of(cell))];
    grid[cell] = static_cast<std::uint8_t>(row >> (4 * (kSize - 1 - column_of(cell))) & 0xF);
  }
  return grid;
}

// --- Puzzles -----------------------------------------------------------------------------------

// The form is built row by row. The search keeps all arrangements with the least first rows,
// extends each by every possible next row, and again keeps only the least. Digits are renamed in
// the order in which they first appear, because that gives the least characters.
//
// Undecided choices stay open. Columns that are empty so far are unordered at the left of their
// stack. Stacks that are empty so far are unordered at the left of the board. A row decides the
// order of the columns and stacks in which it has a clue. Equal rows, columns, bands or stacks
// (twins) are used in one fixed order, because swapping them changes nothing.

constexpr std::size_t kGroups = 3;  // bands or stacks
constexpr unsigned kNone = 9;

/// The rows or the columns of a board, and which of them are equal.
struct Lines {
  std::array<Line, kSize> cells;
  std::array<std::uint8_t, kSize> line_twin{};  // last equal line before it in the band, or kNone
  std::array<std::uint8_t, kGroups> group_twin{};  // last equal band before it, or kNone

  Lines(const Grid& puzzle, bool is_transposed) : cells(lines_of(puzzle, is_transposed)) {
    const auto last_twin = [](std::size_t first, std::size_t end, const auto& is_equal) {
      while (end > first && !is_equal(end - 1)) --end;
      return static_cast<std::uint8_t>(end > first ? end - 1 : kNone);
    };
    for (std::size_t line = 0; line < kSize; ++line) {
      line_twin[line] = last_twin(line / 3 * 3, line,
                                  [&](std::size_t other) { return cells[other] == cells[line]; });
    }
    for (std::size_t group = 0; group < kGroups; ++group) {
      group_twin[group] = last_twin(0, group, [&](std::size_t other) {
        return std::equal(&cells[3 * other], &cells[3 * other] + 3, &cells[3 * group]);
      });
    }
  }
};

/// A choice of the first rows, with the order of columns and digits as far as it is decided.
struct Arrangement {
  bool is_transposed = false;
  std::uint16_t used_rows = 0;  // bit i: row i of the puzzle is used
  std::uint8_t band = 0;        // band of the last row
  /// The stack at each place, and how many from the left are empty so far.
  std::array<std::uint8_t, kGroups> stacks{0, 1, 2};
  std::uint8_t empty_stacks = kGroups;
  /// The column at each place, and how many from the left of each stack are empty so far.
  std::array<std::uint8_t, kSize> columns{0, 1, 2, 3, 4, 5, 6, 7, 8};
  std::array<std::uint8_t, kGroups> empty_columns{3, 3, 3};
  /// The new name of each digit, 0 if it has none yet.
  std::array<std::uint8_t, kSize + 1> names{};
  std::uint8_t name_count = 0;
};

constexpr unsigned kBitsOfStack = 12;

/// Not inlined. Otherwise g++ for 64-bit Arm vectorizes std::next_permutation for more than three
/// elements and warns about the others.
[[gnu::noinline]] bool next_order(std::uint8_t* begin, std::uint8_t* end) {
  return std::next_permutation(begin, end);
}

class Canonicalizer {
 public:
  explicit Canonicalizer(const Grid& puzzle) : lines_{Lines(puzzle, false), Lines(puzzle, true)} {}

  Grid run() {
    RowValues rows{};
    std::vector<Arrangement> arrangements(2);
    arrangements[1].is_transposed = true;
    for (RowValue& row : rows) {
      least_ = kNoRow;
      for (const Arrangement& arrangement : arrangements) add_rows(arrangement);
      row = least_;
      arrangements.swap(extended_);
      extended_.clear();
    }
    return grid_of(rows);
  }

 private:
  /// Extends the arrangement by every possible next row.
  void add_rows(const Arrangement& arrangement) {
    rows_ = &lines_[arrangement.is_transposed ? 1 : 0];
    columns_ = &lines_[arrangement.is_transposed ? 0 : 1];
    const unsigned used = arrangement.used_rows;
    const auto is_used = [used](unsigned row) { return row == kNone || (used >> row & 1) != 0; };
    const auto is_started = [used](unsigned band) {
      return band == kNone || (used >> (3 * band) & 7) != 0;
    };
    const bool is_within_band = (used >> (3 * arrangement.band) & 7) % 7 != 0;
    for (unsigned row = 0; row < kSize; ++row) {
      const unsigned band = row / 3;
      if (is_used(row) || !is_used(rows_->line_twin[row])) continue;
      if (is_within_band ? band != arrangement.band : !is_started(rows_->group_twin[band]))
        continue;
      row_ = &rows_->cells[row];
      Arrangement next = arrangement;
      next.used_rows = static_cast<std::uint16_t>(used | 1U << row);
      next.band = static_cast<std::uint8_t>(band);
      place_stacks(next);
    }
  }

  /// Calls `visit` for the orders of the first `empty` lines or groups: first those that stay empty
  /// in this row, then the others in every order in which twins come first. Updates `empty`.
  template <typename IsEmpty, typename Twins, typename Visit>
  static void for_each_order(std::uint8_t* begin, std::uint8_t& empty, const IsEmpty& is_empty,
                             const Twins& twins, const Visit& visit) {
    std::uint8_t* const end = begin + empty;
    std::uint8_t* const clues = std::partition(begin, end, is_empty);
    std::sort(clues, end);
    empty = static_cast<std::uint8_t>(clues - begin);
    do {
      bool is_twin_order = true;
      for (std::uint8_t* each = clues; each != end; ++each) {
        is_twin_order &= std::find(each, end, twins[*each]) == end;
      }
      if (is_twin_order) visit();
    } while (next_order(clues, end));
  }

  /// Orders the stacks without a clue so far.
  void place_stacks(Arrangement next) {
    const std::size_t open = next.empty_stacks;
    const auto is_empty = [this](unsigned stack) {
      const auto* const cells = &(*row_)[3 * stack];
      return std::count(cells, cells + 3, 0) == 3;
    };
    for_each_order(next.stacks.data(), next.empty_stacks, is_empty, columns_->group_twin, [&] {
      for (std::size_t place = 0; place < open; ++place) {
        std::uint8_t* const columns = &next.columns[3 * place];
        std::iota(columns, columns + 3, static_cast<std::uint8_t>(3 * next.stacks[place]));
      }
      place_columns(next, 0, 0);
    });
  }

  /// Orders the columns of the stacks from `place` on. `value` holds the cells before.
  void place_columns(Arrangement next, std::size_t place, RowValue value) {
    if (place == kGroups) return keep(next, value);
    for_each_order(
        &next.columns[3 * place], next.empty_columns[place],
        [this](unsigned column) { return (*row_)[column] == 0; }, columns_->line_twin,
        [&] { place_cells(next, place, value); });
  }

  /// Renames the digits of the stack at `place`. Continues with the next stack unless the row is
  /// already greater than the least one.
  void place_cells(Arrangement next, std::size_t place, RowValue value) {
    for (std::size_t i = 3 * place; i < 3 * place + 3; ++i) {
      const std::uint8_t digit = (*row_)[next.columns[i]];
      if (digit != 0 && next.names[digit] == 0) next.names[digit] = ++next.name_count;
      value = value << 4 | next.names[digit];
    }
    const auto stacks_left = static_cast<unsigned>(kGroups - 1 - place);
    if (value <= least_ >> (kBitsOfStack * stacks_left)) place_columns(next, place + 1, value);
  }

  void keep(const Arrangement& arrangement, RowValue value) {
    if (value > least_) return;
    if (value < least_) extended_.clear();
    least_ = value;
    extended_.push_back(arrangement);
  }

  std::array<Lines, 2> lines_;  // rows, columns
  // The arrangement being extended:
  const Lines* rows_ = nullptr;
  const Lines* columns_ = nullptr;
  const Line* row_ = nullptr;
  // The best choices for the current row:
  RowValue least_ = 0;
  std::vector<Arrangement> extended_;
};

// --- Solutions ---------------------------------------------------------------------------------

// Any row can come first and becomes 123456789, because the digits are renamed. A few choices
// decide the order of rows and columns:
//
// - Which row comes first, which row of its band second, and which stack first.
// - The order of the columns of the first stack. Two of the three digits that the second row has in
//   a box always share a box of the first row. A second row that begins with 45 sorts before one
//   that begins with 47, so only orders in which these two digits come first are tried.
// - All other columns follow from that. Take each column's digit in the first row: the columns of
//   a stack are sorted by the places of these digits in the second row.
// - The other bands and their rows follow too: their digits in the first column ascend.
//
// So at most 648 of the 2 * 6^8 arrangements are tried, and nearly all of them end at their second
// row.

/// Three rows of a band or columns of a stack.
using Trio = std::array<std::uint8_t, 3>;

/// All orders of the rows of each band, or of the columns of each stack.
constexpr auto kTrios = [] {
  constexpr std::array<Trio, 6> kOrders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::array<Trio, 3 * kOrders.size()> trios{};
  for (std::size_t i = 0; i < trios.size(); ++i) {
    for (std::size_t line = 0; line < 3; ++line) {
      trios[i][line] = static_cast<std::uint8_t>(i / 6 * 3 + kOrders[i % 6][line]);
    }
  }
  return trios;
}();

constexpr std::size_t group_of(std::size_t line) { return line / 3; }

using Rows = std::array<Line, kSize>;

/// Returns the rows with each digit replaced by the column that has it in the first row.
Rows renamed(const Rows& rows, const Line& first_row) {
  std::array<std::uint8_t, kSize + 1> columns{};
  for (std::uint8_t column = 0; column < kSize; ++column) columns[first_row[column]] = column;
  Rows result;
  for (std::size_t row = 0; row < kSize; ++row) {
    for (std::size_t cell = 0; cell < kSize; ++cell) result[row][cell] = columns[rows[row][cell]];
  }
  return result;
}

/// An order of the columns of renamed rows.
class ColumnOrder {
 public:
  ColumnOrder(const Trio& first_columns, const Line& second_row) {
    const std::size_t next_stack = group_of(second_row[first_columns[0]]);
    const std::size_t last_stack = 3 - group_of(first_columns[0]) - next_stack;
    std::copy(first_columns.begin(), first_columns.end(), columns_.begin());
    columns_[3] = second_row[columns_[0]];
    columns_[4] = second_row[columns_[1]];
    columns_[5] = static_cast<std::uint8_t>(9 * next_stack + 3 - columns_[3] - columns_[4]);
    std::size_t size = 6;
    for (std::size_t place = 2; place < 6; ++place) {
      const std::uint8_t column = second_row[columns_[place]];
      if (group_of(column) == last_stack) columns_[size++] = column;
    }
    for (std::size_t place = 0; place < kSize; ++place) {
      names_[columns_[place]] = static_cast<std::uint8_t>(place + 1);
    }
  }

  /// Returns the new name of the first digit of a row.
  std::uint8_t first_of(const Line& row) const { return names_[row[columns_[0]]]; }

  RowValue value_of(const Line& row) const {
    RowValue value = 0;
    for (const std::uint8_t column : columns_) value = value << 4 | names_[row[column]];
    return value;
  }

 private:
  Line columns_{};  // the column at each place
  Line names_{};    // the new name of each digit, which is a column of the first row
};

/// If the arrangement with this first band and this order of columns is less than `least`, sets
/// `least` to it.
void lower(const Rows& rows, const Trio& band, const ColumnOrder& order, RowValues& least) {
  const RowValue second = order.value_of(rows[band[1]]);
  if (second > least[1]) return;
  const RowValue third = order.value_of(rows[band[2]]);
  if (second == least[1] && third > least[2]) return;
  const auto name = [&](std::size_t row) { return order.first_of(rows[row]); };
  std::array<Trio, 2> bands{};
  for (std::size_t i = 0; i < 2; ++i) {
    bands[i] = kTrios[6 * ((group_of(band[0]) + 1 + i) % 3)];
    std::ranges::sort(bands[i], {}, name);
  }
  if (name(bands[1][0]) < name(bands[0][0])) std::swap(bands[0], bands[1]);
  RowValues values{order.value_of(rows[band[0]]), second, third};
  for (std::size_t i = 3; i < kSize; ++i) values[i] = order.value_of(rows[bands[i / 3 - 1][i % 3]]);
  if (values < least) least = values;
}

Grid least_of_solution(const Grid& solution) {
  RowValues least;
  least.fill(kNoRow);
  for (const bool is_transposed : {false, true}) {
    const Rows lines = lines_of(solution, is_transposed);
    Rows rows{};
    for (const Trio& band : kTrios) {
      // Two orders of a band with the same first row follow each other.
      if (band[1] < band[2]) rows = renamed(lines, lines[band[0]]);
      const Line& second_row = rows[band[1]];
      for (const Trio& columns : kTrios) {
        // Otherwise the second row would begin with 47.
        const bool begins_with_45 =
            group_of(second_row[columns[0]]) == group_of(second_row[columns[1]]);
        if (begins_with_45) lower(rows, band, ColumnOrder(columns, second_row), least);
      }
    }
  }
  return grid_of(least);
}

}  // namespace

OwnedBoard canonical_form(const Board& puzzle) {
  const bool is_grid = puzzle.shape == k9x9 && puzzle.candidates.empty();
  return is_grid ? OwnedBoard(canonical_form(as_grid(puzzle))) : refined_canonical_form(puzzle);
}

Grid canonical_form(const Grid& puzzle) {
  const auto& cells = puzzle.cells;
  const bool is_complete = std::find(cells.begin(), cells.end(), 0) == cells.end();
  if (!is_complete || !is_solution_of(puzzle, puzzle)) return Canonicalizer(puzzle).run();
  return least_of_solution(puzzle);
}

}  // namespace sudoku
