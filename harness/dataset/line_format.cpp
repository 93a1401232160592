// A puzzle a line: 81 cells, then the end of the line or a separator and anything. In front may
// stand the name that sudoku-exchange's puzzle bank gives a puzzle, twelve hexadecimal digits and a
// blank. Instead of the cells there may be 729 pencilmarks, nine a cell: each digit in its place,
// or a mark for an empty cell where it is no candidate.

#include <algorithm>

#include <fmt/format.h>

#include "engines/grid.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

constexpr std::size_t kDigits = 9;
constexpr std::size_t kPencilmarks = kCells * kDigits;

/// Whether the first `size` characters of a line are set apart from the rest.
bool ends_at(std::string_view text, std::size_t size) {
  return text.size() == size || (text.size() > size && is_separator(text[size]));
}

bool parse_puzzle(std::string_view text, Grid& puzzle) {
  return parse_line(text, puzzle) == kCells && ends_at(text, kCells);
}

/// Characters in front of the cells.
std::size_t bank_name_size(std::string_view text) {
  constexpr std::size_t kName = 12;
  const std::string_view name = text.substr(0, kName);
  const bool is_name = name.find_first_not_of("0123456789abcdefABCDEF") == name.npos;
  return is_name && text.size() > kName && text[kName] == ' ' ? kName + 1 : 0;
}

bool is_pencilmarks(std::string_view text) {
  if (!ends_at(text, kPencilmarks)) return false;
  for (std::size_t i = 0; i < kPencilmarks; ++i) {
    if (text[i] != static_cast<char>('1' + i % kDigits) && !is_empty_mark(text[i])) return false;
  }
  return true;
}

/// A cell with one candidate is a clue, one with all of them is empty.
std::optional<Defect> parse_pencilmarks(const Line& line, Grid& puzzle) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const std::string_view marks = line.text.substr(cell * kDigits, kDigits);
    const auto count = std::count_if(marks.begin(), marks.end(), is_clue);
    if (count != 1 && count != kDigits) {
      return Defect{{line.number, cell * kDigits + 1},
                    fmt::format("a cell with {} candidates is a negative clue, which no engine "
                                "takes: 1 or 9 expected",
                                count)};
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
  /// The fast path: lines of 81 cells and nothing else, as long as there are such in memory. The
  /// end of the line need not be searched for: a LF within the cells would be no cell.
  void read_plain_lines(PuzzleBlock& block, std::size_t max_puzzles) {
    while (block.puzzles.size() < max_puzzles) {
      const std::string_view text = lines_.buffered();
      if (text.size() <= kCells || text[kCells] != '\n') return;
      if (parse_line(text, block.puzzles.emplace_back()) != kCells) {
        block.puzzles.pop_back();
        return;
      }
      lines_.pass_line(kCells);
      block.lines.push_back(lines_.line_count());
    }
  }

  /// Any line.
  static std::optional<Defect> read_line(const Line& line, PuzzleBlock& block) {
    if (line.too_long) return describe_long_line(line);
    if (is_blank(line.text) || is_comment(line.text)) return std::nullopt;
    Grid puzzle;
    if (auto defect = read_puzzle(line, puzzle)) return defect;
    block.puzzles.push_back(puzzle);
    block.lines.push_back(line.number);
    return std::nullopt;
  }

  static std::optional<Defect> read_puzzle(const Line& line, Grid& puzzle) {
    if (is_pencilmarks(line.text)) return parse_pencilmarks(line, puzzle);
    const std::size_t begin = bank_name_size(line.text);
    const std::string_view cells = line.text.substr(begin);
    if (parse_puzzle(cells, puzzle)) return std::nullopt;
    return describe_bad_puzzle(cells, {line.number, begin + 1});
  }

  LineReader& lines_;
};

}  // namespace

bool is_puzzle_line(std::string_view text) {
  Grid ignored;
  return parse_puzzle(text.substr(bank_name_size(text)), ignored) || is_pencilmarks(text);
}

std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines) {
  return std::make_unique<LineFormat>(lines);
}

}  // namespace sudoku
