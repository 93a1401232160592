#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/dataset/notation.h"

namespace sudoku {

// Lines of cells whose layout is not known yet. Texts must outlive the results.

/// The number of cells of a line, and whether they are numbers or symbols.
struct CellCount {
  std::size_t cells = 0;
  bool is_integers = false;
  friend bool operator==(const CellCount&, const CellCount&) = default;
  friend bool operator<(const CellCount& a, const CellCount& b) {
    return std::tie(a.cells, a.is_integers) < std::tie(b.cells, b.is_integers);
  }
};

/// A line that may be a row or a board.
struct CellLine {
  CellCount count;
  bool is_certain = false;               ///< for integers: the line cannot be symbols
  std::vector<std::string_view> pieces;  ///< text of the cells
};

/// Consecutive lines with the same number of cells.
struct CellRun {
  std::vector<CellLine> lines;
  bool has_ended = false;       ///< another line follows
  std::size_t box_rows = 0;     ///< according to rules between boxes; 0 without rules
  std::size_t box_columns = 0;  ///< likewise, according to bars
};

/// Whether a board can have that side.
bool is_side(std::size_t cells);

/// Whether a board can have that number of cells.
bool is_board(std::size_t cells);

/// Reads the cells of a line. Returns nullopt if it can be neither a row nor a board.
std::optional<CellLine> parse_cell_line(std::string_view text);

/// Whether all cells of the line exist in boards of that side.
bool fits_side(const CellLine& line, std::size_t side);

/// Whether no digit is repeated in a row or a column.
bool obeys_rules(const std::vector<CellLine>& rows, const Shape& shape);

/// Returns the lines at the start of `text` that have this number of cells, up to `max_lines`.
CellRun take_run(const CellCount& count, std::string_view text, std::size_t max_lines);

/// Returns the shape of a board of rows at the start of `text`: the boxes that rules and bars draw,
/// or else the usual ones.
Shape drawn_shape(const CellCount& count, std::string_view text);

/// Collects the evidence of all lines in `text` that have this number of cells.
SymbolEvidence collect_evidence(const CellCount& count, std::string_view text,
                                const Notation& notation);

}  // namespace sudoku
