#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace sudoku::bandjoin {

/// An array of 16-bit words, aligned to 64 bytes. It never shrinks.
class AlignedWords {
 public:
  /// Returns an array of at least `size` words. Growing it discards the contents.
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
