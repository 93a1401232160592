#include "harness/cli/suggestion.h"

#include <algorithm>
#include <vector>

#include <boost/algorithm/string.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {
namespace {

/// Returns `text` in lower case, without the leading dashes of an option.
std::string plain(std::string_view text) {
  return boost::to_lower_copy(boost::trim_left_copy_if(std::string(text), boost::is_any_of("-")));
}

/// Returns the optimal string alignment distance: the Levenshtein distance, with a swap of two
/// neighbours as one edit.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

bool is_near(std::size_t edits, std::string_view a, std::string_view b) {
  const std::size_t length = std::min(a.size(), b.size());
  return edits < length && edits <= std::max<std::size_t>(length / 3, 1);
}

std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> parts;
  boost::split(parts, word, boost::is_any_of("-_"));
  std::erase(parts, "");
  std::ranges::sort(parts);
  return parts;
}

/// Returns whether one word contains all parts of the other.
bool shares_parts(const std::string& a, const std::string& b) {
  const std::vector<std::string> of_a = parts_of(a);
  const std::vector<std::string> of_b = parts_of(b);
  if (of_a.empty() || of_b.empty()) return false;
  return std::ranges::includes(of_a, of_b) || std::ranges::includes(of_b, of_a);
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  const std::string typed = plain(word);
  std::string_view found;
  std::size_t fewest = std::string_view::npos;
  for (const std::string_view candidate : known) {
    const std::string other = plain(candidate);
    const std::size_t edits = edit_distance(typed, other);
    if (edits >= fewest || !is_near(edits, typed, other)) continue;
    fewest = edits;
    found = candidate;
  }
  if (!found.empty()) return found;
  const auto related = std::ranges::find_if(
      known, [&](std::string_view candidate) { return shares_parts(typed, plain(candidate)); });
  return related == known.end() ? std::string_view() : *related;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view other = nearest(word, known);
  return other.empty() ? std::string() : fmt::format("; did you mean '{}'?", other);
}

std::string unknown_word_message(std::string_view kind, std::string_view word,
                                 std::span<const std::string_view> known) {
  const std::string near = suggestion(word, known);
  return fmt::format("unknown {} '{}'{} Choose from: {}", kind, word, near.empty() ? "." : near,
                     fmt::join(known, ", "));
}

}  // namespace sudoku
