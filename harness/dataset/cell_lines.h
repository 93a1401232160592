#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/dataset/cell_text.h"

// Lines that may be rows or boards of any shape, and cells in lines with other text.

namespace sudoku {

/// The sides that boards of a file may have: the sides of the usual shapes and of the shape that
/// the user asked for.
class Sides {
 public:
  explicit Sides(const std::optional<Shape>& given = std::nullopt) : given_(given) {}

  /// Whether boards may have that side.
  bool has(std::size_t side) const { return shape_of(side).has_value(); }
  /// Returns the side of boards with that many cells, or 0 if there is none.
  std::size_t of_board(std::size_t cells) const;
  /// Returns the shape of boards of that side: the one asked for, or the usual one.
  std::optional<Shape> shape_of(std::size_t side) const;

 private:
  std::optional<Shape> given_;
};

/// The number of cells of a line, and whether they are numbers or symbols.
struct CellCount {
  std::size_t cells = 0;
  bool is_integers = false;
};

/// A line that may be a row or a board.
struct CellLine {
  CellCount count;
  bool is_certain = false;               ///< symbols and integers would not look the same
  std::vector<std::string_view> pieces;  ///< text of the cells
  std::string_view text;
};

/// Reads the cells of a line, without a remark after them. Returns nullopt if it can be neither a
/// row nor a board. Other text may surround a board.
std::optional<CellLine> parse_cell_line(std::string_view text, const Sides& sides);

/// Whether all cells of the line exist in boards of that side.
bool fits_side(const CellLine& line, std::size_t side);

/// Whether `text` is letters in brackets, such as `[Puzzle]`.
bool is_section(std::string_view text);

/// Rows at the start of a text.
struct DrawnRows {
  std::size_t rows = 0;
  bool has_ended = false;    ///< a line follows that is not such a row
  std::size_t box_rows = 0;  ///< before the first rule between rows; 0 without rules
};

/// Counts the rows at the start of `text`, up to `most`. Section names and rules may be between
/// them. `is_rule_line` and `is_row` get each line that may be a rule or a row.
template <typename IsRule, typename IsRow>
DrawnRows take_rows(std::string_view text, std::size_t most, IsRule is_rule_line, IsRow is_row) {
  DrawnRows found;
  while (found.rows < most && !found.has_ended) {
    const auto line = take_content_line(text);
    if (!line) break;
    if (is_section(*line)) continue;
    if (is_rule_line(*line)) {
      if (found.box_rows == 0) found.box_rows = found.rows;
    } else if (is_row(*line)) {
      ++found.rows;
    } else {
      found.has_ended = true;
    }
  }
  return found;
}

/// Returns the number of cells before each bar of a row, or 0 if there are no bars or they vary.
std::size_t drawn_columns(std::string_view row, bool are_integers);

/// Returns the shape of boards of that side whose rules and bars are that far apart; 0 stands for
/// none. Returns nullopt if they draw no boxes.
std::optional<Shape> shape_of_boxes(std::size_t side, std::size_t box_rows,
                                    std::size_t box_columns);

/// Whether `text` is a rule between or around boxes. `side` dashes are a row of empty cells
/// instead.
bool is_rule(std::string_view text, std::size_t side);

/// Returns the longest word of a line, which may be the candidates of a board.
std::string_view find_candidates(std::string_view text);

/// Whether `text` is a number such as `7`, `7.` or `7.2`.
bool is_decimal(std::string_view text);

/// Whether `pieces` include a word of at least three letters. Letters may also be cells. However,
/// the pieces of a row have equal sizes, and a piece does not mix capital and small letters.
bool has_words(const std::vector<std::string_view>& pieces);

/// Removes the last pieces of a line if they are a remark after the cells: a comment, words, a
/// rating or a number. `pieces` come from split_cells(text).
void drop_remark(std::string_view text, std::vector<std::string_view>& pieces);

/// Whether a line that cannot be read looks like damaged cells, rather than like words or a number.
/// `expected` is the usual number of cells in a line.
bool resembles_cells(std::string_view text, const CellReader& reader, std::size_t expected);

/// Returns the parts of a line that are whole boards in the notation of `reader`, in their order.
/// Other text may surround them, such as a name, an address or the tags of a markup language.
std::vector<std::string_view> find_boards(std::string_view text, const CellReader& reader);

}  // namespace sudoku
