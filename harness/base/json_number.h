#pragma once

#include <cstdint>
#include <limits>

namespace sudoku {

/// A number from 0 to `largest`. Throws the type_error of the library for everything else, which
/// that would convert, without a defined result where the value does not fit.
template <typename Json>
std::uint64_t whole_number(const Json& json,
                           std::uint64_t largest = std::numeric_limits<std::uint64_t>::max()) {
  if (json.is_number_unsigned() && json.template get<std::uint64_t>() <= largest) {
    return json.template get<std::uint64_t>();
  }
  throw Json::type_error::create(302, "no whole number, or one that is too large", &json);
}

}  // namespace sudoku
