#include "harness/dataset/csv_record.h"

#include <algorithm>

#include <fmt/format.h>

namespace sudoku {

std::optional<Defect> CsvRecord::split(const Line& line) {
  line_ = line.number;
  fields_.clear();
  unquoted_.clear();
  const std::string_view text = line.text;
  std::size_t begin = 0;
  while (true) {
    const std::size_t first = std::min(text.size(), text.find_first_not_of(blanks(), begin));
    std::size_t end = 0;  // of the field: a delimiter or the end of the line
    if (first < text.size() && text[first] == '"') {
      if (auto defect = split_quoted(text, first, end)) return defect;
    } else {
      end = std::min(text.size(), text.find(delimiter_, first));
      fields_.push_back({trim(text.substr(first, end - first)), first});
    }
    if (end == text.size()) return std::nullopt;
    begin = end + 1;
  }
}

/// Adds the field that begins with the quote at offset `quote`. Sets `end` to the end of the field.
std::optional<Defect> CsvRecord::split_quoted(std::string_view text, std::size_t quote,
                                              std::size_t& end) {
  // Reserved for all fields of the line, so that earlier views stay valid.
  unquoted_.reserve(text.size());
  const std::size_t begin = quote + 1;
  const std::size_t unquoted_begin = unquoted_.size();
  std::size_t piece = begin;  // after the last doubled quote
  std::size_t close = text.find('"', piece);
  while (close != std::string_view::npos && close + 1 < text.size() && text[close + 1] == '"') {
    unquoted_ += text.substr(piece, close + 1 - piece);
    piece = close + 2;
    close = text.find('"', piece);
  }
  if (close == std::string_view::npos) {
    return Defect{{line_, quote + 1}, "a quoted field must end on the line where it begins"};
  }
  if (piece == begin) {
    fields_.push_back({text.substr(begin, close - begin), begin});
  } else {
    unquoted_ += text.substr(piece, close - piece);
    fields_.push_back({std::string_view(unquoted_).substr(unquoted_begin), begin});
  }
  end = std::min(text.size(), text.find_first_not_of(blanks(), close + 1));
  if (end == text.size() || text[end] == delimiter_) return std::nullopt;
  return Defect{
      {line_, end + 1},
      fmt::format("{} must follow the quoted field, not {}",
                  delimiter_ == ',' ? "a comma" : printable(delimiter_), printable(text[end]))};
}

}  // namespace sudoku
