#include "harness/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {
namespace {

/// Levenshtein's distance, one row of its table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  return *std::min_element(known.begin(), known.end(),
                           [word](std::string_view a, std::string_view b) {
                             return edit_distance(word, a) < edit_distance(word, b);
                           });
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view other = nearest(word, known);
  if (3 * edit_distance(word, other) > 2 * std::min(word.size(), other.size())) return {};
  return fmt::format("; did you mean '{}'?", other);
}

std::string unknown_word_message(std::string_view kind, std::string_view word,
                                 std::span<const std::string_view> known) {
  const std::string near = suggestion(word, known);
  return fmt::format("unknown {} '{}'{} Known are: {}", kind, word, near.empty() ? "." : near,
                     fmt::join(known, ", "));
}

}  // namespace sudoku
