#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sudoku {

/// Returns the word in `known` that a user most likely meant by `word`; empty if there is none.
/// Prefers the word with the fewest edits: at most one, or a third of the shorter word's length. An
/// edit inserts, deletes or replaces a letter, or swaps two neighbours. Otherwise, returns the
/// first word that has all parts of the other, such as `--max-guesses` for `--guesses`. Ignores
/// case. Ties go to the first word.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// Returns `; did you mean 'nearest'?`, or an empty string if `nearest` is empty.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

/// Returns `unknown <kind> 'word'; did you mean 'nearest'? Choose from: ...`
std::string unknown_word_message(std::string_view kind, std::string_view word,
                                 std::span<const std::string_view> known);

}  // namespace sudoku
