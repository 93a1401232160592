// Sheets of puzzles to print: a page with numbered boards, and their solutions at its end.

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "harness/dataset/puzzle_writer.h"

namespace sudoku {
namespace {

// Each board is a part of a line of text, because the end of a page never cuts a line. The widths
// suit A4 and Letter. Browsers count the puzzles.
constexpr std::string_view kHeader = R"(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Puzzles</title>
<style>
@page { margin: 12mm }
body { margin: 0 auto; width: 186mm; counter-reset: puzzle; orphans: 1; widows: 1 }
h1 { margin: 0 4mm 4mm; font: bold 5mm sans-serif; break-before: page }
figure { display: inline-block; margin: 0 4mm 4mm; vertical-align: top }
figcaption { font: 4mm/6mm sans-serif }
figcaption:empty::before { counter-increment: puzzle; content: counter(puzzle) }
svg { display: block; max-width: 176mm; fill: none; stroke: #000; stroke-width: .6 }
.boxes { stroke-width: 2 }
text { fill: #000; stroke: none; font: 13px sans-serif; text-anchor: middle }
</style>
)";

/// Appends a board with cells of that width. Without a caption, it is numbered as a puzzle.
void append_board(const Board& board, std::string_view caption, double millimetres,
                  std::string& text) {
  constexpr std::size_t kCell = 20;  // width in the drawing
  const Shape& shape = board.shape;
  const std::size_t side = shape.side();
  const std::size_t end = kCell * side;
  const std::size_t box_rows = shape.is_latin() ? side : shape.box_rows;
  std::string cells;
  std::string boxes;
  for (std::size_t i = 0; i <= side; ++i) {
    (i % box_rows == 0 ? boxes : cells) += fmt::format("M0 {}h{}", kCell * i, end);
    (i % shape.box_columns == 0 ? boxes : cells) += fmt::format("M{} 0v{}", kCell * i, end);
  }
  text += fmt::format(
      "<figure><figcaption>{0}</figcaption><svg width=\"{1:.0f}mm\" viewBox=\"-1 -1 {2} {2}\">"
      "<path d=\"{3}\"/><path class=\"boxes\" d=\"{4}\"/>\n",
      caption, millimetres * static_cast<double>(side), end + 2, cells, boxes);
  for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
    if (board[cell] == 0) continue;
    text += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kCell * (cell % side) + kCell / 2,
                        kCell * (cell / side) + 15, drawn_cell(board, cell));
  }
  text += "</svg></figure>\n";
}

}  // namespace

const PuzzleWriter kHtmlWriter{
    .append = [](const Board& puzzle, const Expectation& /*expectation*/,
                 std::string& text) { append_board(puzzle, "", 7, text); },
    .append_solution =
        [](std::uint64_t number, const Board& solution, std::string& text) {
          if (text.empty()) text = "<h1>Solutions</h1>\n";
          append_board(solution, std::to_string(number), 3.3, text);
        },
    .header = kHeader};

}  // namespace sudoku
