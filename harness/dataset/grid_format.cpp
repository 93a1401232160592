// Nine rows a puzzle: nine cells a row with or without blanks, `|`, commas, semicolons and quotes
// between and around, rules of `-`, `+`, `=` and `|` anywhere, comments anywhere, boards with or
// without empty lines between. The first line may be the number of boards and nothing else, as in
// the input of online judges; at most eight digits, as nine are a row.
//
// A line may be the name of a section, as `[Puzzle]`, in SadMan's .sdk files; case does not matter.
// The sections `[State]` and `[PencilMarks]` are passed over, those of any other name count as a
// bad board: it might be a misspelt `[Puzzle]`. In Simple Sudoku's .ss files the outer rules have
// `*` for corners.
//
// A line of nine `-`, with or without blanks and `|`, is a row of empty cells; with more or fewer,
// or with `+` or `=`, it is a rule. Where the first board has an empty line after its third row,
// the file sets bands apart by empty lines, and they are passed over after third and sixth rows.
// Any other empty line ends a board.
//
// A bad row counts as a row: the board it stands in is passed over up to its ninth row or the empty
// line that ends it, and the next board begins after that. Where a row is missing and no empty line
// stands between the boards, nothing marks the next beginning, and the boards after it are out of
// step.

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "engines/geometry.h"
#include "engines/grid.h"
#include "engines/solution_count.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

constexpr int kRows = kSize;

/// A board as far as it has been read.
struct FoundBoard {
  Grid grid;
  Position begin;
  int rows = 0;
  std::optional<Defect> defect;  // the first one
};

/// A line of rules between the boxes or around them.
bool is_rule(std::string_view text) {
  const std::string_view framed = trim(text);
  if (framed.size() > kRows && framed.front() == '*' && framed.back() == '*') {
    text = framed.substr(1, framed.size() - 2);
  }
  if (text.find_first_not_of("-+=| \t") != std::string_view::npos) return false;
  if (text.find_first_of("+=") != std::string_view::npos) return true;
  const auto dashes = std::count(text.begin(), text.end(), '-');
  return dashes != 0 && dashes != kRows;
}

/// A name in brackets.
bool is_section(std::string_view text) {
  text = trim(text);
  return text.size() > 1 && text.starts_with('[') && text.ends_with(']');
}

/// The name in lower case.
std::string section_name(std::string_view text) {
  text = trim(text);
  std::string name(trim(text.substr(1, text.size() - 2)));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

/// Reads nine cells into the row of `grid` that begins at `cell`.
std::optional<Defect> read_row(const Line& line, int first_cell, Grid& grid) {
  int found = 0;
  std::size_t surplus = 0;  // where the tenth cell stands
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    const char c = line.text[i];
    if (std::string_view(" \t|,;\"'").find(c) != std::string_view::npos) continue;
    if (!is_cell(c)) return Defect{{line.number, i + 1}, describe_bad_cell(c)};
    if (found < kRows) grid[first_cell + found] = parse_cell(c);
    if (found == kRows) surplus = i;
    ++found;
  }
  if (found == kRows) return std::nullopt;
  const std::size_t end = line.text.find_last_not_of(kBlanks) + 1;
  return Defect{{line.number, (found < kRows ? end : surplus) + 1},
                fmt::format("{} cells expected, {} found", kSize, found)};
}

/// The number of boards, if `text` is just that.
std::optional<std::uint64_t> parse_board_count(std::string_view text) {
  constexpr std::size_t kMaxDigits = kRows - 1;
  const auto count = parse_count(trim(text));
  if (!count || trim(text).size() > kMaxDigits) return std::nullopt;
  return static_cast<std::uint64_t>(*count);
}

class GridFormat final : public PuzzleFormat {
 public:
  explicit GridFormat(LineReader& lines) : lines_(lines) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      auto board = next_board();
      if (!board) return check_board_count();
      if (board->defect) return std::move(board->defect);
      block.puzzles.push_back(board->grid);
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
    while (board.rows < kRows) {
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

  static bool is_ignored(const Line& line) {
    return is_blank_line(line) || is_comment(line.text) || is_rule(line.text);
  }

  // A line too long has no text, but is not blank.
  static bool is_blank_line(const Line& line) { return !line.too_long && is_blank(line.text); }

  /// Whether an empty line is the end of `board`, not a gap before it or between its bands.
  bool ends_board(const FoundBoard& board) {
    if (board.rows == 0) return false;
    if (boards_ == 0 && board.rows == kRows / 3) bands_set_apart_ = true;
    return !bands_set_apart_ || board.rows % 3 != 0;
  }

  /// Takes `line` as the number of boards if it can be that.
  bool take_board_count(const Line& line, const FoundBoard& board) {
    if (announced_ || boards_ != 0 || board.rows != 0) return false;
    announced_ = parse_board_count(line.text);
    announcement_ = {line.number, 1};
    return announced_.has_value();
  }

  static void add_row(const Line& line, FoundBoard& board) {
    if (board.rows == 0) board.begin = {line.number, 1};
    auto defect = find_bad_line(line);
    if (!defect) defect = read_row(line, kRows * board.rows, board.grid);
    if (!board.defect) board.defect = std::move(defect);
    ++board.rows;
  }

  static void report_missing_rows(std::uint64_t line, FoundBoard& board) {
    if (board.defect) return;
    board.defect = {{line, 1}, fmt::format("{} rows expected, {} found", kRows, board.rows)};
  }

  /// At the end of the data: whether there are fewer boards than announced. Said once.
  std::optional<Defect> check_board_count() {
    const auto announced = std::exchange(announced_, std::nullopt);
    if (!announced || boards_ >= *announced) return std::nullopt;
    return Defect{announcement_, fmt::format("{} boards announced, {} found", *announced, boards_)};
  }

  LineReader& lines_;
  std::uint64_t boards_ = 0;  // begun so far, bad ones too
  bool bands_set_apart_ = false;
  bool is_puzzle_section_ = true;
  std::optional<Defect> bad_section_;  // begun, and not yet told of
  std::optional<std::uint64_t> announced_;
  Position announcement_;
};

}  // namespace

bool is_grid_line(std::string_view text) {
  Grid ignored;
  return is_rule(text) || is_section(text) || !read_row({text}, 0, ignored);
}

std::unique_ptr<PuzzleFormat> make_grid_format(LineReader& lines) {
  return std::make_unique<GridFormat>(lines);
}

}  // namespace sudoku
