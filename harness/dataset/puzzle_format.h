#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/line_reader.h"

namespace sudoku {

/// Parser of one file format. Not thread-safe.
class PuzzleFormat {
 public:
  virtual ~PuzzleFormat() = default;
  /// Appends puzzles to `block` until it holds `max_puzzles` or the data end. At an invalid puzzle,
  /// skips it and returns its defect.
  virtual std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) = 0;
};

/// The detected structure of a dataset.
struct Layout {
  DatasetFormat format = DatasetFormat::line;  ///< never automatic
  bool is_in_rows = false;                     ///< for integers: a line is a row
  Notation notation{};                         ///< for CSV only what the options set
};

// `lines` must outlive the formats. The source files describe the formats.

/// One 9x9 puzzle per line in the usual notation (see is_classic).
std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines);

/// One puzzle per line in any other notation.
std::unique_ptr<PuzzleFormat> make_board_line_format(LineReader& lines, const Notation& notation);

/// One row per line.
std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines, const Notation& notation = {});

/// Game ids of Simon Tatham's Solo.
std::unique_ptr<PuzzleFormat> make_solo_format(LineReader& lines, const Shape& shape);

/// CSV (see CsvRecord). Reads the header, and detects `notation` from the records in memory. Throws
/// InputError, which names `path`, if there is no header or if it lacks the columns that `options`
/// ask for.
std::unique_ptr<PuzzleFormat> make_csv_format(LineReader& lines, const std::string& path,
                                              const ReadOptions& options, Notation& notation);

/// Whether `text` looks like a CSV header: it has several names, or the name of a puzzle column.
bool is_csv_header(std::string_view text);

/// Whether `text` is a rule between or around boxes. `side` dashes are a row of empty cells
/// instead.
bool is_rule(std::string_view text, std::size_t side);

/// Whether `text` is a name in brackets.
bool is_section(std::string_view text);

/// Whether `text` is a row of nine cells.
bool is_row_of_nine(std::string_view text);

/// Whether `text` is a 9x9 puzzle or pencilmarks in the usual notation, perhaps with negative
/// clues.
bool is_puzzle_line(std::string_view text);

/// Whether `text` is a game id of Solo or a similar program, perhaps of a variant of sudoku.
bool is_solo_line(std::string_view text);

/// Returns the shape that such an id names, or nullopt if it is invalid.
std::optional<Shape> shape_of_solo_line(std::string_view text);

/// Returns the most likely shape of an invalid puzzle written in symbols: 9x9, unless it is too
/// long and has symbols of larger boards.
Shape likely_shape(std::string_view cells);

/// Detects the layout of a file that begins with `head`, as far as `options` leave it open: from
/// the first unambiguous lines, or else from the length of the lines.
Layout detect_layout(std::string_view head, const ReadOptions& options = {});

/// Likewise for unread lines. Reads no further than necessary, because a program may send one
/// puzzle through a pipe and wait for the answer.
Layout detect_layout(LineReader& lines, const ReadOptions& options = {});

}  // namespace sudoku
