#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace sudoku::bandjoin {

/// An array of 16-bit words at a multiple of 64 bytes. It grows, and never shrinks.
class AlignedWords {
 public:
  /// Of at least `size` words. Uninitialised, where it has grown.
  std::uint16_t* resize(std::size_t size) {
    if (size > size_) {
      words_.reset(static_cast<std::uint16_t*>(
          ::operator new (size * sizeof(std::uint16_t), std::align_val_t{kAlignment})));
      size_ = size;
    }
    return words_.get();
  }
  std::uint16_t* data() const { return words_.get(); }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Delete {
    void operator()(std::uint16_t* words) const {
      ::operator delete (words, std::align_val_t{kAlignment});
    }
  };
  std::unique_ptr<std::uint16_t, Delete> words_;
  std::size_t size_ = 0;
};

}  // namespace sudoku::bandjoin
