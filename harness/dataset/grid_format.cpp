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
// is a rule. Empty lines or rules may separate bands. All other empty lines and rules end a board.
// If the rows between two ends of boards do not form whole boards, they are one invalid board.

// In a grid of candidates, each cell is the list of its candidates in ascending order, such as
// `136`, or `.` if there are none. Sudoku programs export their boards in this form.

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Whether `text` is the size of a board, such as `9`, `4x4`, `9 3 3` or `n=9`.
bool is_size(std::string_view text) {
  constexpr std::size_t kMostNumbers = 3;
  constexpr std::size_t kMostDigits = 2;
  const auto numbers = split(text, Characters("xXnN*= \t"));
  return !numbers.empty() && numbers.size() <= kMostNumbers &&
         std::ranges::all_of(numbers, [](std::string_view number) {
           return number.size() <= kMostDigits &&
                  number.find_first_not_of("0123456789") == number.npos;
         });
}

/// Whether `text` is a rule of a grid of candidates, such as `+---+---+` or `.---.---.`.
bool is_rule_of_candidates(std::string_view text) {
  constexpr std::size_t kShortest = 3;
  return text.find_first_not_of("-+=|.:'*` \t") == text.npos &&
         std::ranges::count_if(text, [](char c) { return c == '-' || c == '='; }) >=
             static_cast<std::ptrdiff_t>(kShortest);
}

/// A partly read board.
struct FoundBoard {
  FoundBoard(const Shape& shape, TextPosition before) : board(shape), begin(before) {}

  OwnedBoard board;
  TextPosition begin;      // before its first line
  std::uint64_t line = 0;  // of the first row
  std::size_t rows = 0;
  std::size_t bands = 0;         // before the current band, if lines separate bands
  std::size_t rows_in_band = 0;  // of the current band
  bool has_wrong_band = false;
  std::optional<Defect> defect;  // the first defect
};

/// The effect of a line on the current board.
enum class LineKind : std::uint8_t {
  row,        ///< adds a row, perhaps with a defect
  whole,      ///< is a whole board, but damaged
  gap,        ///< has no effect
  empty,      ///< ends a band or the board
  rule,       ///< ends a band or the board, too
  separator,  ///< ends the board
  text,       ///< ends the board, and is noted
};

class GridFormat : public PuzzleFormat {
 public:
  GridFormat(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation),
        side_(reader_.side()),
        board_(reader_.shape(), lines_.position()) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) final {
    while (block.puzzles.size() < max_puzzles) {
      while (ready_.size() == (is_last_held_ ? 1 : 0)) {
        if (!read_line()) return std::nullopt;
      }
      FoundBoard found = std::move(ready_.front());
      ready_.pop_front();
      mark_begin(found.begin);
      if (found.defect) return std::move(found.defect);
      block.puzzles.push_back(found.board);
      block.lines.push_back(found.line);
    }
    return std::nullopt;
  }

 protected:
  virtual bool is_rule_line(std::string_view text) const { return is_rule(text, side_); }

  /// Reads the row that begins at cell `begin` of the board.
  virtual std::optional<Defect> read_row(const Line& line, OwnedBoard& board, std::size_t begin) {
    const auto row = board.cells().subspan(begin, side_);
    const CellReader before = reader_;
    auto defect = read_cells(line, reader_, row);
    if (defect) reader_ = before;  // an invalid line does not decide about empty-cell marks
    if (!defect || reader_.notation().is_integers) return defect;
    // Prefers the number of cells if an invalid line looks like a row of a larger board.
    const auto pieces = split_cells(line.text);
    const std::size_t cells = total_size(pieces);
    const auto is_in_larger = [cells](auto piece) { return may_be_symbols(piece, cells); };
    const bool is_larger =
        cells > side_ && usual_shape(cells) && std::ranges::all_of(pieces, is_in_larger);
    std::string count = fmt::format("{} cells expected, {} found", side_, cells);
    if (!is_larger || defect->what == count) return defect;
    return Defect{{line.number, 1}, std::move(count)};
  }

  /// Whether an invalid line is text rather than a damaged row. `rows` counts the rows of the board
  /// before it.
  virtual bool is_text_after(std::string_view text, std::size_t rows) const {
    constexpr std::size_t kLongestNumber = 6;
    const bool is_number = text.size() <= kLongestNumber && is_decimal(trim(text));
    if (rows == 0 && (is_size(text) || is_number)) return true;
    const auto pieces = split_cells(text);
    if (pieces.size() != side_ && has_words(pieces)) return true;
    if (are_cells_only(text)) return false;
    if (rows == 0 && 4 * cells_of(text) < 3 * side_) return true;
    return !resembles_cells(text, reader_, side_);
  }

  std::size_t side_;

 private:
  /// Returns the number of cells or lists in a line.
  std::size_t cells_of(std::string_view text) const {
    return count_cells(split_cells(text), reader_.notation().is_integers || has_candidates());
  }

  /// Reads a line. Returns false if the data have ended and no board is ready.
  bool read_line() {
    const auto line = lines_.next();
    const LineKind kind = line ? add_line(*line) : LineKind::separator;
    if (kind == LineKind::gap) return true;
    const bool is_first_of_gap = !std::exchange(is_in_gap_, kind != LineKind::row);
    if (kind == LineKind::row) {
      if (board_.rows == side_ && !board_.has_wrong_band) end_complete_board();
    } else if (kind == LineKind::whole) {
      end_board();
    } else {
      const std::uint64_t number = line ? line->number : lines_.position().line + 1;
      if (!is_between_bands(kind, number, is_first_of_gap)) end_run({number, 1}, kind);
    }
    return line.has_value() || !ready_.empty();
  }

  void end_board() {
    ready_.push_back(std::exchange(board_, FoundBoard(reader_.shape(), lines_.position())));
    is_last_held_ = false;
  }

  /// Ends the board after its last row. The first board of a run waits for the next lines, because
  /// too many rows may follow. If a whole board follows without a gap, the file does not separate
  /// boards, and boards no longer wait.
  void end_complete_board() {
    runs_on_ |= is_last_held_;
    end_board();
    is_last_held_ = !runs_on_;
    rows_before_text_ = 0;
  }

  /// Ends the boards of a run, at a line that is not a row. If the rows since the last such line do
  /// not form whole boards, they are one invalid board, because any of them may be the extra row.
  void end_run(Position end, LineKind kind) {
    if (board_.rows > 0) {
      auto& defect = is_last_held_ ? ready_.back().defect : board_.defect;
      const bool is_part_of_reported = is_last_held_ || is_rest_of_reported_board(kind);
      if (is_last_held_ && !defect) {
        Defect extra{{board_.line, 1}, describe_rows(side_ + board_.rows)};
        defect = std::move(board_.defect).value_or(std::move(extra));
      } else if (!defect) {
        defect = {end, board_.rows == side_ ? describe_band() : describe_rows(board_.rows)};
      }
      if (is_part_of_reported) {
        board_ = FoundBoard(reader_.shape(), lines_.position());
      } else {
        end_board();
      }
    }
    is_last_held_ = false;
    runs_on_ = false;
  }

  /// Boards of Latin squares whose order is a prime number look like rows of larger boards.
  std::string describe_rows(std::size_t found) const {
    std::string what = fmt::format("{} rows expected, {} found", side_, found);
    const std::size_t order = square_root(side_);
    constexpr std::size_t kLowest = 5;  // rows of 4x4 and 9x9 are more likely
    const bool may_be_latin = !has_candidates() && order >= kLowest && !usual_shape(order);
    if (may_be_latin && std::ranges::max(Board(board_.board).cells) <= order) {
      what += fmt::format("; for Latin squares of order {0}, use --shape 1x{0}", order);
    }
    return what;
  }

  std::string describe_band() const {
    return fmt::format("{} rows expected before this line, {} found", reader_.shape().box_rows,
                       board_.rows_in_band);
  }

  /// Called at the end of an incomplete board. Returns whether its rows belong to a damaged board
  /// that was reported before, because only a line of text is between them.
  bool is_rest_of_reported_board(LineKind end) {
    if (has_candidates()) return false;
    const std::size_t rows = board_.rows;
    const bool is_rest = rows_before_text_ > 0 && rows_before_text_ + 1 + rows == side_;
    rows_before_text_ = !is_rest && end == LineKind::text ? rows : 0;
    return is_rest;
  }

  LineKind add_line(const Line& line) {
    const std::string_view text = line.text;
    std::optional<Defect> defect = find_line_defect(line);
    if (!defect) {
      if (is_blank(text)) return LineKind::empty;
      if (is_comment(text)) {
        note_comment(line);
        return LineKind::gap;
      }
      if (is_section(text)) return begin_section(line);
      if (!is_puzzle_section_) return LineKind::gap;
      if (is_rule_line(text)) return LineKind::rule;
      defect = read_row(line, board_.board, side_ * std::min(board_.rows, side_ - 1));
      if (defect && is_text_after(text, board_.rows)) {
        notes_.text.add(std::move(*defect));
        return LineKind::text;
      }
    }
    if (!defect && has_remark(text)) notes_.remarks.add(line);
    if (board_.rows++ == 0) board_.line = line.number;
    const bool is_too_many = ++board_.rows_in_band > reader_.shape().box_rows;
    board_.has_wrong_band |= is_too_many && board_.bands > 0;
    if (!board_.defect) board_.defect = std::move(defect);
    const bool is_whole =
        board_.rows == 1 && board_.defect && 4 * cells_of(text) > 3 * reader_.shape().cells();
    return is_whole ? LineKind::whole : LineKind::row;
  }

  /// Whether text other than a comment follows the cells of a row.
  bool has_remark(std::string_view text) const {
    return text.size() > side_ && cells_of(text.substr(0, text.find_first_of("#;%/"))) > side_;
  }

  LineKind begin_section(const Line& line) {
    const std::string_view section = trim(line.text);
    const std::string name = lower_case(trim(section.substr(1, section.size() - 2)));
    is_puzzle_section_ = name != "state" && name != "pencilmarks" && name != "solution";
    if (!is_puzzle_section_ || name == "puzzle") return LineKind::separator;
    notes_.text.add(
        {{line.number, 1}, one_line(section) + " is a title; the rows of a board must follow it"});
    return LineKind::text;
  }

  /// Whether a line separates bands of the current board, instead of boards. Counts the bands, so
  /// that the next board begins in the right place if a row is missing or repeated.
  bool is_between_bands(LineKind kind, std::uint64_t line, bool is_first_of_gap) {
    if (board_.rows == 0 || (kind != LineKind::empty && kind != LineKind::rule)) return false;
    if (!has_bands_) learn_bands(kind);
    if (!*has_bands_) return false;
    if (!is_first_of_gap) return may_gaps_repeat_;
    const std::size_t band = reader_.shape().box_rows;
    if (kind != band_end_ || (is_last_held_ && board_.rows != band)) return false;
    runs_on_ |= std::exchange(is_last_held_, false);
    if (board_.rows_in_band != band) {
      board_.has_wrong_band = true;
      if (!board_.defect) board_.defect = Defect{{line, 1}, describe_band()};
    }
    board_.rows_in_band = 0;
    return ++board_.bands < side_ / band;
  }

  /// Decides whether lines of this kind separate bands. They do if more of the next groups of rows
  /// have the size of a band than of a board. One group is not enough evidence: it may be damaged.
  void learn_bands(LineKind kind) {
    const std::size_t band = reader_.shape().box_rows;
    band_end_ = kind;
    lines_.look_ahead([&](std::string_view text, bool is_all) {
      std::size_t rows = board_.rows + (is_last_held_ ? side_ : 0);
      std::size_t all = 0;
      std::size_t bands = 0;
      std::size_t boards = 0;
      const auto end_rows = [&] {
        bands += rows == band;
        boards += rows == side_;
        all += std::exchange(rows, 0);
      };
      end_rows();
      may_gaps_repeat_ = is_gap(text.substr(0, text.find('\n')));
      const auto is_enough = [&] {
        return all >= 2 * side_ || boards > 0 || bands * band >= side_;
      };
      while (!text.empty() && !is_enough()) {
        const std::string_view line = take_line(text);
        if (is_gap(line))
          end_rows();
        else if (!is_comment(line))
          ++rows;
      }
      if (is_all) end_rows();
      has_bands_ = bands > boards;
      return is_enough();
    });
  }

  bool is_gap(std::string_view text) const { return is_blank(text) || is_rule_line(text); }

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

  FoundBoard board_;  // the current one
  std::deque<FoundBoard> ready_;
  bool is_last_held_ = false;      // the last ready board waits: too many rows may follow
  bool runs_on_ = false;           // boards follow each other without a gap
  bool is_in_gap_ = true;          // no row has followed the last gap
  std::optional<bool> has_bands_;  // lines separate bands; nullopt if not yet known
  LineKind band_end_{};            // kind of the lines that separate bands
  bool may_gaps_repeat_ = false;   // several such lines may be between two bands
  bool is_puzzle_section_ = true;
  std::size_t rows_before_text_ = 0;  // of an incomplete board that ended with text
};

class CandidateGridFormat final : public GridFormat {
 public:
  using GridFormat::GridFormat;

 private:
  bool is_rule_line(std::string_view text) const override { return is_rule_of_candidates(text); }

  bool is_text_after(std::string_view text, std::size_t /*rows*/) const override {
    return !are_like_row(split_cells(text));
  }

  /// Returns whether the line of these lists may be a row of a board. The row may be damaged.
  bool are_like_row(const std::vector<std::string_view>& lists) const {
    const auto valid = std::ranges::count_if(
        lists, [this](auto list) { return parse_candidate_list(list, reader_).has_value(); });
    return 2 * lists.size() >= side_ && 2 * valid >= std::ssize(lists);
  }

  std::optional<Defect> read_row(const Line& line, OwnedBoard& board, std::size_t begin) override {
    const auto lists = split_cells(line.text);
    if (!are_like_row(lists)) return Defect{{line.number, 1}, "this line is not a row"};
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto digits = parse_candidate_list(lists[i], reader_);
      if (!digits) {
        return Defect{
            position_of(lists[i], line),
            fmt::format("{} is not a list of candidates; write the digits from {} to {} "
                        "in ascending order, or . if there are none",
                        shortened(lists[i]), reader_.symbol_of(1), reader_.symbol_of(side_))};
      }
      if (i < side_) board.candidates()[begin + i] = *digits;
    }
    if (lists.size() == side_) return std::nullopt;
    return Defect{{line.number, 1},
                  fmt::format("{} cells expected, {} found", side_, lists.size())};
  }
};

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
  constexpr std::size_t kMany = 3;  // a number on a board has at most two digits
  const CellReader reader(layout.notation);
  bool have_many = false;
  const auto is_row = [&](std::string_view line) {
    const auto row = split_cells(line);
    const bool are_lists = std::ranges::all_of(
        row, [&](auto list) { return parse_candidate_list(list, reader).has_value(); });
    if (row.size() != side || !are_lists) return false;
    have_many |= std::ranges::any_of(row, [](auto list) { return list.size() >= kMany; });
    return true;
  };
  const DrawnRows found = take_rows(sample.from_here, side, is_rule_of_candidates, is_row);
  if (!have_many && found.rows < side && !found.has_ended && !sample.is_all) {
    return {.needs_more = true};
  }
  if (!is_requested && !have_many) return {};
  const auto drawn = options.shape
                         ? std::nullopt
                         : shape_of_boxes(side, found.box_rows, drawn_columns(sample.line, true));
  if (drawn) layout.notation.shape = *drawn;
  layout.are_boxes_given |= drawn.has_value();
  return {layout};
}

}  // namespace

const FileFormat formats::grid{
    .open = open_as<GridFormat>, .writer = &kGridWriter, .is_in_rows = true};

const FileFormat formats::candidate_grid{.recognize = recognize_lists,
                                         .open = open_as<CandidateGridFormat>,
                                         .writer = &kCandidateGridWriter,
                                         .is_in_rows = true,
                                         .has_candidates = true};

}  // namespace sudoku
