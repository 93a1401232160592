// One puzzle per line. Symbols end at the end of the line or at a separator, which any text may
// follow. Blanks may come first, then the id of a puzzle in sudoku-exchange's puzzle bank: twelve
// hexadecimal digits and a blank. The cells may be quoted, as in the source of a program. Integers
// are separated by blanks, commas, semicolons or tabs; nothing may follow them.
//
// In the usual notation of 9x9, 729 pencilmarks may replace the cells, nine per cell: each digit in
// its place, or an empty-cell mark if it is not a candidate.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engines/grid.h"
#include "engines/houses.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr std::size_t kPencilmarks = kCells * kSize;

/// Whether the first `size` characters of a line end there or before a separator.
bool ends_at(std::string_view text, std::size_t size) {
  return text.size() == size || text.find_first_of(" ,;\t", size) == size;
}

/// Returns the length of the puzzle bank id that `text` begins with, including the blank, or 0.
std::size_t bank_id_size(std::string_view text) {
  constexpr std::size_t kDigitsOfId = 12;
  const std::string_view id = text.substr(0, kDigitsOfId);
  const bool is_id = id.find_first_not_of("0123456789abcdefABCDEF") == id.npos;
  return is_id && text.size() > kDigitsOfId && text[kDigitsOfId] == ' ' ? kDigitsOfId + 1 : 0;
}

/// Returns the offset of the cells in a line, and the quote before them or 0.
std::pair<std::size_t, char> find_cells(std::string_view text) {
  std::size_t begin = std::min(text.size(), text.find_first_not_of(kBlanks));
  begin += bank_id_size(text.substr(begin));
  const bool is_quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
  return is_quoted ? std::pair(begin + 1, text[begin]) : std::pair(begin, '\0');
}

/// Whether `cells`, which begin after `quote`, end properly after `count` characters.
bool ends_properly(std::string_view cells, std::size_t count, char quote) {
  if (quote == '\0') return ends_at(cells, count);
  return cells.size() > count && cells[count] == quote && ends_at(cells, count + 1);
}

bool is_pencilmarks(std::string_view text) {
  if (!ends_at(text, kPencilmarks)) return false;
  for (std::size_t i = 0; i < kPencilmarks; ++i) {
    if (text[i] != static_cast<char>('1' + i % kSize) && !is_empty_mark(text[i])) return false;
  }
  return true;
}

class LineFormat final : public PuzzlePerLine {
 public:
  LineFormat(LineReader& lines, const Notation& notation)
      : PuzzlePerLine(lines, notation), is_classic_(is_classic(notation)) {}

 private:
  /// Reads the lines in memory up to the first that is not exactly 81 cells. Does not search for
  /// the line end, because a LF within the cells is not a cell.
  void read_plain_lines(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (is_classic_ && block.puzzles.size() < max_puzzles) {
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

  std::optional<Defect> read_line(const Line& line, PuzzleBlock& /*block*/) override {
    if (reader_.notation().is_integers) return read_cells(line, reader_, cells_);
    return is_classic_ && is_pencilmarks(line.text) ? read_pencilmarks(line) : read_symbols(line);
  }

  /// A cell with one candidate is a clue, a cell with all candidates is empty.
  std::optional<Defect> read_pencilmarks(const Line& line) {
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const std::string_view marks = line.text.substr(cell * kSize, kSize);
      const auto count = std::count_if(marks.begin(), marks.end(), is_clue);
      if (count != 1 && count != kSize) {
        return Defect{{line.number, cell * kSize + 1},
                      fmt::format("a cell with {} candidates is a negative clue, which no engine "
                                  "supports; 1 or {} expected",
                                  count, kSize)};
      }
      cells_[cell] =
          count == 1 ? parse_cell(marks[marks.find_first_of("123456789")]) : std::uint8_t{0};
    }
    return std::nullopt;
  }

  std::optional<Defect> read_symbols(const Line& line) {
    const auto [begin, quote] = find_cells(line.text);
    const std::string_view text = line.text.substr(begin);
    Position position{line.number, begin + 1};
    if (auto defect = read_board(text, position, reader_, cells_)) {
      if (!is_board_of_numbers(line.text)) return defect;
      return Defect{{line.number, 1},
                    fmt::format("{} numbers found, but the other boards are written in symbols",
                                cells_.size())};
    }
    if (ends_properly(text, cells_.size(), quote)) return std::nullopt;
    if (quote == '\0') return describe_rest(text, position, cells_.size());
    position.column += cells_.size();
    return Defect{position, "the cells begin with a quote, but do not end with one"};
  }

  bool is_board_of_numbers(std::string_view text) const {
    const auto tokens = split_cells(text);
    return tokens.size() == cells_.size() &&
           std::all_of(tokens.begin(), tokens.end(), parse_integer_cell);
  }

  bool is_classic_;
};

}  // namespace

std::optional<Defect> PuzzlePerLine::read(PuzzleBlock& block, std::size_t max_puzzles) {
  while (true) {
    read_plain_lines(block, max_puzzles);
    if (block.puzzles.size() >= max_puzzles) return std::nullopt;
    mark_begin();
    const auto line = lines_.next();
    if (!line) return std::nullopt;
    if (auto defect = find_line_defect(*line)) return defect;
    if (is_blank(line->text) || is_ignored(line->text)) continue;
    if (auto defect = read_line(*line, block)) return defect;
    block.puzzles.push_back({reader_.shape(), cells_});
    block.lines.push_back(line->number);
  }
}

bool PuzzlePerLine::is_ignored(std::string_view text) const { return is_comment(text); }

bool is_puzzle_line(std::string_view text) {
  const auto [begin, quote] = find_cells(text);
  const std::string_view cells = text.substr(begin);
  Grid ignored;
  return is_pencilmarks(text) ||
         (parse_line(cells, ignored) == kCells && ends_properly(cells, kCells, quote));
}

std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines, const Notation& notation) {
  return std::make_unique<LineFormat>(lines, notation);
}

}  // namespace sudoku
