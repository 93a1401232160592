#pragma once

#include <cstdint>
#include <memory>
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

}  // namespace sudoku
