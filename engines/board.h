#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sudoku {

/// Size of a board, given by its boxes of `box_rows` rows and `box_columns` columns of cells. A
/// board has as many rows, columns, boxes and digits as a box has cells: 2 to kMaxSide. If a box
/// has one row, boxes and rows coincide: the board is a Latin square of order `box_columns`.
struct Shape {
  std::uint8_t box_rows = 0;
  std::uint8_t box_columns = 0;

  constexpr std::size_t side() const { return std::size_t{box_rows} * box_columns; }
  constexpr std::size_t cells() const { return side() * side(); }
  constexpr bool is_latin() const { return box_rows == 1; }
  friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

inline constexpr Shape k9x9{3, 3};
inline constexpr std::size_t kMaxSide = 64;
inline constexpr std::size_t kMaxCells = kMaxSide * kMaxSide;

/// The properties of boards that decide whether a solver supports them.
struct BoardKind {
  Shape shape;
  bool have_candidates = false;

  constexpr BoardKind() = default;
  /// Ordinary boards of a shape.
  constexpr BoardKind(const Shape& of) : shape(of) {}
  /// The same boards, but with candidates.
  constexpr BoardKind with_candidates() const {
    BoardKind kind = *this;
    kind.have_candidates = true;
    return kind;
  }
  friend constexpr bool operator==(const BoardKind&, const BoardKind&) = default;
};

/// A set of digits: bit d - 1 stands for digit d.
using Digits = std::uint64_t;
static_assert(kMaxSide <= 64);

constexpr Digits digit_bit(std::uint8_t digit) { return Digits{1} << (digit - 1); }
constexpr Digits all_digits(const Shape& shape) { return ~Digits{0} >> (64 - shape.side()); }

struct Boards;

/// A view of the cells of one board, row by row from the top left. 0 is an empty cell, 1 to
/// shape.side() are digits. The digits may violate the rules.
struct Board {
  Shape shape;
  std::span<const std::uint8_t> cells;  ///< shape.cells() cells
  /// The set of digits that each cell may have. Empty if every cell may have any digit. If the set
  /// of a cell is empty or lacks the clue, the puzzle has no solutions.
  std::span<const Digits> candidates = {};

  constexpr std::uint8_t operator[](std::size_t cell) const { return cells[cell]; }
  constexpr BoardKind kind() const;
  /// Returns the digits that clue and candidates allow in a cell.
  constexpr Digits allowed(std::size_t cell) const {
    const Digits digits = candidates.empty() ? all_digits(shape) : candidates[cell];
    return cells[cell] == 0 ? digits : digits & digit_bit(cells[cell]);
  }
  constexpr operator Boards() const;  ///< a block of this board only
  friend constexpr bool operator==(const Board& a, const Board& b) {
    return a.shape == b.shape && std::ranges::equal(a.cells, b.cells) &&
           std::ranges::equal(a.candidates, b.candidates);
  }
};

/// A view of several boards of one shape, one after the other without gaps. All have candidates or
/// none has.
struct Boards {
  Shape shape;
  std::span<const std::uint8_t> cells;
  std::span<const Digits> candidates = {};  ///< as Board::candidates, for all cells

  constexpr std::size_t size() const { return cells.size() / shape.cells(); }
  constexpr bool have_candidates() const { return !candidates.empty(); }
  constexpr BoardKind kind() const {
    return have_candidates() ? BoardKind(shape).with_candidates() : BoardKind(shape);
  }
  constexpr Board operator[](std::size_t i) const {
    const Boards board = subspan(i, 1);
    return {shape, board.cells, board.candidates};
  }
  constexpr Boards subspan(std::size_t first, std::size_t count) const {
    const std::size_t begin = first * shape.cells();
    const std::size_t size = count * shape.cells();
    return {shape, cells.subspan(begin, size),
            candidates.empty() ? candidates : candidates.subspan(begin, size)};
  }
};

constexpr Board::operator Boards() const { return {shape, cells, candidates}; }
constexpr BoardKind Board::kind() const { return Boards(*this).kind(); }

/// Returns the number of cells that hold a digit.
int clue_count(const Board& board);

/// The largest side of boards that have a symbol for each digit.
inline constexpr std::size_t kMaxSideOfSymbols = 61;

/// Returns the symbol of a cell: `.` for an empty cell, `1` to `9`, `A` to `Z` and `a` to `z` for
/// digits.
char symbol_of(std::uint8_t cell);

/// Returns the board as a line of text without a line end:
///   - the symbols of all cells, row by row
///   - on boards that are larger than kMaxSideOfSymbols: numbers separated by blanks, 0 if empty
///   - with candidates: for each cell and each digit its symbol if it is allowed, or `.`. The side
///     must be at most kMaxSideOfSymbols.
std::string format_line(const Board& board);
/// Appends the same line to `text`.
void append_board(const Board& board, std::string& text);

/// Returns the most characters of a board without candidates as a line of text.
constexpr std::size_t longest_line(const Shape& shape) {
  constexpr std::size_t kNumber = 3;  // two digits and a blank
  return shape.side() <= kMaxSideOfSymbols ? shape.cells() : kNumber * shape.cells();
}
inline constexpr std::size_t kLongestLine = longest_line({1, kMaxSide});

/// Writes a board without candidates to `out`, as format_line does, without a terminating zero.
/// Returns the end. `out` must have room for longest_line(board.shape) characters.
char* format_line(const Board& board, char* out);

}  // namespace sudoku
