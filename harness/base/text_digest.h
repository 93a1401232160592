#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace sudoku {

/// Computes the XXH3-64 hash of a text incrementally. Not thread-safe.
class TextDigest {
 public:
  TextDigest();

  void add(std::string_view text);
  /// Returns the hash of all text added so far.
  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

/// Formats a digest as 16 lower-case hexadecimal digits.
std::string format_digest(std::uint64_t digest);

/// Parses 16 hexadecimal digits. Returns nullopt for any other text.
std::optional<std::uint64_t> parse_digest(std::string_view text);

}  // namespace sudoku
