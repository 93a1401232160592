#include "harness/puzzle/digest.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {
namespace {

constexpr std::size_t kMostShape = 2;
constexpr std::size_t kMostDigits = 39;
using Text = std::array<char, kMostShape + kMaxCells + 1 + kMostDigits>;

/// Writes the text that is hashed and returns its end.
char* write_puzzle(const Board& puzzle, Text& text) {
  char* end = text.data();
  if (puzzle.shape != k9x9) {
    *end++ = static_cast<char>(puzzle.shape.box_rows);
    *end++ = static_cast<char>(puzzle.shape.box_columns);
  }
  format_line(puzzle, end);
  return end + puzzle.cells.size();
}

std::uint64_t hash(const Text& text, const char* end) {
  return XXH3_64bits(text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace

std::uint64_t puzzle_hash(const Board& puzzle) {
  Text text;
  return hash(text, write_puzzle(puzzle, text));
}

std::uint64_t answer_hash(const Board& puzzle, SolutionCount solutions) {
  Text text;
  char* end = write_puzzle(puzzle, text);
  *end++ = ',';
  return hash(text, fmt::format_to(end, "{}", solutions));
}

}  // namespace sudoku
