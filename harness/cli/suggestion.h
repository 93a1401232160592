#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sudoku {

/// The one of `known` that a user most likely meant by `word`; empty if none is near. Near is what
/// takes few edits: one, or as many as a third of the shorter word has letters. An edit inserts,
/// deletes or replaces a letter or swaps two neighbours; case is ignored. Where no word is as near
/// as that, one is that has all parts of the other, as `--guesses` and `--max-guesses`. Of several,
/// the first.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// `; did you mean 'nearest'?`; empty if none is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

/// `unknown <kind> 'word'; did you mean 'nearest'? Choose from: ...`
std::string unknown_word_message(std::string_view kind, std::string_view word,
                                 std::span<const std::string_view> known);

}  // namespace sudoku
