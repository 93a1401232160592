#include "harness/dataset/dataset_writer.h"

#include <string_view>

#include "engines/geometry.h"
#include "engines/solution_count.h"

namespace sudoku {
namespace {

void append_line(const Grid& puzzle, std::string& text) {
  text += format_line(puzzle);
  text += '\n';
}

void append_record(const Grid& puzzle, const Expectation& expectation, std::string& text) {
  text += format_line(puzzle);
  text += ',';
  if (expectation.count) text += format_count(*expectation.count);
  text += ',';
  if (expectation.solution) text += format_line(*expectation.solution);
  text += '\n';
}

void append_rows(const Grid& puzzle, std::string& text) {
  const std::string cells = format_line(puzzle);
  for (std::size_t begin = 0; begin < cells.size(); begin += kSize) {
    text.append(cells, begin, kSize);
    text += '\n';
  }
  text += '\n';
}

void append_boxes(const Grid& puzzle, std::string& text) {
  constexpr std::string_view kFrame = " *-----------*\n";
  constexpr std::string_view kRule = " |---+---+---|\n";
  const std::string cells = format_line(puzzle);
  text += kFrame;
  for (std::size_t cell = 0; cell < cells.size(); cell += 3) {
    if (cell == 3 * kSize || cell == 6 * kSize) text += kRule;
    text += cell % kSize == 0 ? " |" : "|";
    text.append(cells, cell, 3);
    if (cell % kSize == 6) text += "|\n";
  }
  text += kFrame;
  text += '\n';
}

void append_pencilmarks(const Grid& puzzle, std::string& text) {
  for (const std::uint8_t clue : puzzle.cells) {
    for (int digit = 1; digit <= kSize; ++digit) {
      text += clue == 0 || clue == digit ? static_cast<char>('0' + digit) : '.';
    }
  }
  text += '\n';
}

}  // namespace

std::string format_header(PuzzleForm form) {
  return form == PuzzleForm::csv ? "puzzle,count,solution\n" : "";
}

void append_puzzle(PuzzleForm form, const Grid& puzzle, const Expectation& expectation,
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
  }
}

}  // namespace sudoku
