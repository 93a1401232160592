#pragma once

#include <cstdint>

#include "engines/problem.h"

namespace sudoku::learn {

/// States that an option is chosen (even number) or excluded (odd number).
using Literal = std::uint32_t;

inline constexpr Option kNoOption = ~Option{0};
inline constexpr Literal kNoLiteral = ~Literal{0};

constexpr Literal chosen(Option option) { return 2 * option; }
constexpr Literal excluded(Option option) { return 2 * option + 1; }
constexpr Literal negation(Literal literal) { return literal ^ 1U; }
constexpr Option option_of(Literal literal) { return literal >> 1U; }
constexpr bool is_choice(Literal literal) { return (literal & 1U) == 0; }

}  // namespace sudoku::learn
