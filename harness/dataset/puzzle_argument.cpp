#include "harness/dataset/puzzle_argument.h"

#include <algorithm>
#include <optional>

#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_lines.h"
#include "harness/dataset/formats.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Whether `text` is a board of any shape. A line of 16 or 36 cells may also be a row.
bool is_board(std::string_view text, const Sides& sides) {
  const auto line = parse_cell_line(text, sides);
  const std::size_t side = line ? sides.of_board(line->count.cells) : 0;
  return side != 0 && fits_side(*line, side);
}

/// Whether `text` is a 9x9 board with too few, too many or wrong characters.
bool is_damaged_board(std::string_view text) {
  constexpr std::size_t kFewest = 54;
  const CellReader reader{Notation{}};
  const auto cells =
      std::ranges::count_if(text, [&](char c) { return reader.is_cell(c) || is_blank(c); });
  return text.size() >= kFewest && 10 * cells >= 9 * std::ssize(text);
}

}  // namespace

bool is_puzzle_argument(std::string_view text, const std::optional<Shape>& given) {
  if (text.find_first_of("/\n\r") != text.npos) return false;
  const ReadOptions options;
  const Sides sides;
  const SampleLine line{.line = text, .from_here = text, .options = options, .sides = sides};
  const auto is_of = [&](DatasetFormat id) {
    const FileFormat& format = format_of(id);
    return !format.is_in_rows && format.recognize && format.recognize(line).layout;
  };
  if (is_puzzle_line(text) || std::ranges::any_of(all_formats(), is_of)) return true;
  return notation_of_candidates(find_candidates(text), given, FirstSymbol::automatic) ||
         is_board(text, Sides(given)) || is_damaged_board(text);
}

}  // namespace sudoku
