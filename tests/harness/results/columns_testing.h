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

}  // namespace sudoku
