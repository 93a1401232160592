// One line per row of a board. Cells are symbols or integers, optionally separated or surrounded by
// blanks, `|`, commas, semicolons, quotes and brackets. A remark may follow the cells. Rules, of
// `-`, `+`, `=` and `|`, and comments may be anywhere. Empty lines between boards are optional.
//
// Any other line is text, such as a title, the side of the board or the number of boards. Text
// separates boards: a board that is not complete before it is invalid. Rows with wrong cells count
// as rows, so that a damaged board is reported once.
//
// .sdk files of SadMan Software Sudoku have section names such as `[Puzzle]`, in any case. The
// sections `[State]`, `[PencilMarks]` and `[Solution]` are skipped. Any other name is a title. In
// .ss files of Simple Sudoku, `*` marks the corners of the outer rules.
//
// A line of `-`, with optional blanks and `|`, is a row of empty cells if it has one `-` per cell
// and the file has no other mark for empty cells (see PlainText). Otherwise, or with `+` or `=`, it
// is a rule. If an empty line follows the first band of the first board, the file separates bands
// by empty lines, and these are skipped. Any other empty line ends a board.

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// A partly read board.
struct FoundBoard {
  explicit FoundBoard(const Shape& shape) : cells(shape.cells()) {}

  std::vector<std::uint8_t> cells;
  std::uint64_t line = 0;  // of the first row
  std::size_t rows = 0;
  std::optional<Defect> defect;  // the first defect
};

/// The effect of a line on the current board.
enum class LineKind : std::uint8_t {
  row,        ///< adds a row, perhaps with a defect
  whole,      ///< is a whole board, but damaged
  gap,        ///< has no effect
  separator,  ///< ends the board
  text,       ///< ends the board, and is noted
};

/// Whether `text` is the size of a board, such as `9`, `4x4`, `9 3 3` or `n=9`.
bool is_size(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kMostNumbers = 3;
  constexpr std::size_t kMostDigits = 2;
  if (text.find_first_not_of("0123456789xXnN*= \t") != text.npos) return false;
  std::size_t numbers = 0;
  for (std::size_t begin = 0; (begin = text.find_first_of(kDigits, begin)) != text.npos;) {
    const std::size_t end = std::min(text.size(), text.find_first_not_of(kDigits, begin));
    if (++numbers > kMostNumbers || end - begin > kMostDigits) return false;
    begin = end;
  }
  return numbers > 0;
}

/// Whether `text` is a number such as `12`, `1.` or `8.4`.
bool is_number(std::string_view text) {
  constexpr std::size_t kLongest = 6;
  text = trim(text);
  return text.size() <= kLongest && text.find_first_not_of("0123456789.") == text.npos &&
         std::ranges::count(text, '.') <= 1 && text != ".";
}

class GridFormat final : public PuzzleFormat {
 public:
  GridFormat(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation), side_(reader_.side()) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      mark_begin();
      auto board = read_board();
      if (!board) return std::nullopt;
      ++boards_;
      if (board->defect) return std::move(board->defect);
      block.puzzles.push_back({reader_.shape(), board->cells});
      block.lines.push_back(board->line);
    }
    return std::nullopt;
  }

 private:
  /// Returns the next board, or nullopt at the end of the data.
  std::optional<FoundBoard> read_board() {
    FoundBoard board(reader_.shape());
    while (board.rows < side_) {
      const auto line = lines_.next();
      const LineKind kind = line ? add_line(*line, board) : LineKind::separator;
      if (kind == LineKind::whole) return board;
      const bool is_end = kind == LineKind::separator || kind == LineKind::text;
      if (is_end && board.rows > 0) {
        if (!is_rest_of_reported_board(board.rows, kind)) {
          const Position end{line ? line->number : lines_.line_count() + 1, 1};
          Defect missing{end, describe_missing_rows(board)};
          if (!board.defect) board.defect = std::move(missing);
          return board;
        }
        board = FoundBoard(reader_.shape());
      }
      if (!line) return std::nullopt;
    }
    rows_before_text_ = 0;
    if (boards_ == 0) rules_separate_ = !has_inner_rules_;
    return board;
  }

  /// Boards of Latin squares whose order is a prime number look like rows of larger boards.
  std::string describe_missing_rows(const FoundBoard& board) const {
    std::string what = fmt::format("{} rows expected, {} found", side_, board.rows);
    const std::size_t order = square_root(side_);
    constexpr std::size_t kLowest = 5;  // rows of 4x4 and 9x9 are more likely
    if (order >= kLowest && !usual_shape(order) && std::ranges::max(board.cells) <= order) {
      what += fmt::format("; for Latin squares of order {0}, use --shape 1x{0}", order);
    }
    return what;
  }

  /// Called at the end of an incomplete board. Returns whether its rows belong to a damaged board
  /// that was reported before, because only a line of text is between them.
  bool is_rest_of_reported_board(std::size_t rows, LineKind end) {
    const bool is_rest = rows_before_text_ > 0 && rows_before_text_ + 1 + rows == side_;
    rows_before_text_ = !is_rest && end == LineKind::text ? rows : 0;
    return is_rest;
  }

  LineKind add_line(const Line& line, FoundBoard& board) {
    const std::string_view text = line.text;
    std::optional<Defect> defect = find_line_defect(line);
    if (!defect) {
      if (is_blank(text)) return ends_board(board) ? LineKind::separator : LineKind::gap;
      if (is_comment(text)) {
        note_comment(line);
        return LineKind::gap;
      }
      if (is_section(text)) return begin_section(line);
      if (!is_puzzle_section_) return LineKind::gap;
      if (is_rule(text, side_)) return add_rule(board);
      const auto row = std::span(board.cells).subspan(side_ * board.rows, side_);
      defect = read_row(line, row);
      if (defect && is_text_after(text, board.rows)) {
        notes_.text.add(std::move(*defect));
        return LineKind::text;
      }
    }
    if (board.rows++ == 0) board.line = line.number;
    if (!board.defect) board.defect = std::move(defect);
    const bool is_whole = board.rows == 1 && board.defect && is_as_long_as_board(text);
    return is_whole ? LineKind::whole : LineKind::row;
  }

  LineKind begin_section(const Line& line) {
    const std::string_view section = trim(line.text);
    const std::string name = lower_case(trim(section.substr(1, section.size() - 2)));
    is_puzzle_section_ = name != "state" && name != "pencilmarks" && name != "solution";
    if (!is_puzzle_section_ || name == "puzzle") return LineKind::separator;
    notes_.text.add({{line.number, 1}, one_line(section) + " is no board"});
    return LineKind::text;
  }

  /// A rule within a band, or in a file without rules between bands, ends the board.
  LineKind add_rule(const FoundBoard& board) {
    if (board.rows == 0) return LineKind::gap;
    has_inner_rules_ = true;
    const bool is_in_band = board.rows % reader_.shape().box_rows != 0;
    return is_in_band || rules_separate_ ? LineKind::separator : LineKind::gap;
  }

  /// Whether an empty line ends `board`, instead of being a gap before it or between its bands.
  bool ends_board(const FoundBoard& board) {
    if (board.rows == 0) return false;
    const std::size_t band = reader_.shape().box_rows;
    if (boards_ == 0 && board.rows == band) bands_set_apart_ = true;
    return !bands_set_apart_ || board.rows % band != 0;
  }

  /// Whether an invalid line is text rather than a damaged row. `rows` counts the rows of the board
  /// before it.
  bool is_text_after(std::string_view text, std::size_t rows) const {
    if (rows == 0 && (is_size(text) || is_number(text))) return true;
    if (are_cells_only(text)) return false;
    const auto pieces = split_cells(text);
    const std::size_t cells = reader_.notation().is_integers ? pieces.size() : total_size(pieces);
    if (rows == 0 && 4 * cells < 3 * side_) return true;
    return !resembles_cells(text, reader_, side_);
  }

  /// Whether `text` consists of cells, blanks and bars. Words consist of letters, which may be
  /// cells.
  bool are_cells_only(std::string_view text) const {
    std::size_t bars = 0;
    bool is_any_no_letter = false;
    for (const char c : text) {
      bars += c == '|';
      const bool is_gap = c == '|' || is_blank(c);
      if (!is_gap && !reader_.is_cell(c)) return false;
      is_any_no_letter |= !is_gap && (c < 'A' || c == '_' || c == '~');
    }
    return is_any_no_letter || bars > 1;
  }

  bool is_as_long_as_board(std::string_view text) const {
    const auto pieces = split_cells(text);
    const std::size_t cells = reader_.notation().is_integers ? pieces.size() : total_size(pieces);
    return 4 * cells > 3 * reader_.shape().cells();
  }

  /// Prefers the number of cells if an invalid line looks like a row of a larger board.
  std::optional<Defect> read_row(const Line& line, std::span<std::uint8_t> row) {
    auto defect = read_cells(line, reader_, row);
    if (!defect || reader_.notation().is_integers) return defect;
    const auto pieces = split_cells(line.text);
    const std::size_t cells = total_size(pieces);
    const auto is_in_larger = [cells](auto piece) { return may_be_symbols(piece, cells); };
    const bool is_larger =
        cells > side_ && usual_shape(cells) && std::ranges::all_of(pieces, is_in_larger);
    std::string count = fmt::format("{} cells expected, {} found", side_, cells);
    if (!is_larger || defect->what == count) return defect;
    return Defect{{line.number, 1}, std::move(count)};
  }

  std::size_t side_;
  std::uint64_t boards_ = 0;  // so far, including invalid ones
  bool bands_set_apart_ = false;
  bool has_inner_rules_ = false;
  bool rules_separate_ = false;  // the first board has no rules between its bands
  bool is_puzzle_section_ = true;
  std::size_t rows_before_text_ = 0;  // of an incomplete board that ended with text
};

/// Writes rows with bars between the boxes, and rules between the bands.
void append_grid(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const Shape& shape = puzzle.shape;
  const std::size_t side = shape.side();
  const std::size_t width = drawn_cell(puzzle, 0).size() + 1;
  const std::vector<std::string> boxes(shape.box_rows,
                                       std::string(width * shape.box_columns + 1, '-'));
  const std::string joined = fmt::format("{}", fmt::join(boxes, "+"));
  const std::string rule = joined.substr(1, joined.size() - 2);
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    const std::size_t column = cell % side;
    const bool is_band = cell != 0 && cell % (side * shape.box_rows) == 0;
    if (is_band && !shape.is_latin()) text += rule + '\n';
    if (column != 0) text += column % shape.box_columns == 0 ? " | " : " ";
    text += drawn_cell(puzzle, cell);
    if (column == side - 1) text += '\n';
  }
  text += '\n';
}

void append_sdk(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  const std::string cells = format_line(puzzle);
  text += "[Puzzle]\n";
  for (std::size_t begin = 0; begin < cells.size(); begin += side) {
    text.append(cells, begin, side) += '\n';
  }
  text += '\n';
}

void append_ss(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const Shape& shape = puzzle.shape;
  const std::string cells = format_line(puzzle);
  const std::vector<std::string> boxes(shape.box_rows, std::string(shape.box_columns, '-'));
  const std::string rule = fmt::format("{}", fmt::join(boxes, "+"));
  const std::string frame = " *" + std::string(rule.size(), '-') + "*\n";
  const std::size_t side = shape.side();
  text += frame;
  for (std::size_t cell = 0; cell < cells.size(); cell += shape.box_columns) {
    if (cell != 0 && cell % (side * shape.box_rows) == 0) text += " |" + rule + "|\n";
    text += cell % side == 0 ? " |" : "|";
    text.append(cells, cell, shape.box_columns);
    if ((cell + shape.box_columns) % side == 0) text += "|\n";
  }
  text += frame;
  text += '\n';
}

void append_acs(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  text += std::to_string(puzzle.shape.box_rows) + "\n1\n";
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    text += puzzle[cell] == 0 ? "-1" : std::to_string(puzzle[cell]);
    text += cell % side == side - 1 ? '\n' : '\t';
  }
}

bool has_square_boxes(const Shape& shape) { return shape.box_rows == shape.box_columns; }

bool has_boxes_of_symbols(const Shape& shape) {
  return !shape.is_latin() && shape.side() <= kMaxSideOfSymbols;
}
constexpr std::string_view kBoxesOfSymbols = "boards with boxes up to 61x61";

}  // namespace

const PuzzleWriter kGridWriter{.append = append_grid, .has_boxes = true};
const PuzzleWriter kSdkWriter{
    .append = append_sdk, .supports = has_boxes_of_symbols, .supported = kBoxesOfSymbols};
const PuzzleWriter kSsWriter{.append = append_ss,
                             .has_boxes = true,
                             .supports = has_boxes_of_symbols,
                             .supported = kBoxesOfSymbols};
const PuzzleWriter kAcsWriter{.append = append_acs,
                              .holds_one = true,
                              .supports = has_square_boxes,
                              .supported = "square boxes"};

const FileFormat formats::grid{.open = open_rows, .writer = &kGridWriter, .is_in_rows = true};

std::unique_ptr<PuzzleFormat> open_rows(const OpenDataset& dataset) {
  return open_as<GridFormat>(dataset);
}

}  // namespace sudoku
