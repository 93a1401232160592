#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku {

/// Parses a whole number in decimal digits. Returns nullopt for other texts and above `max`.
std::optional<std::uint64_t> parse_number(std::string_view text,
                                          std::uint64_t max = ~std::uint64_t{0});

/// Parses a percentage, as in `42%` or `2.5%`, and returns the number before the sign. Returns
/// nullopt for other texts, negative numbers, and above 100.
std::optional<double> parse_percentage(std::string_view text);

/// Parses a number with a unit (ns, us, ms, s, min, h), as in `10s` or `1.5ms`. Returns nullopt for
/// other texts, negative numbers, and above 146 years, so that adding it to the current time cannot
/// overflow.
std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

/// Formats a duration for `parse_duration`, in the largest unit that gives a whole number.
std::string format_duration(std::uint64_t ns);

/// Adds a noun to a formatted count: `1 puzzle`, `2 puzzles` or `2 guesses`.
std::string number_of(std::string_view count, std::string_view noun);

/// Formats a count with a noun.
template <std::integral Count>
std::string number_of(Count count, std::string_view noun) {
  return number_of(std::to_string(count), noun);
}

/// Returns a list such as `a, b or c`. `words` must not be empty.
std::string join_choices(const std::vector<std::string>& words);

}  // namespace sudoku
