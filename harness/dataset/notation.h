#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// Which symbol, or which number, is the least digit of a board.
enum class FirstSymbol : std::uint8_t {
  automatic,  ///< told by the content
  one,        ///< 1 to 9, then A to Z; 0 is an empty cell
  zero,       ///< 0 to 9, then A to Z
  letter,     ///< A to Z
};

/// As the user names it: `auto`, `1`, `0` or `A`.
std::string_view to_string(FirstSymbol first);

/// How the cells of a dataset are written.
struct Notation {
  Shape shape = k9x9;
  bool is_integers = false;  ///< numbers, instead of a symbol a cell
  FirstSymbol first = FirstSymbol::one;
  /// Whether `first` is certain; else what is at odds with it is an error.
  bool is_settled = true;

  friend bool operator==(const Notation&, const Notation&) = default;
};

/// Whether the notation is that of 9x9 boards in symbols, whose lines have a fast reader.
bool is_classic(const Notation& notation);

/// Marks of empty cells other than 0.
bool is_mark(char c);

/// Whether cells of boards of that side may be written as `c` in some set of symbols. Bad
/// characters in a line of the right length are for the reader to tell.
bool may_be_symbol(char c, std::size_t side);

/// What a number says, or a mark for an empty cell, where cells are numbers.
struct IntegerCell {
  bool is_empty_mark = false;  ///< a mark or -1
  std::uint64_t value = 0;
};
/// Nothing for what is neither.
std::optional<IntegerCell> parse_integer_cell(std::string_view token);

/// The pieces of a line between blanks, commas, semicolons, tabs, bars and quotes.
std::vector<std::string_view> split_cells(std::string_view text);

/// What the cells of the head of a dataset say about the first symbol.
class SymbolEvidence {
 public:
  SymbolEvidence(const Shape& shape, bool is_integers)
      : side_(shape.side()), is_integers_(is_integers) {}

  /// Cells without separators between them, or one number.
  void add(std::string_view cells);

  /// 0 beside another mark for an empty cell is a digit; the last symbol says that the first is 1;
  /// letters alone begin with A. Where nothing says anything, it is 1.
  FirstSymbol conclude() const;

 private:
  void add_symbol(char c);
  void add_integer(std::string_view token);

  std::size_t side_;
  bool is_integers_;
  bool has_zero_ = false;
  bool has_mark_ = false;
  bool has_last_ = false;  // of those that begin with 1
  bool has_digit_ = false;
  bool has_letter_ = false;
  bool has_late_letter_ = false;  // that is no symbol of those that begin with A
};

/// Reads cells of one notation, and minds what the cells before have said about the first symbol.
class CellReader {
 public:
  explicit CellReader(const Notation& notation);

  const Shape& shape() const { return notation_.shape; }
  const Notation& notation() const { return notation_; }
  std::size_t side() const { return notation_.shape.side(); }

  /// What `c` says of a cell. Returns what is wrong with it; empty if nothing is.
  std::string read(char c, std::uint8_t& cell);
  /// The same of a number, or of a mark for an empty cell.
  std::string read(std::string_view token, std::uint8_t& cell);

  /// Whether `c` is a cell, whatever the others are.
  bool is_cell(char c) const { return table_[static_cast<unsigned char>(c)] != kNone; }

 private:
  static constexpr std::uint8_t kNone = 0xFF;

  std::uint8_t value_of(char c) const;
  std::string describe_bad_symbol(char c) const;
  std::string describe_bad_integer(std::string_view token) const;
  std::string note_empty(bool is_zero);

  Notation notation_;
  std::array<std::uint8_t, 256> table_;
  bool has_zero_ = false;  // for an empty cell
  bool has_mark_ = false;
};

}  // namespace sudoku
