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

/// A puzzle a line, then anything after a blank, comma, semicolon or tab; blanks and a name of the
/// puzzle bank in front, quotes around the cells, and pencilmarks instead of them. `lines` must
/// outlive the result, here and below.
std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines);

/// Nine rows a puzzle, in the sections `[Puzzle]` where there are sections.
std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines);

/// Values separated by commas (RFC 4180, without line ends in fields), semicolons or tabs, of the
/// file `path`. Reads the header and throws InputError if there is none or the columns that
/// `options` ask for are not in it.
std::unique_ptr<PuzzleFormat> make_csv_format(LineReader& lines, const std::string& path,
                                              const ReadOptions& options);

/// Whether `text` has several names or the name of a puzzle column, as the header of CSV has.
bool is_csv_header(std::string_view text);

/// Whether `text` is a row of nine cells, a rule of boxes between rows, or the name of a section.
bool is_grid_line(std::string_view text);

/// Whether the line format takes `text` for a puzzle; it may have negative clues.
bool is_puzzle_line(std::string_view text);

/// The format of a file that begins with `head`: that of the first line that is clearly of one, and
/// if there is none, by the length of the first line that is neither empty nor a comment.
DatasetFormat detect_format(std::string_view head);

/// The same of what is still to be read. Reads no further than the line that tells, so that who
/// sends puzzles through a pipe and waits for each answer gets it.
DatasetFormat detect_format(LineReader& lines);

}  // namespace sudoku
