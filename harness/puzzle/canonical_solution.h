#pragma once

#include "engines/grid.h"

namespace sudoku {

/// The canonical form, as canonical_form.h defines it, of a complete grid that keeps the rules.
///
/// Cost: of the 2 * 6^8 arrangements only those are tried that can have the least second row: for
/// each row that comes first, each of its band that comes second and each stack that comes first,
/// two, or six where the two rows have the same digits in the boxes of a band. That makes 648 at
/// the most, nearly all of which end at their second row. Where symmetry lets more of them go on,
/// an automorphism that is found saves trying what is the same again. Thread-safe.
Grid canonical_form_of_solution(const Grid& solution);

}  // namespace sudoku
