#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/board.h"
#include "harness/base/errors.h"
#include "harness/base/named.h"
#include "harness/dataset/line_reader.h"

namespace sudoku {

/// An error in an input and its position.
struct Defect {
  Position position;
  std::string what;
};

/// Blanks and tabs.
inline constexpr std::string_view kBlanks = " \t";

/// Whether `c` is a blank or a tab.
constexpr bool is_blank(char c) {
  // A loop is faster than find, which calls a library.
  for (const char blank : kBlanks) {
    if (c == blank) return true;
  }
  return false;
}

/// Returns `text` without blanks around it.
std::string_view trim(std::string_view text);

/// Whether a line is empty or holds only blanks.
bool is_blank(std::string_view text);

/// Whether a line begins with `#`, `;`, `%` or `//`, perhaps after blanks.
bool is_comment(std::string_view text);

/// Removes the first line from `text` and returns it without its line end.
std::string_view take_line(std::string_view& text);

/// Removes lines from `text` up to the first that is neither blank nor a comment, and returns that
/// line. Returns nullopt if there is none.
std::optional<std::string_view> take_content_line(std::string_view& text);

/// Replaces capital letters of ASCII by small ones.
std::string lower_case(std::string_view text);

/// Escapes `text` and shortens it if it is long.
std::string shortened(std::string_view text);

/// Returns the first character of `text` for use in a sentence, with its code point if it is not
/// ASCII. `text` must not be empty.
std::string first_character(std::string_view text);

/// Returns the defect of a line that is too long or has a NUL character. Check it first: a line
/// that is too long has no text, and other checks may accept any character in a remark.
std::optional<Defect> find_line_defect(const Line& line);

/// What may be between cells.
inline constexpr std::string_view kCellGaps = " \t|,;\"'{}[]()";

/// A set of characters. A search in a text would take several times as long as `contains`.
class Characters {
 public:
  constexpr explicit Characters(std::string_view text) {
    for (const char c : text) are_in_[static_cast<unsigned char>(c)] = true;
  }
  constexpr bool contains(char c) const { return are_in_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> are_in_{};
};

/// Splits a text at these characters. No piece is empty.
std::vector<std::string_view> split(std::string_view text, const Characters& separators);

/// Splits a line at the characters of kCellGaps.
std::vector<std::string_view> split_cells(std::string_view text);

/// Splits a line also at the signs of addresses, tags and remarks: = : / & < > #
std::vector<std::string_view> split_words(std::string_view text);

/// Whether a usual shape has rows or boards of that many cells.
bool is_row_or_board(std::size_t cells);

/// Returns whether `c` is an ASCII letter.
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

/// Returns the number of characters in all pieces.
std::size_t total_size(const std::vector<std::string_view>& pieces);

/// Returns the number of cells in pieces that are numbers, or have a symbol per cell.
std::size_t count_cells(const std::vector<std::string_view>& pieces, bool are_integers);

/// Returns the position of a part of the text of a line.
Position position_of(std::string_view part, const Line& line);

/// The symbol or number of the lowest digit of a board.
enum class FirstSymbol : std::uint8_t {
  automatic,  ///< detected
  one,        ///< 1 to 9, A to Z, then a to z; 0 is an empty cell
  zero,       ///< 0 to 9, A to Z, then a to z
  letter,     ///< A to Z
};

/// Returns the values of --symbols.
constexpr std::array<std::string_view, 4> names_of(FirstSymbol) { return {"auto", "1", "0", "A"}; }

/// How a dataset writes cells.
struct Notation {
  Shape shape = k9x9;
  bool is_integers = false;  ///< numbers instead of one symbol per cell
  FirstSymbol first = FirstSymbol::one;
  /// Whether `first` is certain. If it is a guess, the use of both 0 and another empty-cell mark is
  /// an error.
  bool is_settled = true;
  /// Whether puzzles are given by their candidates instead of cells.
  bool has_candidates = false;

  friend bool operator==(const Notation&, const Notation&) = default;
};

/// Whether the notation is the usual one for 9x9 boards, for which there is a fast reader.
inline bool is_classic(const Notation& notation) { return notation == Notation{}; }

/// Whether `c` marks an empty cell of boards of that side. Letters may be digits of larger boards.
bool is_mark(char c, std::size_t side);

/// Whether `c` is a cell of boards of that side in some set of symbols.
bool may_be_symbol(char c, std::size_t side);
bool may_be_symbols(std::string_view text, std::size_t side);

/// Parses a cell written as a number. Returns -1 for an empty-cell mark, and nullopt for any other
/// text.
std::optional<std::int64_t> parse_integer_cell(std::string_view token);

/// Whether `token` is a number or an empty-cell mark of boards up to that side.
bool may_be_integer(std::string_view token, std::size_t side);

/// Collects evidence about the first symbol from the cells at the start of a dataset.
class SymbolEvidence {
 public:
  SymbolEvidence(const Shape& shape, bool is_integers)
      : side_(shape.side()), is_integers_(is_integers) {}

  /// Adds cells without separators, or one number.
  void add(std::string_view cells);

  /// Returns the likely first symbol. In this comment, L is the last digit of boards whose digits
  /// begin with 1, such as G for 16x16. The symbol is A if all digits are letters, and some letter
  /// is above L. It is 0 if both 0 and another empty-cell mark occur, but L does not. Otherwise it
  /// is 1.
  FirstSymbol conclude() const;

 private:
  std::size_t side_;
  bool is_integers_;
  bool has_zero_ = false;
  bool has_mark_ = false;
  bool has_last_ = false;  // the last digit, if digits begin with 1
  bool has_digit_ = false;
  bool has_far_letter_ = false;   // a letter that is not a digit, if digits begin with 1
  bool has_late_letter_ = false;  // a letter that is not a digit, if digits begin with A
};

/// Reads cells in one notation. Remembers earlier cells to detect a wrong first symbol.
class CellReader {
 public:
  explicit CellReader(const Notation& notation);

  const Shape& shape() const { return notation_.shape; }
  const Notation& notation() const { return notation_; }
  std::size_t side() const { return notation_.shape.side(); }

  /// Reads the first symbol of `text` into `cell`. Returns an error message, or an empty string on
  /// success.
  std::string read_symbol(std::string_view text, std::uint8_t& cell) {
    cell = table_[static_cast<unsigned char>(text.front())];
    if (cell == kNone) return describe_bad_symbol(text);
    return cell == 0 ? note_empty(text.front() == '0') : std::string();
  }
  /// Likewise for a number or an empty-cell mark.
  std::string read_integer(std::string_view token, std::uint8_t& cell);

  /// Whether `c` is a cell in this notation, regardless of other cells.
  bool is_cell(char c) const { return table_[static_cast<unsigned char>(c)] != kNone; }
  /// Returns the digit of a cell, 0 for an empty-cell mark, and another number if `c` is no cell.
  std::uint8_t value_of(char c) const { return table_[static_cast<unsigned char>(c)]; }
  /// Returns the symbol of a digit.
  char symbol_of(std::size_t digit) const;

 private:
  static constexpr std::uint8_t kNone = 0xFF;

  std::string describe_bad_symbol(std::string_view text) const;
  std::string describe_bad_integer(std::string_view token) const;
  static std::string describe_both_marks();

  std::string note_empty(bool is_zero) {
    (is_zero ? has_zero_ : has_mark_) = true;
    const bool are_both = has_zero_ && has_mark_ && notation_.first != FirstSymbol::zero;
    return are_both && !notation_.is_settled ? describe_both_marks() : std::string();
  }

  Notation notation_;
  std::array<std::uint8_t, 256> table_;
  bool has_zero_ = false;  // as an empty cell
  bool has_mark_ = false;
};

/// Reads the cells of a board from the start of `text` up to a separator or a quote. `text` begins
/// at `position`. Returns the defect if there is one.
std::optional<Defect> read_board(std::string_view text, Position position, CellReader& reader,
                                 std::span<std::uint8_t> cells);

/// Likewise for a board that must be the whole text. It may be a list of numbers.
std::optional<Defect> read_whole_board(std::string_view text, Position position, CellReader& reader,
                                       std::span<std::uint8_t> cells);

/// Reads the cells of a board or a row that is a whole line. Cells may be separated.
std::optional<Defect> read_cells(const Line& line, CellReader& reader,
                                 std::span<std::uint8_t> cells);

}  // namespace sudoku
