#include "engines/solution_count.h"

#include <algorithm>

namespace sudoku {

constexpr std::string_view kAtLeast = ">=";

std::string format_digits(SolutionCount count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string format_count(SolutionCount count) {
  return std::string(count == kMostSolutions ? kAtLeast : "") + format_digits(count);
}

std::optional<SolutionCount> parse_count(std::string_view text) {
  // Only kMostSolutions is written as a lower bound.
  if (text.starts_with(kAtLeast)) {
    return text == format_count(kMostSolutions) ? std::optional(kMostSolutions) : std::nullopt;
  }
  if (text.empty()) return std::nullopt;
  SolutionCount count = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    count = sum_of(product_of(count, 10), static_cast<SolutionCount>(c - '0'));
  }
  return count;
}

}  // namespace sudoku
