#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sudoku {

/// The one of `known` that takes the fewest edits (insert, delete, replace a character) to become
/// `word`; the first of several. `known` must not be empty.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// `; did you mean 'nearest'?`; empty if that is so far from `word` that more than two thirds of
/// either would be edited.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

/// `unknown <kind> 'word'; did you mean 'nearest'? Known are: ...`
std::string unknown_word_message(std::string_view kind, std::string_view word,
                                 std::span<const std::string_view> known);

}  // namespace sudoku
