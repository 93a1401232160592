// Writers of boards with one row per line.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/puzzle_writer.h"

namespace sudoku {
namespace {

/// Separators and borders of a drawn board.
struct Drawing {
  std::string_view left;
  std::string_view gap;  ///< between cells
  std::string_view bar;  ///< between boxes
  std::string_view right;
  std::string rule;  ///< a line between bands
};

/// Returns a rule with that many dashes for each box, such as `---+---+---`.
std::string rule_of(const Shape& shape, std::size_t dashes) {
  std::string rule(dashes, '-');
  for (std::size_t box = 1; box < shape.box_rows; ++box) (rule += '+').append(dashes, '-');
  return rule;
}

/// Draws a board. `append_cell(i)` appends the text of a cell.
template <typename AppendCell>
void draw(const Shape& shape, const Drawing& drawing, std::string& text, AppendCell append_cell) {
  const std::size_t side = shape.side();
  std::size_t cell = 0;
  for (std::size_t row = 0; row < side; ++row) {
    const bool is_band = row != 0 && row % shape.box_rows == 0;
    if (is_band && !shape.is_latin()) text += drawing.rule;
    for (std::size_t box = 0; box < shape.box_rows; ++box) {
      text += box == 0 ? drawing.left : drawing.bar;
      for (std::size_t column = 0; column < shape.box_columns; ++column) {
        if (column != 0) text += drawing.gap;
        append_cell(cell++);
      }
    }
    (text += drawing.right) += '\n';
  }
}

/// Draws a board in a frame. Cells have `width` characters.
template <typename AppendCell>
void draw_framed(const Shape& shape, std::size_t width, std::string& text, AppendCell append_cell) {
  const std::string rule =
      fmt::format("+{}+\n", rule_of(shape, (width + 1) * shape.box_columns + 1));
  text += rule;
  draw(shape, {"| ", " ", " | ", " |", rule}, text, append_cell);
  text += rule;
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
  const std::size_t width = drawn_cell(puzzle, 0).size() + 1;
  const std::string rule = rule_of(shape, width * shape.box_columns + 1);
  draw(shape, {"", " ", " | ", "", rule.substr(1, rule.size() - 2) + '\n'}, text,
       [&](std::size_t cell) { text += drawn_cell(puzzle, cell); });
  text += '\n';
}

void append_candidate_grid(const Board& puzzle, const Expectation& /*expectation*/,
                           std::string& text) {
  const Shape& shape = puzzle.shape;
  std::vector<std::string> lists;
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) lists.push_back(list_of(puzzle, cell));
  const std::size_t width = std::ranges::max_element(lists, {}, &std::string::size)->size();
  for (std::string& list : lists) list.resize(width, ' ');
  draw_framed(shape, width, text, [&](std::size_t cell) { text += lists[cell]; });
  text += '\n';
}

void append_ss(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  const std::string rule = rule_of(puzzle.shape, puzzle.shape.box_columns);
  const std::string frame = " *" + std::string(rule.size(), '-') + "*\n";
  text += frame;
  draw(puzzle.shape, {" |", "", "|", "|", " |" + rule + "|\n"}, text,
       [&](std::size_t cell) { text += symbol_of(puzzle[cell]); });
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

bool has_boxes_of_symbols(const Shape& shape) {
  return !shape.is_latin() && shape.side() <= kMaxSideOfSymbols;
}
constexpr std::string_view kBoxesOfSymbols = "boards with boxes up to 61x61";

}  // namespace

std::string framed(const Board& board) {
  std::string text;
  draw_framed(board.shape, drawn_cell(board, 0).size(), text,
              [&](std::size_t cell) { text += drawn_cell(board, cell); });
  return text;
}

const PuzzleWriter kGridWriter{.append = append_grid, .has_boxes = true};
const PuzzleWriter kCandidateGridWriter{
    .append = append_candidate_grid,
    .has_boxes = true,
    .holds_candidates = true,
    .supports = [](const Shape& shape) { return shape.side() <= kMaxSideOfSymbols; },
    .supported = "boards of up to 61x61"};
const PuzzleWriter kSdkWriter{
    .append = append_sdk, .supports = has_boxes_of_symbols, .supported = kBoxesOfSymbols};
const PuzzleWriter kSsWriter{.append = append_ss,
                             .has_boxes = true,
                             .supports = has_boxes_of_symbols,
                             .supported = kBoxesOfSymbols};
const PuzzleWriter kAcsWriter{
    .append = append_acs,
    .holds_one = true,
    .supports = [](const Shape& shape) { return shape.box_rows == shape.box_columns; },
    .supported = "square boxes"};

}  // namespace sudoku
