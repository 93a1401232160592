// One line per row of a board. Cells are symbols or integers, optionally separated or surrounded by
// blanks, `|`, commas, semicolons and quotes. Rules of `-`, `+`, `=` and `|` and comments may be
// anywhere. Empty lines between boards are optional.
//
// The first line may be the number of boards, as in the input of programming contests. It has at
// most eight digits, and fewer digits than a row of symbols has cells. In files of sudoku_acs, the
// side of a box comes before it.
//
// .sdk files of SadMan Software Sudoku have section names such as `[Puzzle]`, in any case. The
// sections `[State]` and `[PencilMarks]` are skipped. Any other name is an invalid board, because
// it might be a misspelt `[Puzzle]`. In .ss files of Simple Sudoku, `*` marks the corners of the
// outer rules.
//
// A line of `-`, with optional blanks and `|`, is a row of empty cells if it has one `-` per cell.
// Otherwise, or with `+` or `=`, it is a rule. If an empty line follows the first band of the first
// board, the file separates bands by empty lines, and these are skipped. Any other empty line ends
// a board.
//
// An invalid row counts as a row: the board is skipped up to its last row or an empty line. If a
// row is missing and no empty line separates the boards, all later boards are misaligned.

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// A partly read board.
struct FoundBoard {
  std::vector<std::uint8_t> cells;
  std::uint64_t line = 0;  // of the first row
  std::size_t rows = 0;
  std::optional<Defect> defect;  // the first defect
};

class GridFormat final : public PuzzleFormat {
 public:
  GridFormat(LineReader& lines, const Notation& notation)
      : PuzzleFormat(lines, notation), side_(reader_.side()) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      mark_begin();
      auto board = read_board();
      if (!board) return check_board_count();
      ++boards_;
      if (board->defect) return std::move(board->defect);
      if (announced_ && boards_ > *announced_) {
        return Defect{{board->line, 1},
                      fmt::format("more boards than the {} announced", *announced_)};
      }
      block.puzzles.push_back({reader_.shape(), board->cells});
      block.lines.push_back(board->line);
    }
    return std::nullopt;
  }

 private:
  std::optional<FoundBoard> read_board() {
    FoundBoard board;
    // An unknown section takes the place of the board that it might hold.
    board.defect = std::exchange(bad_section_, std::nullopt);
    if (board.defect) return board;
    board.cells.resize(reader_.shape().cells());
    while (board.rows < side_) {
      const auto line = lines_.next();
      const bool is_bad = line && find_line_defect(*line);
      const bool is_heading = line && !is_bad && is_section(line->text);
      if (is_heading) begin_section(*line);
      const bool is_end = !line || is_heading || (is_blank_line(*line) && ends_board(board));
      if (is_end && board.rows != 0) {
        const std::uint64_t end = line ? line->number : lines_.line_count() + 1;
        const Defect missing{{end, 1},
                             fmt::format("{} rows expected, {} found", side_, board.rows)};
        board.defect = board.defect.value_or(missing);
        return board;
      }
      if (bad_section_) return read_board();
      if (!line) return std::nullopt;
      const bool is_row = is_bad || (is_puzzle_section_ && !is_heading && !is_ignored(*line));
      if (is_row && !take_board_count(*line, board)) add_row(*line, board);
    }
    return board;
  }

  void begin_section(const Line& line) {
    const std::string_view section = trim(line.text);
    const std::string name = lower_case(trim(section.substr(1, section.size() - 2)));
    is_puzzle_section_ = name == "puzzle";
    if (is_puzzle_section_ || name == "state" || name == "pencilmarks") return;
    bad_section_ = {
        {line.number, 1},
        one_line(section) + " is not a known section; use [Puzzle], [State] or [PencilMarks]"};
  }

  bool is_ignored(const Line& line) const {
    return is_blank_line(line) || is_comment(line.text) || is_rule(line.text, side_);
  }

  // A line that is too long has no text, but is not blank.
  static bool is_blank_line(const Line& line) { return !line.too_long && is_blank(line.text); }

  /// Whether an empty line ends `board`, instead of being a gap before it or between its bands.
  bool ends_board(const FoundBoard& board) {
    if (board.rows == 0) return false;
    const std::size_t band = reader_.shape().box_rows;
    if (boards_ == 0 && board.rows == band) bands_set_apart_ = true;
    return !bands_set_apart_ || board.rows % band != 0;
  }

  /// Reads `line` as the number of boards. Returns false if it is something else.
  bool take_board_count(const Line& line, const FoundBoard& board) {
    if (has_order_ || boards_ != 0 || board.rows != 0) return false;
    constexpr std::size_t kMaxDigits = 8;
    const std::size_t most =
        reader_.notation().is_integers ? kMaxDigits : std::min(side_ - 1, kMaxDigits);
    const std::string_view text = trim(line.text);
    const auto count = text.size() <= most ? parse_number(text) : std::nullopt;
    if (!count || (announced_ && *announced_ * *announced_ != side_)) return false;
    has_order_ = announced_.has_value();
    announced_ = count;
    announcement_ = {line.number, 1};
    return true;
  }

  void add_row(const Line& line, FoundBoard& board) {
    if (board.rows == 0) board.line = line.number;
    auto defect = find_line_defect(line);
    if (!defect) defect = read_row(line, std::span(board.cells).subspan(side_ * board.rows, side_));
    if (!board.defect) board.defect = std::move(defect);
    ++board.rows;
  }

  /// Prefers the number of cells if an invalid line looks like a row of a larger board.
  std::optional<Defect> read_row(const Line& line, std::span<std::uint8_t> row) {
    auto defect = read_cells(line, reader_, row);
    if (!defect || reader_.notation().is_integers) return defect;
    const auto pieces = split_cells(line.text);
    const std::size_t cells = total_size(pieces);
    const auto is_in_larger = [cells](auto piece) { return may_be_symbols(piece, cells); };
    const bool is_larger = cells > side_ && cells <= kMaxSide && usual_shape(cells) &&
                           std::ranges::all_of(pieces, is_in_larger);
    std::string count = fmt::format("{} cells expected, {} found", side_, cells);
    if (!is_larger || defect->what == count) return defect;
    return Defect{{line.number, 1}, std::move(count)};
  }

  /// At the end of the data, reports once if there are fewer boards than announced.
  std::optional<Defect> check_board_count() {
    const auto announced = std::exchange(announced_, std::nullopt);
    if (!announced || boards_ >= *announced) return std::nullopt;
    return Defect{announcement_, fmt::format("{} boards announced, {} found", *announced, boards_)};
  }

  std::size_t side_;
  std::uint64_t boards_ = 0;  // so far, including invalid ones
  bool bands_set_apart_ = false;
  bool is_puzzle_section_ = true;
  std::optional<Defect> bad_section_;  // not reported yet
  bool has_order_ = false;             // the side of a box came before the number of boards
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
  return !read_cells({text}, reader, ignored);
}

std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines, const Notation& notation) {
  return std::make_unique<GridFormat>(lines, notation);
}

}  // namespace sudoku
