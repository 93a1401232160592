#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

/// A number of solutions. 128 bits: the empty grid has 6,670,903,752,021,072,936,960.
// NOLINTNEXTLINE(modernize-use-using): only a typedef can be marked as an extension
__extension__ typedef unsigned __int128 SolutionCount;

/// Decimal digits.
std::string format_count(SolutionCount count);

/// Reads decimal digits only; nothing if `text` is empty, holds anything else or needs more than
/// 128 bits.
std::optional<SolutionCount> parse_count(std::string_view text);

}  // namespace sudoku
