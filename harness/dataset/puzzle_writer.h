#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engines/solution_count.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// An output format of puzzles. DatasetReader reads all formats without `append_solution`.
/// Thread-safe.
struct PuzzleWriter {
  /// Appends a puzzle with its line end to `text`. Only CSV and JSON include the expectation.
  void (*append)(const Board& puzzle, const Expectation& expectation, std::string& text);
  /// Appends a solution to the text after the last puzzle, with the number of its puzzle from 1.
  /// Null if the format writes no solutions there.
  void (*append_solution)(std::uint64_t number, const Board& solution, std::string& text) = nullptr;
  std::string_view header{};                 ///< text before the first puzzle
  bool has_boxes = false;                    ///< the output defines the boxes, if there are any
  bool holds_one = false;                    ///< a file holds one puzzle only
  bool holds_candidates = false;             ///< puzzles may have candidates
  bool (*supports)(const Shape&) = nullptr;  ///< null for all shapes
  std::string_view supported{};              ///< for messages, such as `9x9`
};

// One puzzle per line.
extern const PuzzleWriter kLineWriter;        ///< see format_line
extern const PuzzleWriter kIntegersWriter;    ///< numbers separated by blanks; 0 is an empty cell
extern const PuzzleWriter kCandidatesWriter;  ///< a character per cell and digit
extern const PuzzleWriter kCanonicalWriter;   ///< as kLineWriter, in canonical form
extern const PuzzleWriter kMinlexWriter;      ///< as kLineWriter, in the "minlex" form of 9x9
extern const PuzzleWriter kCsvWriter;         ///< columns puzzle, count and solution
extern const PuzzleWriter kSoloWriter;        ///< game ids of Simon Tatham's Solo
extern const PuzzleWriter kJsonWriter;        ///< objects with puzzle, count and solution

// One row per line.
extern const PuzzleWriter kGridWriter;           ///< boxes are drawn
extern const PuzzleWriter kCandidateGridWriter;  ///< likewise, with lists of candidates
extern const PuzzleWriter kSdkWriter;  ///< after the line `[Puzzle]`, for SadMan Software Sudoku
extern const PuzzleWriter kSsWriter;   ///< boxes are drawn, for Simple Sudoku
extern const PuzzleWriter kAcsWriter;  ///< box side, 1, then numbers with tabs between; -1 is empty

extern const PuzzleWriter kHtmlWriter;  ///< a page to print, with solutions at its end

/// Puzzles in one format, appended one after the other.
struct PuzzleAppender {
  void append(const Board& puzzle, const Expectation& expectation) {
    ++count;
    writer.append(puzzle, expectation, text);
    if (writer.append_solution == nullptr || expectation.solution.empty()) return;
    writer.append_solution(count, expectation.solution[0], end);
  }

  const PuzzleWriter& writer;
  std::string text{writer.header};
  std::string end{};  ///< text after the last puzzle
  std::uint64_t count = 0;
};

/// Returns a drawing of a board, with a frame and boxes.
std::string framed(const Board& board);

/// Returns a cell as the text of a drawn board: a symbol, or two characters on boards of numbers.
std::string drawn_cell(const Board& board, std::size_t cell);

/// Whether a reader detects the shape of such boards without --shape, or no reader reads them.
bool records_shape(const PuzzleWriter& writer, const BoardKind& kind);

}  // namespace sudoku
