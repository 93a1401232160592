#include "harness/dataset/dataset_writer.h"

#include <string_view>

#include "engines/geometry.h"
#include "engines/solution_count.h"
#include "harness/puzzle/canonical_form.h"

namespace sudoku {
namespace {

void append_line(const Board& puzzle, std::string& text) {
  text += format_line(puzzle);
  text += '\n';
}

void append_record(const Board& puzzle, const Expectation& expectation, std::string& text) {
  text += format_line(puzzle);
  text += ',';
  if (expectation.count) text += format_count(*expectation.count);
  text += ',';
  if (!expectation.solution.empty()) text += format_line(expectation.solution[0]);
  text += '\n';
}

void append_rows(const Board& puzzle, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  const std::string cells = format_line(puzzle);
  for (std::size_t begin = 0; begin < cells.size(); begin += side) {
    text.append(cells, begin, side);
    text += '\n';
  }
  text += '\n';
}

void append_boxes(const Board& puzzle, std::string& text) {
  const Shape& shape = puzzle.shape;
  const std::string cells = format_line(puzzle);
  std::string rule;
  for (std::size_t box = 0; box < shape.box_rows; ++box) {
    if (box != 0) rule += '+';
    rule.append(shape.box_columns, '-');
  }
  const std::string frame = " *" + std::string(rule.size(), '-') + "*\n";
  const std::size_t side = shape.side();
  text += frame;
  for (std::size_t cell = 0; cell < cells.size(); cell += shape.box_columns) {
    if (cell != 0 && cell % (side * shape.box_rows) == 0) text += " |" + rule + "|\n";
    text += cell % side == 0 ? " |" : "|";
    text.append(cells, cell, shape.box_columns);
    if ((cell + shape.box_columns) % side == 0) text += "|\n";
  }
  text += frame;
  text += '\n';
}

void append_pencilmarks(const Board& puzzle, std::string& text) {
  for (const std::uint8_t clue : puzzle.cells) {
    for (std::size_t digit = 1; digit <= puzzle.shape.side(); ++digit) {
      text += symbol_of(clue == 0 || clue == digit ? static_cast<std::uint8_t>(digit)
                                                   : std::uint8_t{0});
    }
  }
  text += '\n';
}

}  // namespace

std::string format_header(PuzzleForm form) {
  return form == PuzzleForm::csv ? "puzzle,count,solution\n" : "";
}

void append_puzzle(PuzzleForm form, const Board& puzzle, const Expectation& expectation,
                   std::string& text) {
  switch (form) {
    case PuzzleForm::line:
      return append_line(puzzle, text);
    case PuzzleForm::csv:
      return append_record(puzzle, expectation, text);
    case PuzzleForm::sdk:
      text += "[Puzzle]\n";
      return append_rows(puzzle, text);
    case PuzzleForm::grid:
      return append_rows(puzzle, text);
    case PuzzleForm::ss:
      return append_boxes(puzzle, text);
    case PuzzleForm::pencilmark:
      return append_pencilmarks(puzzle, text);
    case PuzzleForm::canonical:
      return append_line(canonical_form(as_grid(puzzle)), text);
  }
}

}  // namespace sudoku
