#include <algorithm>

#include "engines/geometry.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"

namespace sudoku {
namespace {

/// The format that a line alone gives away; automatic if it does not.
DatasetFormat format_of_line(std::string_view text) {
  if (is_puzzle_line(text)) return DatasetFormat::line;
  if (is_grid_line(text)) return DatasetFormat::grid;
  if (is_csv_header(text)) return DatasetFormat::csv;
  return DatasetFormat::automatic;
}

/// The format that a line without a defect, or a board count, would most likely be of: a row is
/// nearer to nine characters, a puzzle to 81.
DatasetFormat format_by_length(std::string_view text) {
  const auto blanks = std::count_if(text.begin(), text.end(),
                                    [](char c) { return kBlanks.find(c) != kBlanks.npos; });
  const std::size_t length = text.size() - static_cast<std::size_t>(blanks);
  return length < (kSize + kCells) / 2 ? DatasetFormat::grid : DatasetFormat::line;
}

/// Takes the first line off `text`, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.size(), text.find('\n'));
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The format of the first line that is clearly of one; automatic if there is none.
DatasetFormat clear_format(std::string_view head) {
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (is_blank(line) || is_comment(line)) continue;
    const DatasetFormat format = format_of_line(line);
    if (format != DatasetFormat::automatic) return format;
  }
  return DatasetFormat::automatic;
}

}  // namespace

DatasetFormat detect_format(std::string_view head) {
  const DatasetFormat clear = clear_format(head);
  if (clear != DatasetFormat::automatic) return clear;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (!is_blank(line) && !is_comment(line)) return format_by_length(line);
  }
  return DatasetFormat::line;
}

DatasetFormat detect_format(LineReader& lines) {
  do {
    const std::string_view text = lines.buffered();
    const DatasetFormat clear = clear_format(text.substr(0, text.rfind('\n') + 1));
    if (clear != DatasetFormat::automatic) return clear;
  } while (lines.look_further());
  return detect_format(lines.buffered());
}

}  // namespace sudoku
