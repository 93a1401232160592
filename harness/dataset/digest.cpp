#include "harness/dataset/digest.h"

#include <array>
#include <charconv>
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

std::string format_digest(std::uint64_t digest) {
  return fmt::format("{:016x}", digest);
}

std::optional<std::uint64_t> parse_digest(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  std::uint64_t digest = 0;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + text.size(), digest, 16);
  const bool is_whole = error == std::errc() && end == begin + text.size();
  return is_whole && text.size() == kDigits ? std::optional(digest) : std::nullopt;
}

}  // namespace sudoku
