#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sudoku {

// An enumeration with names has a function `names_of`, which returns an array of the names in the
// order of the values.

/// Returns the name of a value.
template <typename Enum>
requires requires(Enum value) { names_of(value); }
constexpr std::string_view to_string(Enum value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

/// Returns the value of a name; nullopt for an unknown name.
template <typename Enum>
constexpr std::optional<Enum> named(std::string_view name) {
  const auto names = names_of(Enum{});
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace sudoku
