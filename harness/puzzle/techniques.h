#pragma once

#include <cstdint>

#include "engines/grid.h"

namespace sudoku {

/// What a person knows who solves without trying out.
enum class Techniques : std::uint8_t {
  singles,  ///< naked and hidden singles
  pairs,    ///< these, locked candidates, naked and hidden pairs
};

/// Whether the techniques, applied as long as one of them gets further, fill the board.
bool is_solved_by(const Grid& puzzle, Techniques techniques);

}  // namespace sudoku
