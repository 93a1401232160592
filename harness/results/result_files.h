#pragma once

namespace sudoku {

// The files of results, by their names in a directory: those of a run, those of a count, and what
// both have.

inline constexpr const char* kRunsFile = "runs.csv";
inline constexpr const char* kBlocksFile = "blocks.csv";
inline constexpr const char* kSummaryFile = "summary.csv";
inline constexpr const char* kCountsFile = "counts.csv";
inline constexpr const char* kPuzzlesFile = "puzzles.csv";
inline constexpr const char* kContextFile = "context.json";

}  // namespace sudoku
