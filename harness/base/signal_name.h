#pragma once

#include <string>

namespace sudoku {

/// "SIGSEGV"; "35" of one that has no name.
std::string signal_name(int number);

}  // namespace sudoku
