#include "harness/dataset/field_names.h"

#include <algorithm>

#include "harness/dataset/cell_text.h"

namespace sudoku {

bool is_one_of(std::span<const std::string_view> names, std::string_view text) {
  const std::string name = lower_case(text);
  return std::ranges::find(names, name) != names.end();
}

}  // namespace sudoku
