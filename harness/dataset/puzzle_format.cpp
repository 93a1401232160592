#include "harness/dataset/puzzle_format.h"

namespace sudoku {

std::optional<Defect> PuzzlePerLine::read(PuzzleBlock& block, std::size_t max_puzzles) {
  while (true) {
    read_plain_lines(block, max_puzzles);
    if (block.puzzles.size() >= max_puzzles) return std::nullopt;
    mark_begin(lines_.position());
    const auto line = lines_.next();
    if (!line) return std::nullopt;
    if (auto defect = find_line_defect(*line)) return defect;
    if (is_blank(line->text)) continue;
    if (is_comment_line(line->text)) {
      note_comment(*line);
      continue;
    }
    expectation_ = {};
    if (auto defect = read_line(*line)) {
      SkippedLines* const note = note_of(line->text);
      if (note == nullptr) return defect;
      note->add(std::move(*defect));
      continue;
    }
    add_expectation(std::move(expectation_), block);
    block.puzzles.push_back({reader_.shape(), cells_, candidates_});
    block.lines.push_back(line->number);
  }
}

}  // namespace sudoku
