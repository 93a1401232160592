#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace sudoku::bandjoin {

/// An array of 16-bit words, aligned to 64 bytes. It never shrinks.
class AlignedWords {
 public:
  /// Returns an uninitialized array of at least `size` words. Growing it discards the contents.
  std::uint16_t* resize(std::size_t size) {
    if (size > size_) {
      lines_ = std::make_unique_for_overwrite<Line[]>((size + kWords - 1) / kWords);
      size_ = size;
    }
    return reinterpret_cast<std::uint16_t*>(lines_.get());
  }

 private:
  static constexpr std::size_t kWords = 32;
  struct alignas(64) Line {
    std::uint16_t words[kWords];
  };

  std::unique_ptr<Line[]> lines_;
  std::size_t size_ = 0;
};

/// Memory for the slices of one count. It is reserved once. Untouched pages cost nothing.
class SliceMemory {
 public:
  /// `capacity` is in words. It must hold at least the three slices of a board.
  explicit SliceMemory(std::size_t capacity = kDefaultCapacity) : capacity_(capacity) {}
  void clear() { used_ = 0; }
  bool has_room(std::size_t size) const { return capacity_ - used_ >= size; }
  /// Returns uninitialized words. `size` must be a multiple of 32, to keep the alignment.
  std::uint16_t* take(std::size_t size) {
    assert(has_room(size));
    std::uint16_t* taken = words_.resize(capacity_) + used_;
    used_ += size;
    return taken;
  }

 private:
  /// 40 MB: more than twice the three largest slices.
  static constexpr std::size_t kDefaultCapacity = std::size_t{20} << 20;
  AlignedWords words_;
  std::size_t capacity_;
  std::size_t used_ = 0;
};

}  // namespace sudoku::bandjoin
