#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

/// A number of solutions. 128 bits: the empty grid has 6,670,903,752,021,072,936,960. Larger boards
/// may have more than there is room for, and sums of counts too: the largest number stands for
/// itself and all that are larger, and is a lower bound.
// NOLINTNEXTLINE(modernize-use-using): only a typedef can be marked as an extension
__extension__ typedef unsigned __int128 SolutionCount;

inline constexpr SolutionCount kMostSolutions = ~SolutionCount{0};

/// a + b and a * b, or `kMostSolutions` where that has no room.
constexpr SolutionCount sum_of(SolutionCount a, SolutionCount b) {
  return a > kMostSolutions - b ? kMostSolutions : a + b;
}
constexpr SolutionCount product_of(SolutionCount a, SolutionCount b) {
  return b != 0 && a > kMostSolutions / b ? kMostSolutions : a * b;
}

/// Decimal digits, after `>=` where it is a lower bound.
std::string format_count(SolutionCount count);

/// Decimal digits of any number.
std::string format_digits(SolutionCount count);

/// Reads what `format_count` writes, and any other decimal digits: where they need more than 128
/// bits, as the lower bound. Nothing for anything else.
std::optional<SolutionCount> parse_count(std::string_view text);

}  // namespace sudoku
