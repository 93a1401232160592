#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace sudoku {

// A JSON file holds one object. Its member `digest` detects damage: XXH3-64 of the other members,
// written without blanks.

/// Largest number of members of an object that is read.
inline constexpr std::size_t kMostMembers = 100;

/// Returns the text of a JSON file and adds `digest` as the last member.
std::string to_json_file(nlohmann::ordered_json object);

/// Follows the nesting of a JSON text, character by character, with constant memory.
class JsonNesting {
 public:
  /// Adds the next character. Returns whether it is outside of strings.
  bool add(char c) {
    if (is_in_string_) {
      is_in_string_ = c != '"' || is_escaped_;
      is_escaped_ = c == '\\' && !is_escaped_;
      return false;
    }
    is_in_string_ = c == '"';
    if (c == '[' || c == '{') ++depth_;
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    return !is_in_string_;
  }

  /// Returns the number of open objects and arrays.
  std::size_t depth() const { return depth_; }

 private:
  std::size_t depth_ = 0;
  bool is_in_string_ = false;
  bool is_escaped_ = false;  // the last character was a backslash
};

struct StoredJson {
  nlohmann::ordered_json object;  ///< without the digest
  bool has_digest = false;        ///< false for files of earlier versions
};

/// Reads a JSON file and checks its digest if it has one. Throws InputError if the file is
/// unreadable, too large (see read_whole), nested too deeply, not an object, does not match its
/// digest, or has an object with more than kMostMembers. Throws Interrupted.
StoredJson read_json_file(const std::string& path);

/// Formats JSON for readers other than this program. The result has only ASCII characters, so that
/// texts in it cannot control a terminal. It ends with a line break.
std::string to_ascii_json(const nlohmann::ordered_json& json);

/// Returns the message without the tag of the library, such as `[json.exception.type_error.302] `.
std::string_view untagged(const std::exception& error);

// JSON strings are UTF-8, but file names may hold any bytes. A text that is not UTF-8 is stored as
// a data URL (RFC 2397), such as `data:,caf%E9.txt`. So is a text that looks like a data URL.

std::string to_json_text(std::string_view text);

/// Returns any text as a data URL.
std::string to_data_url(std::string_view text);
/// Returns whether a text looks like a data URL.
bool is_data_url(std::string_view text);

/// Inverts `to_json_text` and `to_data_url`.
std::string from_json_text(std::string_view json_text);

/// Returns a whole number from 0 to `largest`. Throws type_error of the library for anything else.
/// The library's own conversion is undefined for values that do not fit.
template <typename Json>
std::uint64_t whole_number(const Json& json,
                           std::uint64_t largest = std::numeric_limits<std::uint64_t>::max()) {
  if (json.is_number_unsigned() && json.template get<std::uint64_t>() <= largest) {
    return json.template get<std::uint64_t>();
  }
  throw Json::type_error::create(302, "not a whole number, or too large", &json);
}

}  // namespace sudoku
