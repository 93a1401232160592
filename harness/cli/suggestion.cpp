#include "harness/cli/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {
namespace {

/// Characters that separate the parts of a word.
constexpr std::string_view kJoints = "-_";

/// Returns `text` in lower case, without the leading dashes of an option.
std::string plain(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of('-')));
  std::string letters(text);
  for (char& c : letters) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return letters;
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

std::vector<std::string> parts_of(std::string_view word) {
  std::vector<std::string> parts;
  while (!word.empty()) {
    const std::size_t end = std::min(word.size(), word.find_first_of(kJoints));
    if (end != 0) parts.emplace_back(word.substr(0, end));
    word.remove_prefix(std::min(word.size(), end + 1));
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

/// Returns whether one word contains all parts of the other.
bool shares_parts(std::string_view a, std::string_view b) {
  const std::vector<std::string> of_a = parts_of(a);
  const std::vector<std::string> of_b = parts_of(b);
  if (of_a.empty() || of_b.empty()) return false;
  return std::includes(of_a.begin(), of_a.end(), of_b.begin(), of_b.end()) ||
         std::includes(of_b.begin(), of_b.end(), of_a.begin(), of_a.end());
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
  const auto related = std::find_if(known.begin(), known.end(), [&](std::string_view candidate) {
    return shares_parts(typed, plain(candidate));
  });
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
