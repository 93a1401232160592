#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace sudoku {

/// A number of solutions. The empty 9x9 grid has 6,670,903,752,021,072,936,960, so 64 bits are too
/// few. The largest value means "at least this many": larger boards may have more solutions.
// NOLINTNEXTLINE(modernize-use-using): only a typedef can be marked as an extension
__extension__ typedef unsigned __int128 SolutionCount;

inline constexpr SolutionCount kMostSolutions = ~SolutionCount{0};

/// Returns a + b, or the largest number of the common type if the sum needs more bits.
template <typename A, typename B>
constexpr auto sum_of(A a, B b) {
  std::common_type_t<A, B> sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<decltype(sum)>::max() : sum;
}
/// Returns a * b, or kMostSolutions if the product needs more bits.
constexpr SolutionCount product_of(SolutionCount a, SolutionCount b) {
  return b != 0 && a > kMostSolutions / b ? kMostSolutions : a * b;
}

/// Returns the decimal digits, with a leading `>=` for kMostSolutions.
std::string format_count(SolutionCount count);

/// Returns the decimal digits.
std::string format_digits(SolutionCount count);

/// Reads a number as format_count writes it. Numbers with more than 128 bits become kMostSolutions.
/// Returns nullopt for any other text.
std::optional<SolutionCount> parse_count(std::string_view text);

}  // namespace sudoku
