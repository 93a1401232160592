#include "harness/results/csv_field.h"

namespace sudoku {

std::string csv_field(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const bool has_blank_end = !text.empty() && (kBlanks.find(text.front()) != kBlanks.npos ||
                                               kBlanks.find(text.back()) != kBlanks.npos);
  if (!has_blank_end && text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace sudoku
