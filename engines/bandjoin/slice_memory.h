#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "engines/bandjoin/aligned_words.h"

namespace sudoku::bandjoin {

/// Room for the slices of one count. Reserved once; pages that no count has touched cost nothing.
class SliceMemory {
 public:
  /// `capacity`: words. At least those of three slices of a board that is counted.
  explicit SliceMemory(std::size_t capacity = kUsualCapacity) : capacity_(capacity) {}
  void clear() { used_ = 0; }
  bool has_room(std::size_t size) const { return capacity_ - used_ >= size; }
  /// Uninitialised. `size` has to be a multiple of 32, which keeps the alignment.
  std::uint16_t* take(std::size_t size) {
    assert(has_room(size));
    std::uint16_t* taken = words_.resize(capacity_) + used_;
    used_ += size;
    return taken;
  }

 private:
  /// 40 MB: the three largest slices that there are, more than twice.
  static constexpr std::size_t kUsualCapacity = std::size_t{20} << 20;
  AlignedWords words_;
  std::size_t capacity_;
  std::size_t used_ = 0;
};

}  // namespace sudoku::bandjoin
