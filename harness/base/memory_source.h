#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "harness/base/input_file.h"

namespace sudoku {

/// Reads bytes in memory, which must outlive it.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(std::span<char> out) override {
    const std::size_t count = bytes_.copy(out.data(), out.size());
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
};

}  // namespace sudoku
