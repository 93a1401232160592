#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/dataset/cell_text.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/shard.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

class Sides;

/// File formats of puzzles; datasets/FORMATS.md describes them.
enum class DatasetFormat : std::uint8_t {
  automatic,       ///< detected from the first lines that are neither empty nor comments
  line,            ///< one puzzle per line, perhaps with other text
  csv,             ///< one puzzle per record, usually after a header that names the columns
  grid,            ///< one row of a puzzle per line, optionally with blanks and rules between boxes
  candidate_grid,  ///< likewise, with a list of candidates for each cell
  integers,        ///< cells are numbers; one puzzle or one row per line
  solo,            ///< game ids of Simon Tatham's Solo, such as `3x3:1a2b_3...`
  hodoku,          ///< lines of HoDoKu's library, such as `:0000:x:53..7...:::`
  json,            ///< objects or arrays of JSON, also JSON Lines
};

/// Returns the name of a format, such as `line`, or `auto`.
std::string_view to_string(DatasetFormat format);

/// How to read a dataset.
struct ReadOptions {
  DatasetFormat format = DatasetFormat::automatic;
  std::string column;         ///< CSV column of the puzzle: name or number from 1; empty: detected
  std::string expect_column;  ///< CSV column of the solution or the solution count, likewise
  bool skip_invalid = false;  ///< skip and count invalid lines instead of throwing
  std::string remedy{};       ///< end of the error message for an invalid line
  bool may_be_empty = false;  ///< accept a file without puzzles and invalid lines
  std::optional<Shape> shape{};  ///< of all boards; nullopt: detected
  FirstSymbol symbols = FirstSymbol::automatic;
  /// Called for each invalid line that is skipped, in the order of the lines.
  std::function<void(const Defect&)> on_defect{};
  /// Called with each note for the user: the assumed boxes at the first puzzle, and skipped lines
  /// at the end of the data.
  std::function<void(const std::string&)> on_note{};
};

/// Lines that a reader skipped without calling them invalid.
struct SkippedLines {
  std::uint64_t count = 0;
  Defect first{};  ///< position of the first such line, and why it is no puzzle

  void add(const Line& line) { add({{line.number, 0}, {}}); }
  void add(Defect defect) {
    if (count++ == 0) first = std::move(defect);
  }
};

/// Lines of a dataset that its user might miss.
struct ReadingNotes {
  SkippedLines text;      ///< between the boards
  SkippedLines comments;  ///< that hold a board
  SkippedLines headers;   ///< of CSV, repeated
};

/// Parser of one file format. Not thread-safe.
class PuzzleFormat {
 public:
  /// `lines` must outlive the format.
  PuzzleFormat(LineReader& lines, const Notation& notation) : lines_(lines), reader_(notation) {}
  virtual ~PuzzleFormat() = default;
  /// Appends puzzles to `block` until it holds `max_puzzles` or the data end. At an invalid puzzle,
  /// skips it and returns its defect.
  virtual std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) = 0;

  /// After `read` returned a defect or threw, returns the position before that puzzle.
  TextPosition begin_of_invalid() const { return begin_; }
  const ReadingNotes& notes() const { return notes_; }
  /// Returns the name of the CSV column with the numbers of solutions; empty if there is none.
  virtual std::string count_column() const { return {}; }

 protected:
  /// Notes a comment that holds a board.
  void note_comment(const Line& line) {
    if (!find_boards(line.text.substr(line.text.find_first_of("#;%/") + 1), reader_).empty()) {
      notes_.comments.add(line);
    }
  }

  /// Notes the position before a puzzle that may be invalid.
  void mark_begin() { begin_ = {lines_.byte_count(), lines_.line_count()}; }

  LineReader& lines_;
  CellReader reader_;
  ReadingNotes notes_;

 private:
  TextPosition begin_;
};

/// A format with one puzzle per line.
class PuzzlePerLine : public PuzzleFormat {
 public:
  PuzzlePerLine(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation),
        cells_(notation.shape.cells()),
        candidates_(notation.has_candidates ? notation.shape.cells() : 0) {}
  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) final;

 protected:
  /// Reads a line into `cells_` or `candidates_`. May append the expectation to `block`.
  virtual std::optional<Defect> read_line(const Line& line, PuzzleBlock& block) = 0;
  virtual bool is_comment_line(std::string_view text) const { return is_comment(text); }
  /// Returns where to note an invalid line that is not a damaged puzzle, or null if it is one.
  virtual SkippedLines* note_of(std::string_view /*text*/) { return nullptr; }
  /// Reads the next lines if a faster method supports them.
  virtual void read_plain_lines(PuzzleBlock& /*block*/, std::size_t /*max_puzzles*/) {}

  std::vector<std::uint8_t> cells_;
  std::vector<Digits> candidates_;  // of all cells, if the notation has candidates
};

/// The detected structure of a dataset.
struct Layout {
  DatasetFormat format = DatasetFormat::line;  ///< never automatic
  bool is_in_rows = false;       ///< a line is not a whole puzzle: it is a row, or a part of JSON
  bool are_boxes_given = false;  ///< by the file or --shape, rather than assumed
  Notation notation{};           ///< for CSV only what the options set
};

// The source files describe the formats.

/// One puzzle per line.
std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines, const Notation& notation = {});

/// One row per line.
std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines, const Notation& notation = {});

/// One row of lists of candidates per line.
std::unique_ptr<PuzzleFormat> make_candidate_grid_format(LineReader& lines,
                                                         const Notation& notation);

/// Game ids of Simon Tatham's Solo.
std::unique_ptr<PuzzleFormat> make_solo_format(LineReader& lines, const Notation& notation);

/// Lines of HoDoKu's library.
std::unique_ptr<PuzzleFormat> make_hodoku_format(LineReader& lines, const Notation& notation);

/// JSON.
std::unique_ptr<PuzzleFormat> make_json_format(LineReader& lines, const Notation& notation);

/// CSV (see CsvRecord). Reads the header, and detects `notation` from the records in memory. Throws
/// InputError, which names `path`, if there is no header or if it lacks the columns that `options`
/// ask for.
std::unique_ptr<PuzzleFormat> make_csv_format(LineReader& lines, const std::string& path,
                                              const ReadOptions& options, Notation& notation);

enum class CsvHeader : std::uint8_t { no, yes, depends_on_next_line };

/// Whether `text` looks like a CSV header: it names a puzzle column, numbers the cells, or has
/// several names and the next line as many fields. `next` is the next line if it is known.
/// `sides` are the sides that boards may have.
CsvHeader is_csv_header(std::string_view text, std::optional<std::string_view> next,
                        const Sides& sides);

struct JsonGuess {
  std::optional<Notation> notation{};  ///< of the first puzzle; nullopt if none was found
  bool is_incomplete = false;          ///< the text ends within the values that decide
};

/// Looks for the first puzzle of a text that begins with `head`, if it is JSON. It has the shape
/// `given` or a usual one.
JsonGuess guess_json(std::string_view head, const std::optional<Shape>& given);

/// Whether `text` is a line of the library of HoDoKu.
bool is_hodoku_line(std::string_view text);

/// Whether `text` is a rule between or around boxes. `side` dashes are a row of empty cells
/// instead.
bool is_rule(std::string_view text, std::size_t side);

/// Whether `text` is letters in brackets, such as `[Puzzle]`.
bool is_section(std::string_view text);

/// Whether `text` is a row of nine cells.
bool is_row_of_nine(std::string_view text);

/// Whether `text` begins with a 9x9 puzzle in the usual notation.
bool is_puzzle_line(std::string_view text);

/// Whether `text` is a game id of Solo or a similar program, perhaps of a variant of sudoku.
bool is_solo_line(std::string_view text);

/// Returns the shape that such an id names, or nullopt if it is invalid.
std::optional<Shape> shape_of_solo_line(std::string_view text);

/// Returns the notation of the candidates in a line, see notation_of_candidates.
std::optional<Notation> notation_of_candidates_line(std::string_view text,
                                                    const std::optional<Shape>& given,
                                                    FirstSymbol first);

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
