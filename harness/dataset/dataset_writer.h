#pragma once

#include <cstdint>
#include <string>

#include "engines/grid.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

/// The forms in which puzzles can be written; DatasetReader reads all of them.
enum class PuzzleForm : std::uint8_t {
  line,        ///< one character per cell, one puzzle per line; .sdm files are such
  csv,         ///< columns puzzle, count and solution; empty where nothing is expected
  grid,        ///< a line a row, and an empty line
  sdk,         ///< the same under `[Puzzle]`, as SadMan's program has it
  ss,          ///< a grid with rules around the boxes, as Simple Sudoku has it
  integers,    ///< numbers between blanks, one puzzle per line; 0 is an empty cell
  acs,         ///< the order, 1, and numbers between tabs, one row per line; -1 is an empty cell
  solo,        ///< the ids of Simon Tatham's Solo
  pencilmark,  ///< 729 characters a line: the nine candidates of each cell, of 9x9 only
  canonical,   ///< 81 characters a line: the canonical form, of 9x9 puzzles only
};

/// Whether boards of that shape can be written so. Files of acs are of square boxes.
bool can_write(PuzzleForm form, const Shape& shape);

/// Whether a reader finds that shape in what is written so; else it has to be told.
bool tells_shape(PuzzleForm form, const Shape& shape);

/// What stands before the first puzzle.
std::string format_header(PuzzleForm form);

/// Appends a puzzle with its line end to `text`. Only CSV has room for what is expected of it.
void append_puzzle(PuzzleForm form, const Board& puzzle, const Expectation& expectation,
                   std::string& text);

}  // namespace sudoku
