#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/aligned_words.h"

namespace sudoku::bandjoin {

/// Room for the slices of one count. Reserved once; pages that no count has touched cost nothing.
class SliceMemory {
 public:
  void clear() { used_ = 0; }
  bool has_room(std::size_t size) const { return kCapacity - used_ >= size; }
  /// Uninitialised. `size` has to be a multiple of 32, which keeps the alignment.
  std::uint16_t* take(std::size_t size) {
    std::uint16_t* taken = words_.resize(kCapacity) + used_;
    used_ += size;
    return taken;
  }

 private:
  /// 40 MB: the three largest slices that there are, more than twice.
  static constexpr std::size_t kCapacity = std::size_t{20} << 20;
  AlignedWords words_;
  std::size_t used_ = 0;
};

}  // namespace sudoku::bandjoin
