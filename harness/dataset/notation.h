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

/// The symbol or number of the least digit of a board.
enum class FirstSymbol : std::uint8_t {
  automatic,  ///< detected
  one,        ///< 1 to 9, then A to Z; 0 is an empty cell
  zero,       ///< 0 to 9, then A to Z
  letter,     ///< A to Z
};

/// Returns the value of --symbols: `auto`, `1`, `0` or `A`.
std::string_view to_string(FirstSymbol first);

/// How a dataset writes cells.
struct Notation {
  Shape shape = k9x9;
  bool is_integers = false;  ///< numbers instead of one symbol per cell
  FirstSymbol first = FirstSymbol::one;
  /// Whether `first` is certain. Otherwise cells that contradict it are errors.
  bool is_settled = true;

  friend bool operator==(const Notation&, const Notation&) = default;
};

/// Whether the notation is the usual one for 9x9 boards, for which there is a fast reader.
bool is_classic(const Notation& notation);

/// Whether `c` marks an empty cell: one of `. - _ * ?`.
bool is_mark(char c);

/// Whether `c` is a cell of boards of that side in some set of symbols.
bool may_be_symbol(char c, std::size_t side);
bool may_be_symbols(std::string_view text, std::size_t side);

/// A cell written as a number or as an empty-cell mark.
struct IntegerCell {
  bool is_empty_mark = false;  ///< a mark or -1
  std::uint64_t value = 0;
};
/// Parses such a cell. Returns nullopt for any other text.
std::optional<IntegerCell> parse_integer_cell(std::string_view token);

/// Splits a line at blanks, commas, semicolons, tabs, bars and quotes.
std::vector<std::string_view> split_cells(std::string_view text);

/// Returns the number of characters in all pieces.
std::size_t total_size(const std::vector<std::string_view>& pieces);

/// Collects evidence about the first symbol from the cells at the start of a dataset.
class SymbolEvidence {
 public:
  SymbolEvidence(const Shape& shape, bool is_integers)
      : side_(shape.side()), is_integers_(is_integers) {}

  /// Adds cells without separators, or one number.
  void add(std::string_view cells);

  /// Returns the likely first symbol. Letters alone begin with A. If there are both 0 and another
  /// empty-cell mark, 0 is a digit, unless the last symbol of digits from 1 occurs. Otherwise it
  /// is 1.
  FirstSymbol conclude() const;

 private:
  void add_symbol(char c);
  void add_integer(std::string_view token);

  std::size_t side_;
  bool is_integers_;
  bool has_zero_ = false;
  bool has_mark_ = false;
  bool has_last_ = false;  // the last digit, if digits begin with 1
  bool has_digit_ = false;
  bool has_letter_ = false;
  bool has_late_letter_ = false;  // a letter that is not a digit, if digits begin with A
};

/// Reads cells in one notation. Remembers earlier cells to detect a wrong first symbol.
class CellReader {
 public:
  explicit CellReader(const Notation& notation);

  const Shape& shape() const { return notation_.shape; }
  const Notation& notation() const { return notation_; }
  std::size_t side() const { return notation_.shape.side(); }

  /// Reads a symbol into `cell`. Returns an error message, or an empty string on success.
  std::string read(char c, std::uint8_t& cell);
  /// Likewise for a number or an empty-cell mark.
  std::string read(std::string_view token, std::uint8_t& cell);

  /// Whether `c` is a cell in this notation, regardless of other cells.
  bool is_cell(char c) const { return table_[static_cast<unsigned char>(c)] != kNone; }

 private:
  static constexpr std::uint8_t kNone = 0xFF;

  std::uint8_t value_of(char c) const;
  std::string describe_bad_symbol(char c) const;
  std::string describe_bad_integer(std::string_view token) const;
  std::string note_empty(bool is_zero);

  Notation notation_;
  std::array<std::uint8_t, 256> table_;
  bool has_zero_ = false;  // as an empty cell
  bool has_mark_ = false;
};

}  // namespace sudoku
