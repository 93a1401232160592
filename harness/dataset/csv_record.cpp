#include "harness/dataset/csv_record.h"

#include <algorithm>

#include <fmt/format.h>

namespace sudoku {
namespace {

/// Reads a field up to its closing quote; a doubled quote stands for one. Returns the position
/// after the closing quote, or npos if there is none.
std::size_t read_quoted(std::string_view text, std::string& field) {
  field.clear();
  for (std::size_t begin = 0;;) {
    const std::size_t quote = text.find('"', begin);
    if (quote == text.npos) return quote;
    field += text.substr(begin, quote - begin);
    begin = quote + 1;
    if (begin == text.size() || text[begin] != '"') return begin;
    field += text[begin++];
  }
}

}  // namespace

std::optional<Defect> CsvRecord::split(const Line& line) {
  const std::string_view text = line.text;
  // Several blanks are one delimiter.
  const std::string_view blanks = delimiter_ == '\t' ? " " : kBlanks;
  line_ = line.number;
  size_ = 0;
  for (std::size_t begin = 0, end = 0;; begin = end + 1) {
    begin = std::min(text.size(), text.find_first_not_of(blanks, begin));
    if (delimiter_ == ' ' && begin == text.size() && size_ > 0) return std::nullopt;
    if (size_ == fields_.size()) fields_.emplace_back();
    Field& field = fields_[size_++];
    field.begin = begin;
    if (begin == text.size() || text[begin] != '"') {
      end = std::min(text.size(), text.find(delimiter_, begin));
      field.text = trim(text.substr(begin, end - begin));
    } else {
      ++field.begin;
      end = read_quoted(text.substr(begin + 1), field.text);
      if (end == text.npos) {
        return Defect{{line_, begin + 1}, "a quoted field must end on the line where it begins"};
      }
      const std::size_t quoted = begin + 1 + end;
      end = std::min(text.size(), text.find_first_not_of(blanks, quoted));
      if (delimiter_ == ' ' && end > quoted) --end;
    }
    unwrap(field);
    if (end == text.size()) return std::nullopt;
    if (text[end] == delimiter_) continue;
    return Defect{{line_, end + 1},
                  fmt::format("{} must follow the quoted field, not {}",
                              delimiter_ == ',' ? "a comma" : first_character({&delimiter_, 1}),
                              first_character(text.substr(end)))};
  }
}

/// Removes what spreadsheets write around text that looks like a number: `="0012"` and `'0012`.
void CsvRecord::unwrap(Field& field) {
  const std::string_view text = field.text;
  const bool is_formula = text.starts_with("=\"") && text.size() > 2 && text.ends_with('"');
  if (!is_formula && !(text.starts_with('\'') && !text.ends_with('\''))) return;
  field.begin += is_formula ? 2 : 1;
  field.text = is_formula ? text.substr(2, text.size() - 3) : text.substr(1);
}

char delimiter_of(std::string_view record, char other) {
  bool is_quoted = false;
  for (const char c : record) {
    if (c == '"') is_quoted = !is_quoted;
    if (!is_quoted && (c == ',' || c == ';' || c == '\t')) return c;
  }
  return other;
}

}  // namespace sudoku
