#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace sudoku {

// JSON that is kept for later calls: an object whose member `digest` is the XXH3-64 of the rest,
// written without blanks. What stands in it is as it was written, or is refused.

/// The text of such a file, with `digest` for its last member.
std::string to_json_file(nlohmann::ordered_json object);

struct StoredJson {
  nlohmann::ordered_json object;  ///< without its digest
  bool has_digest = false;        ///< which files of earlier versions do not have
};

/// Throws InputError for a file that cannot be read, holds no object, is nested too deeply, or is
/// not as its digest tells.
StoredJson read_json_file(const std::string& path);

// JSON holds UTF-8 alone, names of files any bytes. Text that is no UTF-8 stands in JSON as the
// data URL of its bytes (RFC 2397), `data:,caf%E9.txt`; so does text that looks like one. All other
// text stands as it is.

std::string to_json_text(std::string_view text);

/// The text that `to_json_text` was given.
std::string from_json_text(std::string_view json_text);

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
