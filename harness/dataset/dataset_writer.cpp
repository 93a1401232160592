#include "harness/dataset/dataset_writer.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "engines/houses.h"
#include "engines/solution_count.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

void append_record(const Board& puzzle, const Expectation& expectation, std::string& text) {
  text += format_line(puzzle) + ',';
  if (expectation.count) text += format_count(*expectation.count);
  text += ',';
  if (!expectation.solution.empty()) text += format_line(expectation.solution[0]);
  text += '\n';
}

void append_rows(const Board& puzzle, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  const std::string cells = format_line(puzzle);
  for (std::size_t begin = 0; begin < cells.size(); begin += side) {
    text.append(cells, begin, side) += '\n';
  }
  text += '\n';
}

void append_boxes(const Board& puzzle, std::string& text) {
  const Shape& shape = puzzle.shape;
  const std::string cells = format_line(puzzle);
  const std::vector<std::string> boxes(shape.box_rows, std::string(shape.box_columns, '-'));
  const std::string rule = fmt::format("{}", fmt::join(boxes, "+"));
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

void append_acs(const Board& puzzle, std::string& text) {
  const std::size_t side = puzzle.shape.side();
  text += std::to_string(puzzle.shape.box_rows) + "\n1\n";
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    text += puzzle[cell] == 0 ? "-1" : std::to_string(puzzle[cell]);
    text += cell % side == side - 1 ? '\n' : '\t';
  }
}

void append_solo(const Board& puzzle, std::string& text) {
  constexpr std::size_t kLongestRun = 26;
  text += to_string(puzzle.shape) + ':';
  bool is_after_number = false;
  for (auto rest = puzzle.cells; !rest.empty();) {
    const auto clue = std::ranges::find_if(rest, [](std::uint8_t cell) { return cell != 0; });
    const auto empty_cells = std::min<std::size_t>(clue - rest.begin(), kLongestRun);
    if (empty_cells != 0) {
      text += static_cast<char>('a' + empty_cells - 1);
    } else {
      text += (is_after_number ? "_" : "") + std::to_string(*clue);
    }
    is_after_number = empty_cells == 0;
    rest = rest.subspan(std::max<std::size_t>(empty_cells, 1));
  }
  text += '\n';
}

void append_pencilmarks(const Board& puzzle, std::string& text) {
  for (const std::uint8_t clue : puzzle.cells) {
    for (char digit = '1'; digit <= '9'; ++digit) {
      text += clue == 0 || symbol_of(clue) == digit ? digit : '.';
    }
  }
  text += '\n';
}

}  // namespace

bool can_write(PuzzleForm form, const Shape& shape) {
  if (form == PuzzleForm::canonical || form == PuzzleForm::pencilmark) return shape == k9x9;
  return form != PuzzleForm::acs || shape.box_rows == shape.box_columns;
}

bool records_shape(PuzzleForm form, const Shape& shape) {
  const bool shows_boxes = form == PuzzleForm::solo || form == PuzzleForm::ss;
  return shows_boxes || usual_shape(shape.side()) == shape;
}

std::string format_header(PuzzleForm form) {
  return form == PuzzleForm::csv ? "puzzle,count,solution\n" : "";
}

void append_puzzle(PuzzleForm form, const Board& puzzle, const Expectation& expectation,
                   std::string& text) {
  switch (form) {
    case PuzzleForm::line: text += format_line(puzzle) + '\n'; return;
    case PuzzleForm::csv: return append_record(puzzle, expectation, text);
    case PuzzleForm::sdk: text += "[Puzzle]\n"; return append_rows(puzzle, text);
    case PuzzleForm::grid: return append_rows(puzzle, text);
    case PuzzleForm::ss: return append_boxes(puzzle, text);
    case PuzzleForm::integers: text += fmt::format("{}\n", fmt::join(puzzle.cells, " ")); return;
    case PuzzleForm::acs: return append_acs(puzzle, text);
    case PuzzleForm::solo: return append_solo(puzzle, text);
    case PuzzleForm::pencilmark: return append_pencilmarks(puzzle, text);
    case PuzzleForm::canonical: text += format_line(canonical_form(as_grid(puzzle))) + '\n'; return;
  }
}

}  // namespace sudoku
