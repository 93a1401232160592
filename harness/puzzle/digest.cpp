#include "harness/puzzle/digest.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {
namespace {

/// Hashes a puzzle and the text that `append` writes after it. `append` returns the new end.
template <typename Append>
std::uint64_t hash(const Board& puzzle, const Append& append) {
  constexpr std::size_t kShape = 2;
  constexpr std::size_t kMostAppended = 40;
  std::array<char, kShape + kMaxCells + kMostAppended> text;
  char* end = text.data();
  if (puzzle.shape != k9x9) {
    *end++ = static_cast<char>(puzzle.shape.box_rows);
    *end++ = static_cast<char>(puzzle.shape.box_columns);
  }
  format_line(puzzle, end);
  end = append(end + puzzle.cells.size());
  return XXH3_64bits(text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace

std::uint64_t puzzle_hash(const Board& puzzle) {
  return hash(puzzle, [](char* end) { return end; });
}

std::uint64_t answer_hash(const Board& puzzle, SolutionCount solutions) {
  return hash(puzzle, [&](char* end) { return fmt::format_to(end, ",{}", solutions); });
}

}  // namespace sudoku
