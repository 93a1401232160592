// A line for each row of a board: as many cells as the board has columns, with or without blanks,
// `|`, commas, semicolons and quotes between and around, rules of `-`, `+`, `=` and `|` anywhere,
// comments anywhere, boards with or without empty lines between. Cells are symbols or integers. The
// first line may be the number of boards and nothing else, as in the input of online judges; it has
// fewer digits than a row has cells, and at most eight. Before it may stand the order of the
// boards, the side of their boxes, as in the files of sudoku_acs.
//
// A line may be the name of a section, as `[Puzzle]`, in SadMan's .sdk files; case does not matter.
// The sections `[State]` and `[PencilMarks]` are passed over, those of any other name count as a
// bad board: it might be a misspelt `[Puzzle]`. In Simple Sudoku's .ss files the outer rules have
// `*` for corners.
//
// A line of as many `-` as a row has cells, with or without blanks and `|`, is a row of empty
// cells; with more or fewer, or with `+` or `=`, it is a rule. Where the first board has an empty
// line after its first band, the file sets bands apart by empty lines, and they are passed over
// after each band but the last. Any other empty line ends a board.
//
// A bad row counts as a row: the board it stands in is passed over up to its last row or the empty
// line that ends it, and the next board begins after that. Where a row is missing and no empty line
// stands between the boards, nothing marks the next beginning, and the boards after it are out of
// step.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "engines/solution_count.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/notation.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// A board as far as it has been read.
struct FoundBoard {
  std::vector<std::uint8_t> cells;
  Position begin;
  std::size_t rows = 0;
  std::optional<Defect> defect;  // the first one
};

/// The name in lower case.
std::string section_name(std::string_view text) {
  text = trim(text);
  std::string name(trim(text.substr(1, text.size() - 2)));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

/// Reads the cells of a row, each of them `text.substr(begin, length)`.
class RowReader {
 public:
  RowReader(const Line& line, CellReader& reader, std::uint8_t* row)
      : line_(line), reader_(reader), row_(row) {}

  std::optional<Defect> read() {
    for (const std::string_view piece : split_cells(line_.text)) {
      const auto begin = static_cast<std::size_t>(piece.data() - line_.text.data());
      const bool is_good =
          reader_.notation().is_integers ? add(piece, begin) : add_symbols(piece, begin);
      if (!is_good) return describe_bad_cell();
    }
    const std::size_t side = reader_.side();
    if (found_ == side) return std::nullopt;
    const std::size_t end = line_.text.find_last_not_of(kBlanks) + 1;
    return Defect{{line_.number, (found_ < side ? end : surplus_) + 1},
                  fmt::format("{} cells expected, {} found", side, found_)};
  }

 private:
  /// Of a row of a larger board, the number of its cells says more.
  Defect describe_bad_cell() const {
    const std::size_t cells = cells_of_larger_board();
    if (cells == 0) return defect_;
    return {{line_.number, 1}, fmt::format("{} cells expected, {} found", reader_.side(), cells)};
  }

  /// As many as the line has if they may be symbols of such a row; else 0.
  std::size_t cells_of_larger_board() const {
    if (reader_.notation().is_integers) return 0;
    const auto pieces = split_cells(line_.text);
    std::size_t cells = 0;
    for (const std::string_view piece : pieces) cells += piece.size();
    if (cells <= reader_.side() || cells > kMaxSide || !usual_shape(cells)) return 0;
    const bool are_symbols = std::all_of(pieces.begin(), pieces.end(), [&](std::string_view piece) {
      return std::all_of(piece.begin(), piece.end(),
                         [&](char c) { return may_be_symbol(c, cells); });
    });
    return are_symbols ? cells : 0;
  }

  bool add_symbols(std::string_view piece, std::size_t begin) {
    for (std::size_t i = 0; i < piece.size(); ++i) {
      if (!add(piece[i], begin + i)) return false;
    }
    return true;
  }

  /// A symbol or the text of an integer.
  template <typename Cell>
  bool add(Cell cell, std::size_t begin) {
    std::uint8_t value = 0;
    std::string what = reader_.read(cell, value);
    if (!what.empty()) {
      defect_ = {{line_.number, begin + 1}, std::move(what)};
      return false;
    }
    if (found_ < reader_.side()) row_[found_] = value;
    if (found_ == reader_.side()) surplus_ = begin;
    ++found_;
    return true;
  }

  const Line& line_;
  CellReader& reader_;
  std::uint8_t* row_;
  std::size_t found_ = 0;
  std::size_t surplus_ = 0;  // where the first cell too many stands
  Defect defect_;
};

class GridFormat final : public PuzzleFormat {
 public:
  GridFormat(LineReader& lines, const Notation& notation)
      : lines_(lines), reader_(notation), side_(reader_.side()) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      auto board = next_board();
      if (!board) return check_board_count();
      if (board->defect) return std::move(board->defect);
      block.puzzles.push_back({reader_.shape(), board->cells});
      block.lines.push_back(board->begin.line);
    }
    return std::nullopt;
  }

 private:
  std::optional<FoundBoard> next_board() {
    std::optional<FoundBoard> board = bad_section_ ? take_bad_section() : read_board();
    if (!board) return std::nullopt;
    ++boards_;
    if (announced_ && boards_ > *announced_ && !board->defect) {
      board->defect = {board->begin,
                       fmt::format("{} boards announced, this is one more", *announced_)};
    }
    return board;
  }

  std::optional<FoundBoard> read_board() {
    FoundBoard board;
    board.cells.resize(reader_.shape().cells());
    while (board.rows < side_) {
      const auto line = lines_.next();
      if (!line || (is_blank_line(*line) && ends_board(board))) {
        if (board.rows == 0) return std::nullopt;
        report_missing_rows(line ? line->number : lines_.line_count() + 1, board);
        break;
      }
      if (find_bad_line(*line)) {
        add_row(*line, board);
      } else if (is_section(line->text)) {
        begin_section(*line);
        if (board.rows == 0 && bad_section_) return take_bad_section();
        if (board.rows == 0) continue;
        report_missing_rows(line->number, board);
        break;
      } else if (is_puzzle_section_ && !is_ignored(*line)) {
        if (!take_board_count(*line, board)) add_row(*line, board);
      }
    }
    return board;
  }

  void begin_section(const Line& line) {
    const std::string name = section_name(line.text);
    is_puzzle_section_ = name == "puzzle";
    if (is_puzzle_section_ || name == "state" || name == "pencilmarks") return;
    bad_section_ = {{line.number, 1},
                    printable(trim(line.text)) +
                        " is not a known section: [Puzzle], or [State] or [PencilMarks], which are "
                        "passed over"};
  }

  /// In the place of the board that it might have had.
  FoundBoard take_bad_section() {
    FoundBoard board;
    board.defect = std::exchange(bad_section_, std::nullopt);
    return board;
  }

  bool is_ignored(const Line& line) const {
    return is_blank_line(line) || is_comment(line.text) || is_rule(line.text, side_);
  }

  // A line too long has no text, but is not blank.
  static bool is_blank_line(const Line& line) { return !line.too_long && is_blank(line.text); }

  /// Whether an empty line is the end of `board`, not a gap before it or between its bands.
  bool ends_board(const FoundBoard& board) {
    if (board.rows == 0) return false;
    const std::size_t band = reader_.shape().box_rows;
    if (boards_ == 0 && board.rows == band) bands_set_apart_ = true;
    return !bands_set_apart_ || board.rows % band != 0;
  }

  /// Takes `line` as the number of boards if it can be that.
  bool take_board_count(const Line& line, const FoundBoard& board) {
    if (has_order_ || boards_ != 0 || board.rows != 0) return false;
    const auto count = parse_board_count(line.text);
    if (!count || (announced_ && *announced_ * *announced_ != side_)) return false;
    has_order_ = announced_.has_value();
    announced_ = count;
    announcement_ = {line.number, 1};
    return true;
  }

  /// The number of boards, if `text` is just that.
  std::optional<std::uint64_t> parse_board_count(std::string_view text) const {
    constexpr std::size_t kMaxDigits = 8;
    const std::size_t most =
        reader_.notation().is_integers ? kMaxDigits : std::min(side_ - 1, kMaxDigits);
    const auto count = parse_count(trim(text));
    if (!count || trim(text).size() > most) return std::nullopt;
    return static_cast<std::uint64_t>(*count);
  }

  void add_row(const Line& line, FoundBoard& board) {
    if (board.rows == 0) board.begin = {line.number, 1};
    auto defect = find_bad_line(line);
    if (!defect) {
      defect = RowReader(line, reader_, board.cells.data() + side_ * board.rows).read();
    }
    if (!board.defect) board.defect = std::move(defect);
    ++board.rows;
  }

  void report_missing_rows(std::uint64_t line, FoundBoard& board) const {
    if (board.defect) return;
    board.defect = {{line, 1}, fmt::format("{} rows expected, {} found", side_, board.rows)};
  }

  /// At the end of the data: whether there are fewer boards than announced. Said once.
  std::optional<Defect> check_board_count() {
    const auto announced = std::exchange(announced_, std::nullopt);
    if (!announced || boards_ >= *announced) return std::nullopt;
    return Defect{announcement_, fmt::format("{} boards announced, {} found", *announced, boards_)};
  }

  LineReader& lines_;
  CellReader reader_;
  std::size_t side_;
  std::uint64_t boards_ = 0;  // begun so far, bad ones too
  bool bands_set_apart_ = false;
  bool is_puzzle_section_ = true;
  std::optional<Defect> bad_section_;  // begun, and not yet told of
  bool has_order_ = false;             // before the number of boards
  std::optional<std::uint64_t> announced_;
  Position announcement_;
};

}  // namespace

bool is_rule(std::string_view text, std::size_t side) {
  const std::string_view framed = trim(text);
  if (framed.size() > side && framed.front() == '*' && framed.back() == '*') {
    text = framed.substr(1, framed.size() - 2);
  }
  if (text.find_first_not_of("-+=| \t") != std::string_view::npos) return false;
  if (text.find_first_of("+=") != std::string_view::npos) return true;
  const auto dashes = static_cast<std::size_t>(std::count(text.begin(), text.end(), '-'));
  return dashes != 0 && dashes != side;
}

bool is_section(std::string_view text) {
  text = trim(text);
  return text.size() > 1 && text.starts_with('[') && text.ends_with(']');
}

bool is_row_of_nine(std::string_view text) {
  static const CellReader classic{Notation{}};
  std::array<std::uint8_t, kSize> ignored;
  CellReader reader = classic;
  return !RowReader({text}, reader, ignored.data()).read();
}

std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines, const Notation& notation) {
  return std::make_unique<GridFormat>(lines, notation);
}

}  // namespace sudoku
