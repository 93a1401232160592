#include "harness/puzzle/digest.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/compile.h>
#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {
namespace {

/// Hashes a puzzle and a text after it.
std::uint64_t hash(const Board& puzzle, std::string_view end) {
  fmt::memory_buffer text;
  if (puzzle.shape != k9x9) {
    text.push_back(static_cast<char>(puzzle.shape.box_rows));
    text.push_back(static_cast<char>(puzzle.shape.box_columns));
  }
  if (puzzle.candidates.empty()) {
    const std::size_t begin = text.size();
    text.resize(begin + longest_line(puzzle.shape));
    const char* const line_end = format_line(puzzle, text.data() + begin);
    text.resize(static_cast<std::size_t>(line_end - text.data()));
  } else {
    text.append(format_line(puzzle));
  }
  text.append(end);
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace

std::uint64_t puzzle_hash(const Board& puzzle) { return hash(puzzle, {}); }

std::uint64_t puzzles_digest(const Boards& puzzles) {
  std::uint64_t digest = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) digest += puzzle_hash(puzzles[i]);
  return digest;
}

std::uint64_t answer_hash(const Board& puzzle, SolutionCount solutions) {
  std::array<char, 40> end;  // fits the digits of any 128-bit number
  const char* const stop = fmt::format_to(end.data(), FMT_COMPILE(",{}"), solutions);
  return hash(puzzle, {end.data(), static_cast<std::size_t>(stop - end.data())});
}

}  // namespace sudoku
