#include "harness/puzzle/digest.h"

#include <array>
#include <cstddef>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {
namespace {

constexpr std::size_t kSizeOfShape = 2;

/// Writes the shape, unless it is 9x9. Returns the end.
char* write_shape(const Shape& shape, char* out) {
  if (shape == k9x9) return out;
  *out++ = static_cast<char>(shape.box_rows);
  *out++ = static_cast<char>(shape.box_columns);
  return out;
}

/// Hashes a puzzle with candidates and the text that `append` writes after it.
template <typename Append>
std::uint64_t hash_candidates(const Board& puzzle, const Append& append) {
  std::array<char, kSizeOfShape> shape;
  std::string text(shape.data(), write_shape(puzzle.shape, shape.data()));
  text += format_line(puzzle);
  append(std::back_inserter(text));
  return XXH3_64bits(text.data(), text.size());
}

/// Hashes a puzzle and the text that `append` writes after it. `append` returns the new end.
template <typename Append>
std::uint64_t hash(const Board& puzzle, const Append& append) {
  if (!puzzle.candidates.empty()) return hash_candidates(puzzle, append);
  constexpr std::size_t kMostAppended = 40;
  std::array<char, kSizeOfShape + kLongestLine + kMostAppended> text;
  char* const end = append(format_line(puzzle, write_shape(puzzle.shape, text.data())));
  return XXH3_64bits(text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace

std::uint64_t puzzle_hash(const Board& puzzle) {
  return hash(puzzle, [](auto end) { return end; });
}

std::uint64_t puzzles_digest(const Boards& puzzles) {
  std::uint64_t digest = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) digest += puzzle_hash(puzzles[i]);
  return digest;
}

std::uint64_t answer_hash(const Board& puzzle, SolutionCount solutions) {
  return hash(puzzle, [&](auto end) { return fmt::format_to(end, ",{}", solutions); });
}

}  // namespace sudoku
