#include "engines/solution_count.h"

#include <algorithm>

namespace sudoku {

std::string format_count(SolutionCount count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<SolutionCount> parse_count(std::string_view text) {
  if (text.empty()) return std::nullopt;
  constexpr SolutionCount kMax = ~SolutionCount{0};
  SolutionCount count = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<unsigned>(c - '0');
    if (count > (kMax - digit) / 10) return std::nullopt;
    count = count * 10 + digit;
  }
  return count;
}

}  // namespace sudoku
