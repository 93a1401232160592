#pragma once

#include <cstdint>
#include <string>

#include "engines/grid.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

/// The forms in which puzzles can be written; DatasetReader reads all of them.
enum class PuzzleForm : std::uint8_t {
  line,        ///< 81 characters a line; .sdm files are such
  csv,         ///< columns puzzle, count and solution; empty where nothing is expected
  grid,        ///< nine rows of nine characters and an empty line
  sdk,         ///< the same under `[Puzzle]`, as SadMan's program has it
  ss,          ///< a grid with rules around the boxes, as Simple Sudoku has it
  pencilmark,  ///< 729 characters a line: the nine candidates of each cell
  canonical,   ///< 81 characters a line: the canonical form, of 9x9 puzzles only
};

/// What stands before the first puzzle.
std::string format_header(PuzzleForm form);

/// Appends a puzzle with its line end to `text`. Only CSV has room for what is expected of it.
void append_puzzle(PuzzleForm form, const Board& puzzle, const Expectation& expectation,
                   std::string& text);

}  // namespace sudoku
