#pragma once

#include <cstdint>
#include <string>

#include "engines/grid.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

/// Output formats of puzzles. DatasetReader reads all of them.
enum class PuzzleForm : std::uint8_t {
  line,        ///< one puzzle per line, one character per cell, as in .sdm files
  csv,         ///< columns puzzle, count and solution; the last two may be empty
  grid,        ///< one row per line, then an empty line
  sdk,         ///< a grid after the line `[Puzzle]`, for SadMan Software Sudoku
  ss,          ///< a grid with rules around the boxes, for Simple Sudoku
  integers,    ///< one puzzle per line, numbers separated by blanks; 0 is an empty cell
  acs,         ///< box side, 1, then one row per line, numbers separated by tabs; -1 is empty
  solo,        ///< game ids of Simon Tatham's Solo
  pencilmark,  ///< one 9x9 puzzle per line, nine candidates per cell: 729 characters
  canonical,   ///< one 9x9 puzzle per line in canonical form
};

/// Whether the format supports boards of that shape. acs needs square boxes.
bool can_write(PuzzleForm form, const Shape& shape);

/// Whether a reader detects that shape without --shape.
bool records_shape(PuzzleForm form, const Shape& shape);

/// Returns the text before the first puzzle.
std::string format_header(PuzzleForm form);

/// Appends a puzzle with its line end to `text`. Only CSV includes the expectation.
void append_puzzle(PuzzleForm form, const Board& puzzle, const Expectation& expectation,
                   std::string& text);

}  // namespace sudoku
