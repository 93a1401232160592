#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engines/grid.h"
#include "tests/fuzz/fuzzing.h"

using sudoku::fuzz::require;

// Parses arbitrary bytes. The result must be the length of the longest prefix of cells. A grid that
// was read is written and read back unchanged.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = sudoku::fuzz::text_of(data, size);
  sudoku::Grid grid;
  const std::size_t cells = sudoku::parse_line(text, grid);
  require(cells <= std::min<std::size_t>(size, sudoku::kCells));
  const std::size_t prefix =
      std::min<std::size_t>({text.find_first_not_of("123456789.0-_*?xX"), size, sudoku::kCells});
  require(cells == prefix);
  if (cells != sudoku::kCells) return 0;

  sudoku::Grid again;
  require(sudoku::parse_line(sudoku::format_line(grid), again) == sudoku::kCells);
  require(again == grid);
  const auto digits = std::count_if(text.begin(), text.begin() + sudoku::kCells,
                                    [](char c) { return c >= '1' && c <= '9'; });
  require(sudoku::clue_count(grid) == digits);
  return 0;
}
