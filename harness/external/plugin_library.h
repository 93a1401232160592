#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engines/plugin.h"

namespace sudoku {

/// Of one board of 9x9: the puzzle has `.` for an empty cell and a terminating zero; the limit of a
/// search for all solutions is the largest number.
using TextFunction = std::size_t (*)(const char* puzzle, std::size_t limit, std::uint32_t config,
                                     char* solution, std::size_t* guesses);
/// Of boards of any shape; see engines/plugin.h.
using BlockFunction = int (*)(const SudokuBlock* block);

/// One of the two, the other is null.
struct PluginFunction {
  TextFunction text = nullptr;
  BlockFunction block = nullptr;
};

/// Loads the shared library and finds that function in it or, where `symbol` is empty, the first of
/// SolveSudokuBlock and SolveSudoku that is there. It is one of blocks if there is a symbol beside
/// it that tells their version. Throws std::runtime_error with the reason where there is none.
PluginFunction load_plugin(const std::string& file, const std::string& symbol);

}  // namespace sudoku
