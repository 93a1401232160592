#pragma once

#include <cstdint>

#include "engines/grid.h"

namespace sudoku {

/// Sets of human solving techniques.
enum class Techniques : std::uint8_t {
  singles,  ///< naked and hidden singles
  pairs,    ///< singles, locked candidates, naked and hidden pairs
};

/// Whether the techniques solve the puzzle without guessing.
bool is_solved_by(const Grid& puzzle, Techniques techniques);

}  // namespace sudoku
