#pragma once

#include <string>
#include <vector>

#include "harness/results/row_columns.h"
#include "harness/results/saved_run.h"

namespace sudoku {

template <typename Record>
std::string to_csv(const Record& record) {
  std::string row;
  append_row(row, record);
  return row;
}

/// Returns a saved engine with these times per puzzle, one for each block.
inline SavedRow saved_row(const std::string& engine, const std::vector<double>& times_ns) {
  SavedRow row;
  row.key = {engine, "hard.txt", 0xAB, 2, 1, 1};
  row.totals.puzzles = row.totals.solved = 100;
  row.totals.answer_digest = 0xCD;
  for (std::size_t i = 0; i < times_ns.size(); ++i) {
    row.totals.time_ns += static_cast<std::int64_t>(times_ns[i]);
    row.blocks[{8 * i, i}] = {{{times_ns[i]}, 0}};
  }
  return row;
}

}  // namespace sudoku
