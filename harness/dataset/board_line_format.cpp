// One board of any shape per line. Symbols may be quoted, and a separator and any text may follow
// them. Integers are separated by blanks, commas, semicolons or tabs; nothing may follow them.

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/cell_text.h"
#include "harness/dataset/notation.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

class BoardLineFormat final : public PuzzleFormat {
 public:
  BoardLineFormat(LineReader& lines, const Notation& notation)
      : lines_(lines), reader_(notation), cells_(reader_.shape().cells()) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      const auto line = lines_.next();
      if (!line) return std::nullopt;
      if (auto defect = find_line_defect(*line)) return defect;
      if (is_blank(line->text) || is_comment(line->text)) continue;
      auto defect = reader_.notation().is_integers ? read_integers(*line) : read_symbols(*line);
      if (defect) return defect;
      block.puzzles.push_back({reader_.shape(), cells_});
      block.lines.push_back(line->number);
    }
    return std::nullopt;
  }

 private:
  std::optional<Defect> read_symbols(const Line& line) {
    if (is_board_of_numbers(line.text)) {
      return Defect{{line.number, 1},
                    fmt::format("{} numbers found, but the other boards are written in symbols",
                                cells_.size())};
    }
    std::string_view text = line.text;
    std::size_t begin = std::min(text.size(), text.find_first_not_of(kBlanks));
    const char quote = text[begin] == '"' || text[begin] == '\'' ? text[begin] : '\0';
    if (quote != '\0') ++begin;
    text.remove_prefix(begin);
    if (auto defect = read_board(text, {line.number, begin + 1}, reader_, cells_)) return defect;
    const std::string_view rest = text.substr(cells_.size());
    if (quote != '\0' && !rest.starts_with(quote)) {
      return Defect{{line.number, begin + cells_.size() + 1},
                    "the cells begin with a quote, but do not end with one"};
    }
    return std::nullopt;
  }

  bool is_board_of_numbers(std::string_view text) const {
    const std::size_t first = std::min(text.size(), text.find_first_of(kBlanks));
    if (first > 2) return false;
    const auto tokens = split_cells(text);
    return tokens.size() == cells_.size() &&
           std::all_of(tokens.begin(), tokens.end(),
                       [](std::string_view token) { return parse_integer_cell(token); });
  }

  std::optional<Defect> read_integers(const Line& line) {
    std::size_t found = 0;
    std::uint64_t surplus = 0;  // column of the first cell too many
    const std::vector<std::string_view> tokens = split_cells(line.text);
    if (tokens.size() != cells_.size() && usual_shape_of_cells(tokens.size())) {
      return Defect{{line.number, 1}, describe_cell_count(reader_.shape(), tokens.size())};
    }
    for (const std::string_view token : tokens) {
      const auto column = static_cast<std::uint64_t>(token.data() - line.text.data()) + 1;
      std::uint8_t cell = 0;
      std::string what = reader_.read(token, cell);
      if (!what.empty()) return Defect{{line.number, column}, std::move(what)};
      if (found < cells_.size()) cells_[found] = cell;
      if (found == cells_.size()) surplus = column;
      ++found;
    }
    if (found == cells_.size()) return std::nullopt;
    const std::size_t end = line.text.find_last_not_of(kBlanks) + 1;
    return Defect{{line.number, found < cells_.size() ? end + 1 : surplus},
                  describe_cell_count(reader_.shape(), found)};
  }

  LineReader& lines_;
  CellReader reader_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace

std::unique_ptr<PuzzleFormat> make_board_line_format(LineReader& lines, const Notation& notation) {
  return std::make_unique<BoardLineFormat>(lines, notation);
}

}  // namespace sudoku
