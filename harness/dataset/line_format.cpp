// A puzzle a line: 81 cells, then the end of the line or a separator and anything.

#include "engines/grid.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

bool parse_puzzle(std::string_view text, Grid& puzzle) {
  return parse_line(text, puzzle) == kCells &&
         (text.size() == kCells || is_separator(text[kCells]));
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
    if (!parse_puzzle(line.text, puzzle)) return describe_bad_puzzle(line.text, {line.number, 1});
    block.puzzles.push_back(puzzle);
    block.lines.push_back(line.number);
    return std::nullopt;
  }

  LineReader& lines_;
};

}  // namespace

bool is_puzzle_line(std::string_view text) {
  Grid ignored;
  return parse_puzzle(text, ignored);
}

std::unique_ptr<PuzzleFormat> make_line_format(LineReader& lines) {
  return std::make_unique<LineFormat>(lines);
}

}  // namespace sudoku
