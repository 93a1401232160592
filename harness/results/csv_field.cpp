#include "harness/results/csv_field.h"

namespace sudoku {

void append_csv_field(std::string& line, std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const bool has_blank_end = !text.empty() && (kBlanks.find(text.front()) != kBlanks.npos ||
                                               kBlanks.find(text.back()) != kBlanks.npos);
  if (!has_blank_end && text.find_first_of(",\"\r\n") == text.npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace sudoku
