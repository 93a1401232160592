#pragma once

#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns a canonical form of a puzzle of any shape, with or without candidates: one of its
/// isomorphs, the same for all of them. Thread-safe.
///
/// Rows, columns and digits are coloured so that the colours depend only on the structure of the
/// puzzle. Where equal colours remain, a search tries each choice. It skips choices that symmetries
/// of the puzzle map to earlier ones (McKay, "Practical graph isomorphism", 1981).
OwnedBoard refined_canonical_form(const Board& puzzle);

}  // namespace sudoku
