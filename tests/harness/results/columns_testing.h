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

inline std::string runs_header() { return header_of(runs_columns()); }
inline std::string summary_header() { return header_of(summary_columns()); }
inline std::string blocks_header() { return header_of(blocks_columns()); }
inline std::string puzzles_header() { return header_of(puzzles_columns()); }

}  // namespace sudoku
