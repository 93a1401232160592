#include "harness/puzzle/digest.h"

#include <array>
#include <iterator>

#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {

std::uint64_t puzzle_hash(const Grid& puzzle) {
  std::array<char, kCells> text;
  format_line(puzzle, text.data());
  return XXH3_64bits(text.data(), text.size());
}

std::uint64_t answer_hash(const Grid& puzzle, SolutionCount solutions) {
  constexpr std::size_t kMostDigits = 39;
  std::array<char, kCells + 1 + kMostDigits> text;
  format_line(puzzle, text.data());
  text[kCells] = ',';
  const char* end = fmt::format_to(text.data() + kCells + 1, "{}", solutions);
  return XXH3_64bits(text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace sudoku
