#pragma once

#include <string>

#include "harness/results/row_columns.h"

namespace sudoku {

template <typename Record>
std::string to_csv(const Record& record) {
  std::string row;
  append_row(row, record);
  return row;
}

inline std::string runs_header() { return row_header<RunRow>(); }
inline std::string summary_header() { return row_header<SummaryRow>(); }
inline std::string blocks_header() { return row_header<BlockRow>(); }
inline std::string puzzles_header() { return row_header<PuzzleRow>(); }

}  // namespace sudoku
