#pragma once

#include <utility>

#include <unistd.h>

namespace sudoku {

/// A descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ != -1) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  /// -1 where there is none.
  int number() const { return number_; }

 private:
  int number_ = -1;
};

}  // namespace sudoku
