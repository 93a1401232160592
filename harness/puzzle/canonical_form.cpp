// Builds the canonical form row by row. It keeps all arrangements whose first rows have the least
// characters, extends each by every possible next row, and again keeps only the least. Digits are
// renamed in the order in which they first appear, because that gives the least characters.
//
// Undecided choices stay open. Columns that are empty in all rows so far are unordered at the left
// of their stack, and stacks of such columns at the left of the board. A row decides the order of
// those in which it has a clue. Equal rows, columns, bands or stacks (twins) are used in one fixed
// order, because swapping them changes nothing.
//
// The minlex form and its construction row by row are common knowledge in the players' forum. See
// also the canonicalizers in Glenn Fowler's sudoku program and Mladen Dobrichev's gridchecker.

#include "harness/puzzle/canonical_form.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "engines/houses.h"
#include "engines/rules.h"

namespace sudoku {
namespace {

constexpr std::size_t kGroups = 3;  // bands or stacks
constexpr unsigned kNone = 9;

using Line = std::array<std::uint8_t, kSize>;

/// The rows or the columns of the board, and which of them are equal.
struct Lines {
  std::array<Line, kSize> cells{};
  /// The last equal line before it in the same band, or kNone.
  std::array<std::uint8_t, kSize> line_twin{};
  /// The last band before it with equal lines, or kNone.
  std::array<std::uint8_t, kGroups> group_twin{};
};

Lines lines_of(const Grid& puzzle, bool is_transposed) {
  Lines lines;
  for (int cell = 0; cell < kCells; ++cell) {
    const auto row = static_cast<std::size_t>(row_of(cell));
    const auto column = static_cast<std::size_t>(column_of(cell));
    (is_transposed ? lines.cells[column][row] : lines.cells[row][column]) = puzzle[cell];
  }
  lines.line_twin.fill(kNone);
  for (std::size_t line = 0; line < kSize; ++line) {
    for (std::size_t other = line / 3 * 3; other < line; ++other) {
      const bool is_twin = lines.cells[other] == lines.cells[line];
      if (is_twin) lines.line_twin[line] = static_cast<std::uint8_t>(other);
    }
  }
  lines.group_twin.fill(kNone);
  for (std::size_t group = 0; group < kGroups; ++group) {
    for (std::size_t other = 0; other < group; ++other) {
      const auto first = lines.cells.begin();
      const bool is_twin = std::equal(first + static_cast<std::ptrdiff_t>(3 * group),
                                      first + static_cast<std::ptrdiff_t>(3 * group + 3),
                                      first + static_cast<std::ptrdiff_t>(3 * other));
      if (is_twin) lines.group_twin[group] = static_cast<std::uint8_t>(other);
    }
  }
  return lines;
}

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

/// A row as a number with four bits per cell, which compares like the characters.
using RowValue = std::uint64_t;

constexpr unsigned kBitsOfStack = 12;

/// Not inlined, because g++ for 64-bit Arm then vectorizes std::next_permutation for more than the
/// three elements and warns about them.
[[gnu::noinline]] bool next_order(std::uint8_t* begin, std::uint8_t* end) {
  return std::next_permutation(begin, end);
}

class Canonicalizer {
 public:
  explicit Canonicalizer(const Grid& puzzle)
      : lines_{lines_of(puzzle, false), lines_of(puzzle, true)} {}

  Grid run() {
    Grid form;
    std::vector<Arrangement> arrangements(2);
    arrangements[1].is_transposed = true;
    for (int row = 0; row < kSize; ++row) {
      least_ = std::numeric_limits<RowValue>::max();
      for (const Arrangement& arrangement : arrangements) add_rows(arrangement);
      for (int column = 0; column < kSize; ++column) {
        form[kSize * row + column] =
            static_cast<std::uint8_t>(least_ >> (4 * (kSize - 1 - column)) & 0xF);
      }
      arrangements.swap(extended_);
      extended_.clear();
    }
    return form;
  }

 private:
  /// Extends the arrangement by every possible next row.
  void add_rows(const Arrangement& arrangement) {
    rows_ = &lines_[arrangement.is_transposed ? 1 : 0];
    columns_ = &lines_[arrangement.is_transposed ? 0 : 1];
    const unsigned used = arrangement.used_rows;
    const auto is_used = [used](unsigned row) { return row == kNone || (used >> row & 1) != 0; };
    const auto is_begun = [used](unsigned band) {
      return band == kNone || (used >> (3 * band) & 7) != 0;
    };
    const bool is_within_band = (used >> (3 * arrangement.band) & 7) % 7 != 0;
    for (unsigned row = 0; row < kSize; ++row) {
      const unsigned band = row / 3;
      if (is_used(row) || !is_used(rows_->line_twin[row])) continue;
      if (is_within_band ? band != arrangement.band : !is_begun(rows_->group_twin[band])) continue;
      row_ = &rows_->cells[row];
      Arrangement next = arrangement;
      next.used_rows = static_cast<std::uint16_t>(used | 1U << row);
      next.band = static_cast<std::uint8_t>(band);
      place_stacks(next);
    }
  }

  /// Orders the stacks without a clue so far: first those that stay empty in this row, then the
  /// others in every order.
  void place_stacks(const Arrangement& arrangement) {
    Arrangement next = arrangement;
    const auto begin = next.stacks.begin();
    const auto end = begin + next.empty_stacks;
    const auto clues = std::partition(begin, end, [this](unsigned stack) {
      const auto first = row_->begin() + static_cast<std::ptrdiff_t>(3 * stack);
      return std::count(first, first + 3, 0) == 3;
    });
    std::sort(clues, end);
    next.empty_stacks = static_cast<std::uint8_t>(clues - begin);
    do {
      if (!is_twin_order(clues, end, columns_->group_twin)) continue;
      for (auto stack = begin; stack != end; ++stack) {
        const auto first = next.columns.begin() + 3 * (stack - begin);
        std::iota(first, first + 3, static_cast<std::uint8_t>(3 * *stack));
      }
      place_columns(next, 0, 0);
    } while (next_order(clues, end));
  }

  /// Orders the columns of the stacks from `place` on, like the stacks. `value` holds the cells
  /// before.
  void place_columns(const Arrangement& arrangement, std::size_t place, RowValue value) {
    if (place == kGroups) return keep(arrangement, value);
    Arrangement next = arrangement;
    const auto begin = next.columns.begin() + static_cast<std::ptrdiff_t>(3 * place);
    const auto end = begin + next.empty_columns[place];
    const auto clues =
        std::partition(begin, end, [this](unsigned column) { return (*row_)[column] == 0; });
    std::sort(clues, end);
    next.empty_columns[place] = static_cast<std::uint8_t>(clues - begin);
    do {
      if (is_twin_order(clues, end, columns_->line_twin)) place_cells(next, place, value);
    } while (next_order(clues, end));
  }

  /// Whether every element with a twin in the range comes after it.
  template <typename Iterator, typename Twins>
  static bool is_twin_order(Iterator begin, Iterator end, const Twins& twins) {
    for (auto each = begin; each != end; ++each) {
      const unsigned twin = twins[*each];
      if (twin != kNone && std::find(each, end, twin) != end) return false;
    }
    return true;
  }

  /// Renames the digits of the stack at `place`. Continues with the next stack unless the row is
  /// already greater than the least one.
  void place_cells(const Arrangement& arrangement, std::size_t place, RowValue value) {
    Arrangement next = arrangement;
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

}  // namespace

Grid canonical_form(const Grid& puzzle) {
  const auto& cells = puzzle.cells;
  const bool is_complete = std::find(cells.begin(), cells.end(), 0) == cells.end();
  if (is_complete && is_solution_of(puzzle, puzzle)) return canonical_form_of_solution(puzzle);
  return Canonicalizer(puzzle).run();
}

}  // namespace sudoku
