#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/line_reader.h"

namespace sudoku {

/// One way of writing puzzles down in lines.
class PuzzleFormat {
 public:
  virtual ~PuzzleFormat() = default;
  /// Appends puzzles to `block` until it holds `max_puzzles` or the data end. Stops sooner at a
  /// puzzle that cannot be read: passes over it and says what is wrong with it.
  virtual std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) = 0;
};

/// Where the puzzles of a dataset are, and how their cells are written.
struct Layout {
  DatasetFormat format = DatasetFormat::line;  ///< never automatic
  bool is_in_rows = false;                     ///< of integers: a line is a row
  Notation notation{};                         ///< of CSV unspecified, except what was asked for
};

/// A puzzle a line, then anything after a blank, comma, semicolon or tab; blanks and a name of the
/// puzzle bank in front, quotes around the cells, and pencilmarks instead of them. For is_classic
/// notations. `lines` must outlive the result, here and below.
std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines);

/// A puzzle a line of any other notation: symbols, as before but for names and pencilmarks, or
/// integers, which have the line to themselves.
std::unique_ptr<PuzzleFormat> make_board_line_format(LineReader& lines, const Notation& notation);

/// A line a row, in the sections `[Puzzle]` where there are sections.
std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines, const Notation& notation = {});

/// The ids of Simon Tatham's Solo, all of that shape.
std::unique_ptr<PuzzleFormat> make_solo_format(LineReader& lines, const Shape& shape);

/// OptionValues separated by commas (RFC 4180, without line ends in fields), semicolons or tabs, of
/// the file `path`. Reads the header and throws InputError if there is none or the columns that
/// `options` ask for are not in it. Looks at the records in memory to know their notation, which it
/// leaves in `notation`.
std::unique_ptr<PuzzleFormat> make_csv_format(LineReader& lines, const std::string& path,
                                              const ReadOptions& options, Notation& notation);

/// Whether `text` has several names or the name of a puzzle column, as the header of CSV has.
bool is_csv_header(std::string_view text);

/// A line of rules between the boxes or around them, where a row has so many cells: as many dashes
/// and nothing else are a row of empty cells.
bool is_rule(std::string_view text, std::size_t side);

/// A name in brackets.
bool is_section(std::string_view text);

/// Whether `text` is a row of nine cells.
bool is_row_of_nine(std::string_view text);

/// Whether the classic line format takes `text` for a puzzle; it may have negative clues.
bool is_puzzle_line(std::string_view text);

/// Whether `text` is an id of Solo, or of a program like it, maybe of a variant.
bool is_solo_line(std::string_view text);

/// The shape that such an id names; nothing for one that no board has.
std::optional<Shape> shape_of_solo_line(std::string_view text);

/// The shape that a bad puzzle was most likely meant to have, whose cells are symbols: of 9x9
/// unless it is too long for that, and has what is no cell of it.
Shape likely_shape(std::string_view cells);

/// The layout of a file that begins with `head`, as far as `options` leave it open: that of the
/// first lines that are clearly of one, and if there are none, by how long lines are.
Layout detect_layout(std::string_view head, const ReadOptions& options = {});

/// The same of what is still to be read. Reads no further than the lines that tell, so that who
/// sends puzzles through a pipe and waits for each answer gets it.
Layout detect_layout(LineReader& lines, const ReadOptions& options = {});

}  // namespace sudoku
