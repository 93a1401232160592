// One 9x9 puzzle per line: 81 cells, then the end of the line or a separator and any text. Blanks
// may come first, and the id of a puzzle in sudoku-exchange's puzzle bank: twelve hexadecimal
// digits and a blank. The cells may be quoted, as in the source of a program. 729 pencilmarks may
// replace the cells, nine per cell: each digit in its place, or an empty-cell mark if it is not a
// candidate.

#include <algorithm>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

constexpr std::size_t kDigits = kSize;
constexpr std::size_t kPencilmarks = kCells * kDigits;

/// Whether the first `size` characters of a line end there or before a separator.
bool ends_at(std::string_view text, std::size_t size) {
  return text.size() == size || (text.size() > size && is_separator(text[size]));
}

/// Returns the length of the puzzle bank id that `text` begins with, including the blank, or 0.
std::size_t bank_id_size(std::string_view text) {
  constexpr std::size_t kDigitsOfId = 12;
  const std::string_view id = text.substr(0, kDigitsOfId);
  const bool is_id = id.find_first_not_of("0123456789abcdefABCDEF") == id.npos;
  return is_id && text.size() > kDigitsOfId && text[kDigitsOfId] == ' ' ? kDigitsOfId + 1 : 0;
}

/// The place of the cells in a line.
struct CellsPlace {
  std::size_t begin = 0;
  bool is_quoted = false;  // the quote is before `begin`
};

CellsPlace find_cells(std::string_view text) {
  std::size_t begin = std::min(text.size(), text.find_first_not_of(kBlanks));
  begin += bank_id_size(text.substr(begin));
  const bool is_quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
  return {begin + (is_quoted ? 1 : 0), is_quoted};
}

bool parse_puzzle(std::string_view text, CellsPlace place, Grid& puzzle) {
  const std::string_view cells = text.substr(place.begin);
  if (parse_line(cells, puzzle) != kCells) return false;
  if (!place.is_quoted) return ends_at(cells, kCells);
  return cells.size() > kCells && cells[kCells] == text[place.begin - 1] &&
         ends_at(cells, kCells + 1);
}

bool is_pencilmarks(std::string_view text) {
  if (!ends_at(text, kPencilmarks)) return false;
  for (std::size_t i = 0; i < kPencilmarks; ++i) {
    if (text[i] != static_cast<char>('1' + i % kDigits) && !is_empty_mark(text[i])) return false;
  }
  return true;
}

/// A cell with one candidate is a clue, a cell with all candidates is empty.
std::optional<Defect> parse_pencilmarks(const Line& line, Grid& puzzle) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const std::string_view marks = line.text.substr(cell * kDigits, kDigits);
    const auto count = std::count_if(marks.begin(), marks.end(), is_clue);
    if (count != 1 && count != kDigits) {
      return Defect{{line.number, cell * kDigits + 1},
                    fmt::format("a cell with {} candidates is a negative clue, which no engine "
                                "supports; 1 or {} expected",
                                count, kDigits)};
    }
    puzzle[static_cast<int>(cell)] =
        count == 1 ? parse_cell(marks[marks.find_first_of("123456789")]) : std::uint8_t{0};
  }
  return std::nullopt;
}

class LineFormat final : public PuzzleFormat {
 public:
  explicit LineFormat(LineReader& lines) : lines_(lines) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (true) {
      read_plain_lines(block, max_puzzles);
      if (block.puzzles.size() >= max_puzzles) return std::nullopt;
      const auto line = lines_.next();
      if (!line) return std::nullopt;
      if (auto defect = read_line(*line, block)) return defect;
    }
  }

 private:
  /// Fast path: reads lines in memory up to the first that is not just 81 cells. Need not search
  /// for the line end, because a LF within the cells is not a cell.
  void read_plain_lines(PuzzleBlock& block, std::size_t max_puzzles) {
    while (block.puzzles.size() < max_puzzles) {
      const std::string_view text = lines_.buffered();
      if (text.size() <= kCells || text[kCells] != '\n') return;
      if (parse_line(text, as_grid(block.puzzles.emplace_back())) != kCells) {
        block.puzzles.pop_back();
        return;
      }
      lines_.skip_line(kCells);
      block.lines.push_back(lines_.line_count());
    }
  }

  static std::optional<Defect> read_line(const Line& line, PuzzleBlock& block) {
    if (auto defect = find_line_defect(line)) return defect;
    if (is_blank(line.text) || is_comment(line.text)) return std::nullopt;
    Grid puzzle;
    if (auto defect = read_puzzle(line, puzzle)) return defect;
    block.puzzles.push_back(puzzle);
    block.lines.push_back(line.number);
    return std::nullopt;
  }

  static std::optional<Defect> read_puzzle(const Line& line, Grid& puzzle) {
    if (is_pencilmarks(line.text)) return parse_pencilmarks(line, puzzle);
    const CellsPlace place = find_cells(line.text);
    if (parse_puzzle(line.text, place, puzzle)) return std::nullopt;
    const std::string_view cells = line.text.substr(place.begin);
    const Position position{line.number, place.begin + 1};
    if (place.is_quoted && parse_line(cells, puzzle) == kCells) return describe_quotes(position);
    return describe_bad_puzzle(cells, position);
  }

  static Defect describe_quotes(Position position) {
    position.column += kCells;
    return {position, "the cells begin with a quote, but do not end with one"};
  }

  LineReader& lines_;
};

}  // namespace

bool is_puzzle_line(std::string_view text) {
  Grid ignored;
  return parse_puzzle(text, find_cells(text), ignored) || is_pencilmarks(text);
}

std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines) {
  return std::make_unique<LineFormat>(lines);
}

}  // namespace sudoku
