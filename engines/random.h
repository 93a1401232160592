#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sudoku {

/// SplitMix64 (Steele, Lea and Flood, 2014): a seeded random number generator with the same numbers
/// for every compiler and standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
  }

  /// Returns a uniformly distributed number below `bound`, which must not be 0.
  std::uint64_t below(std::uint64_t bound) {
    // Rejecting the lowest numbers leaves every remainder equally often.
    const std::uint64_t excess = (0 - bound) % bound;
    std::uint64_t number = next();
    while (number < excess) number = next();
    return number % bound;
  }

 private:
  std::uint64_t state_;
};

/// Shuffles values; every order is equally likely (Fisher and Yates).
template <typename Value, std::size_t kExtent>
void shuffle(std::span<Value, kExtent> values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random.below(i)]);
  }
}

}  // namespace sudoku
