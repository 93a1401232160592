#pragma once

#include <cstdint>

namespace sudoku {

/// When something is done that is for a terminal, such as colors.
enum class When : std::uint8_t { automatic, always, never };

/// Whether it is done where the output is this descriptor; automatically, if that is a terminal.
bool applies(When when, int descriptor);

}  // namespace sudoku
