#pragma once

#include <string>

#include "harness/results/bench_columns.h"

namespace sudoku {

template <typename Record>
std::string to_csv(const Record& record) {
  std::string row;
  append_row(row, record);
  return row;
}

inline std::string runs_header() { return bench_header<RunRow>(); }
inline std::string summary_header() { return bench_header<SummaryRow>(); }
inline std::string blocks_header() { return bench_header<BlockRow>(); }
inline std::string puzzles_header() { return bench_header<PuzzleRow>(); }

}  // namespace sudoku
