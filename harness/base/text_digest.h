#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sudoku {

/// XXH3-64 of a text that comes bit by bit. Not thread-safe.
class TextDigest {
 public:
  TextDigest();
  ~TextDigest();
  TextDigest(TextDigest&&) noexcept;
  TextDigest& operator=(TextDigest&&) noexcept;

  void add(std::string_view text);
  /// Of all text up to now.
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 16 lower-case hexadecimal digits.
std::string format_digest(std::uint64_t digest);

/// Parses what `format_digest` writes; nothing for any other text.
std::optional<std::uint64_t> parse_digest(std::string_view text);

}  // namespace sudoku
