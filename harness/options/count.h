#pragma once

#include <string>
#include <vector>

#include "harness/options/shared.h"

// What the count command and the plans of many such have in common: what decides about the result.

namespace sudoku {

void add_counting(Specification& options);

/// The options of `add_counting`, all others as they are by default.
CountOptions counting_options(const Values& values);

/// Those that were typed, as arguments for the count command.
std::vector<std::string> counting_arguments(const Values& values);

}  // namespace sudoku
