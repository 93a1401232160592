#pragma once

#include <string_view>

namespace sudoku {

/// A solved board but for one cell, to which an answer takes no time: what an engine from outside
/// is asked before anything depends on it.
inline constexpr std::string_view kTrialPuzzle =
    ".12753649943682175675491283154237896369845721287169534521974368438526917796318452";
inline constexpr std::string_view kTrialSolution =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

}  // namespace sudoku
