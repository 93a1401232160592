#include "harness/results/column_text.h"

namespace sudoku {

std::string header_of(std::span<const ColumnText> columns) {
  std::string line;
  for (const ColumnText& column : columns) {
    line += column.name;
    line += ',';
  }
  line.back() = '\n';
  return line;
}

}  // namespace sudoku
