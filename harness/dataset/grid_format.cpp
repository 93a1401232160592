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

// In a grid of candidates, each cell is the list of its candidates in ascending order, such as
// `136`, or `.` if there are none. Sudoku programs export their boards in this form. Empty lines
// and rules may be anywhere.

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/import/loose_line.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// A partly read board.
struct FoundBoard {
  explicit FoundBoard(const Shape& shape) : board(shape) {}

  OwnedBoard board;
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

class GridFormat : public PuzzleFormat {
 public:
  GridFormat(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation), side_(reader_.side()) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) final {
    while (block.puzzles.size() < max_puzzles) {
      mark_begin();
      auto board = read_board();
      if (!board) return std::nullopt;
      ++boards_;
      if (board->defect) return std::move(board->defect);
      block.puzzles.push_back(board->board);
      block.lines.push_back(board->line);
    }
    return std::nullopt;
  }

 protected:
  static void add_row(const Line& line, std::optional<Defect> defect, FoundBoard& board) {
    if (board.rows++ == 0) board.line = line.number;
    if (!board.defect) board.defect = std::move(defect);
  }

  std::size_t side_;

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

  bool has_candidates() const { return reader_.notation().has_candidates; }

  /// Boards of Latin squares whose order is a prime number look like rows of larger boards.
  std::string describe_missing_rows(const FoundBoard& board) const {
    std::string what = fmt::format("{} rows expected, {} found", side_, board.rows);
    const std::size_t order = square_root(side_);
    constexpr std::size_t kLowest = 5;  // rows of 4x4 and 9x9 are more likely
    const bool may_be_latin = !has_candidates() && order >= kLowest && !usual_shape(order);
    if (may_be_latin && std::ranges::max(Board(board.board).cells) <= order) {
      what += fmt::format("; for Latin squares of order {0}, use --shape 1x{0}", order);
    }
    return what;
  }

  /// Called at the end of an incomplete board. Returns whether its rows belong to a damaged board
  /// that was reported before, because only a line of text is between them.
  bool is_rest_of_reported_board(std::size_t rows, LineKind end) {
    if (has_candidates()) return false;
    const bool is_rest = rows_before_text_ > 0 && rows_before_text_ + 1 + rows == side_;
    rows_before_text_ = !is_rest && end == LineKind::text ? rows : 0;
    return is_rest;
  }

  virtual LineKind add_line(const Line& line, FoundBoard& board) {
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
      const auto row = board.board.cells().subspan(side_ * board.rows, side_);
      defect = read_row(line, row);
      if (defect && is_text_after(text, board.rows)) {
        notes_.text.add(std::move(*defect));
        return LineKind::text;
      }
    }
    add_row(line, std::move(defect), board);
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

  std::uint64_t boards_ = 0;  // so far, including invalid ones
  bool bands_set_apart_ = false;
  bool has_inner_rules_ = false;
  bool rules_separate_ = false;  // the first board has no rules between its bands
  bool is_puzzle_section_ = true;
  std::size_t rows_before_text_ = 0;  // of an incomplete board that ended with text
};

/// Returns the candidates that a text such as `136` lists in ascending order; none for `.`. Returns
/// nullopt for any other text.
std::optional<Digits> parse_candidate_list(std::string_view text, const CellReader& reader) {
  if (text == ".") return Digits{0};
  Digits digits = 0;
  for (const char c : text) {
    const std::uint8_t digit = reader.value_of(c);
    if (digit == 0 || digit > reader.side() || digits >= digit_bit(digit)) return std::nullopt;
    digits |= digit_bit(digit);
  }
  return digits;
}

/// Whether `text` is a rule of a grid of candidates, such as `+---+---+` or `.---.---.`.
bool is_rule_of_candidates(std::string_view text) {
  constexpr std::size_t kShortest = 3;
  return text.find_first_not_of("-+=|.:'*` \t") == text.npos &&
         std::ranges::count_if(text, [](char c) { return c == '-' || c == '='; }) >=
             static_cast<std::ptrdiff_t>(kShortest);
}

class CandidateGridFormat final : public GridFormat {
 public:
  using GridFormat::GridFormat;

 private:
  LineKind add_line(const Line& line, FoundBoard& board) override {
    const std::string_view text = line.text;
    std::optional<Defect> defect = find_line_defect(line);
    if (!defect) {
      if (is_comment(text)) note_comment(line);
      if (is_blank(text) || is_comment(text) || is_rule_of_candidates(text)) return LineKind::gap;
      const auto lists = split_cells(text);
      if (!are_like_row(lists)) {
        notes_.text.add({{line.number, 1}, "this line is not a row"});
        return LineKind::text;
      }
      const auto row = board.board.candidates().subspan(side_ * board.rows, side_);
      defect = read_lists(line, lists, row);
    }
    add_row(line, std::move(defect), board);
    return LineKind::row;
  }

  /// Returns whether the line of these lists may be a row of a board. The row may be damaged.
  bool are_like_row(const std::vector<std::string_view>& lists) const {
    const auto valid = std::ranges::count_if(
        lists, [this](auto list) { return parse_candidate_list(list, reader_).has_value(); });
    return 2 * lists.size() >= side_ && 2 * valid >= std::ssize(lists);
  }

  std::optional<Defect> read_lists(const Line& line, const std::vector<std::string_view>& lists,
                                   std::span<Digits> row) const {
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto digits = parse_candidate_list(lists[i], reader_);
      if (!digits) {
        const auto column = static_cast<std::size_t>(lists[i].data() - line.text.data()) + 1;
        return Defect{
            {line.number, column},
            fmt::format("{} is not a list of candidates; write the digits from {} to {} "
                        "in ascending order, or . if there are none",
                        shortened(lists[i]), reader_.symbol_of(1), reader_.symbol_of(side_))};
      }
      if (i < row.size()) row[i] = *digits;
    }
    if (lists.size() == row.size()) return std::nullopt;
    return Defect{{line.number, 1},
                  fmt::format("{} cells expected, {} found", row.size(), lists.size())};
  }
};

/// Rows of lists of candidates, between bars, rules and comments.
struct CandidateRows {
  std::size_t rows = 0;
  bool have_many = false;       ///< some list has at least three candidates
  bool has_ended = false;       ///< another line follows
  std::size_t box_rows = 0;     ///< according to rules between rows; 0 without rules
  std::size_t box_columns = 0;  ///< likewise, according to bars
};

/// Returns the number of lists before the first inner bar, or 0 if there is none.
std::size_t lists_before_bar(std::string_view row) {
  row = trim(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  const std::size_t bar = row.find('|');
  return bar == row.npos ? 0 : split_cells(row.substr(0, bar)).size();
}

/// Returns the rows with `side` lists each at the start of `text`, up to `side`.
CandidateRows take_candidate_rows(std::string_view text, const CellReader& reader) {
  constexpr std::size_t kMany = 3;  // more digits than a number on a board
  CandidateRows found;
  while (found.rows < reader.side()) {
    const auto line = take_content_line(text);
    if (!line) break;
    if (is_rule_of_candidates(*line)) {
      if (found.box_rows == 0) found.box_rows = found.rows;
      continue;
    }
    const auto lists = split_cells(*line);
    found.has_ended = lists.size() != reader.side() || !std::ranges::all_of(lists, [&](auto list) {
                        return parse_candidate_list(list, reader).has_value();
                      });
    if (found.has_ended) break;
    found.have_many |= std::ranges::any_of(lists, [](auto list) { return list.size() >= kMany; });
    if (found.rows++ == 0) found.box_columns = lists_before_bar(*line);
  }
  return found;
}

/// Recognizes rows of lists of candidates. Unless the format is requested, a list must have at
/// least three candidates.
Recognition recognize_lists(const SampleLine& sample) {
  const ReadOptions& options = sample.options;
  const bool is_requested = options.format == DatasetFormat::candidate_grid;
  const auto lists = split_cells(sample.line);
  const std::size_t side = lists.size();
  if (!sample.sides.has(side) || (options.shape && options.shape->side() != side)) return {};
  // Most rows of clues need no further lines for this decision.
  const bool has_clues = std::ranges::all_of(lists, [](auto list) { return list.size() == 1; }) &&
                         std::ranges::find(lists, ".") != lists.end();
  if (is_section(sample.line) || (has_clues && !is_requested)) return {};
  Layout layout = usual_layout(DatasetFormat::candidate_grid, options);
  layout.notation.shape = *sample.sides.shape_of(side);
  layout.notation.has_candidates = true;
  const CandidateRows found = take_candidate_rows(sample.from_here, CellReader(layout.notation));
  if (!found.have_many && found.rows < side && !found.has_ended && !sample.is_all) {
    return {.needs_more = true};
  }
  if (!is_requested && !found.have_many) return {};
  const auto drawn =
      options.shape ? std::nullopt : shape_of_boxes(side, found.box_rows, found.box_columns);
  if (drawn) layout.notation.shape = *drawn;
  layout.are_boxes_given |= drawn.has_value();
  return {layout};
}

}  // namespace

const FileFormat formats::grid{.open = open_rows, .writer = &kGridWriter, .is_in_rows = true};

const FileFormat formats::candidate_grid{.recognize = recognize_lists,
                                         .open = open_as<CandidateGridFormat>,
                                         .writer = &kCandidateGridWriter,
                                         .is_in_rows = true,
                                         .has_candidates = true};

std::unique_ptr<PuzzleFormat> open_rows(const OpenDataset& dataset) {
  return open_as<GridFormat>(dataset);
}

}  // namespace sudoku
