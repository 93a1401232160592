#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engines/solution_count.h"

namespace sudoku {

/// A whole number of decimal digits, at most `max`.
std::optional<std::uint64_t> parse_number(std::string_view text,
                                          std::uint64_t max = ~std::uint64_t{0});

/// A number with a unit, as in `10s`, `1.5ms`, `2min`: ns, us, ms, s, min, h. Not negative, and no
/// more than 146 years, so that the present and a duration can be added.
std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text);

/// As `parse_duration` reads it, in the largest unit that leaves a whole number.
std::string format_duration(std::uint64_t ns);

/// Such as `1 puzzle`, `2 puzzles` and `2 guesses`.
std::string number_of(SolutionCount count, std::string_view noun);

}  // namespace sudoku
