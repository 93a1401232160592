// Writers of boards with one row per line.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/puzzle_writer.h"

namespace sudoku {
namespace {

/// What a drawn board has between its cells and boxes and around its rows.
struct Drawing {
  std::string_view left;
  std::string_view gap;  ///< between cells
  std::string_view bar;  ///< between boxes
  std::string_view right;
  std::string rule;  ///< a line between bands
};

/// Returns a rule with that many dashes for each box, such as `---+---+---`.
std::string rule_of(const Shape& shape, std::size_t dashes) {
  return fmt::format(
      "{}", fmt::join(std::vector<std::string>(shape.box_rows, std::string(dashes, '-')), "+"));
}

/// Draws the texts of the cells.
void draw(const Shape& shape, const std::vector<std::string>& cells, const Drawing& drawing,
          std::string& text) {
  const std::size_t side = shape.side();
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const std::size_t column = cell % side;
    const bool is_band = cell != 0 && cell % (side * shape.box_rows) == 0;
    if (is_band && !shape.is_latin()) text += drawing.rule;
    text += column == 0                       ? drawing.left
            : column % shape.box_columns == 0 ? drawing.bar
                                              : drawing.gap;
    text += cells[cell];
    if (column == side - 1) text.append(drawing.right) += '\n';
  }
}

/// Returns the texts of all cells.
std::vector<std::string> cells_of(const Board& puzzle,
                                  std::string (*text_of)(const Board&, std::size_t)) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) cells.push_back(text_of(puzzle, i));
  return cells;
}

std::string list_of(const Board& puzzle, std::size_t cell) {
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  std::string list;
  for (std::uint8_t digit = 1; digit <= side; ++digit) {
    if ((puzzle.allowed(cell) & digit_bit(digit)) != 0) list += symbol_of(digit);
  }
  return list.empty() ? "." : list;
}

void append_grid(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const Shape& shape = puzzle.shape;
  const auto cells = cells_of(puzzle, drawn_cell);
  const std::string rule = rule_of(shape, (cells[0].size() + 1) * shape.box_columns + 1);
  draw(shape, cells, {"", " ", " | ", "", rule.substr(1, rule.size() - 2) + '\n'}, text);
  text += '\n';
}

void append_candidate_grid(const Board& puzzle, const Expectation& /*expectation*/,
                           std::string& text) {
  const Shape& shape = puzzle.shape;
  auto lists = cells_of(puzzle, list_of);
  const std::size_t width = std::ranges::max_element(lists, {}, &std::string::size)->size();
  for (std::string& list : lists) list.resize(width, ' ');
  const std::string rule =
      fmt::format("+{}+\n", rule_of(shape, (width + 1) * shape.box_columns + 1));
  text += rule;
  draw(shape, lists, {"| ", " ", " | ", " |", rule}, text);
  text += rule + '\n';
}

void append_ss(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const std::string rule = rule_of(puzzle.shape, puzzle.shape.box_columns);
  const std::string frame = " *" + std::string(rule.size(), '-') + "*\n";
  text += frame;
  draw(puzzle.shape, cells_of(puzzle, drawn_cell), {" |", "", "|", "|", " |" + rule + "|\n"}, text);
  text += frame + '\n';
}

void append_sdk(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  const std::string cells = format_line(puzzle);
  text += "[Puzzle]\n";
  for (std::size_t begin = 0; begin < cells.size(); begin += side) {
    text.append(cells, begin, side) += '\n';
  }
  text += '\n';
}

void append_acs(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  text += std::to_string(puzzle.shape.box_rows) + "\n1\n";
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    text += puzzle[cell] == 0 ? "-1" : std::to_string(puzzle[cell]);
    text += cell % side == side - 1 ? '\n' : '\t';
  }
}

bool has_square_boxes(const Shape& shape) { return shape.box_rows == shape.box_columns; }

bool has_boxes_of_symbols(const Shape& shape) {
  return !shape.is_latin() && shape.side() <= kMaxSideOfSymbols;
}
constexpr std::string_view kBoxesOfSymbols = "boards with boxes up to 61x61";

bool has_symbols(const Shape& shape) { return shape.side() <= kMaxSideOfSymbols; }

}  // namespace

const PuzzleWriter kGridWriter{.append = append_grid, .has_boxes = true};
const PuzzleWriter kCandidateGridWriter{.append = append_candidate_grid,
                                        .has_boxes = true,
                                        .holds_candidates = true,
                                        .supports = has_symbols,
                                        .supported = "boards of up to 61x61"};
const PuzzleWriter kSdkWriter{
    .append = append_sdk, .supports = has_boxes_of_symbols, .supported = kBoxesOfSymbols};
const PuzzleWriter kSsWriter{.append = append_ss,
                             .has_boxes = true,
                             .supports = has_boxes_of_symbols,
                             .supported = kBoxesOfSymbols};
const PuzzleWriter kAcsWriter{.append = append_acs,
                              .holds_one = true,
                              .supports = has_square_boxes,
                              .supported = "square boxes"};

}  // namespace sudoku
