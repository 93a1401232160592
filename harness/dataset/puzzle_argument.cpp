#include "harness/dataset/puzzle_argument.h"

#include <algorithm>

#include "harness/dataset/formats.h"

namespace sudoku {
namespace {

/// Whether `text` is a board of the shape `given` or a usual one. A line of 16 or 36 cells may also
/// be a row.
bool is_board(std::string_view text, const std::optional<Shape>& given) {
  ReadOptions options;
  options.shape = given;
  const auto layout = find_clear_layout(text, options);
  if (!layout || layout->format == DatasetFormat::csv) return false;
  return !layout->is_in_rows || layout->format == DatasetFormat::json;
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
  return text.find_first_of("/\n\r") == text.npos &&
         (is_board(text, given) || is_board(text, std::nullopt) || is_damaged_board(text));
}

}  // namespace sudoku
