#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/kernels.h"
#include "engines/bandjoin/puzzle.h"

namespace sudoku::bandjoin {

/// The triples of the second stack, sorted by the partition of band a.
class SecondTriples {
 public:
  /// The ranks of the partitions of bands b and c.
  struct Entry {
    std::uint16_t b;
    std::uint16_t c;
  };

  /// `bands` are a, b and c.
  void list(const BoxStack& stack, const std::array<std::size_t, 3>& bands);
  /// Returns the triples with the partition of that rank in band a.
  std::span<const Entry> of(std::size_t a) const {
    return {entries_.data() + begins_[a], begins_[a + 1] - begins_[a]};
  }

 private:
  std::vector<std::uint32_t> begins_;  // of each rank; the last element is the end
  std::vector<Entry> entries_;
};

/// Pairs of triples of the third stack, sorted by the partition of band b. If exchanges of free
/// columns map triples to each other, only one of these triples is listed.
class ThirdTriples {
 public:
  void list(const BoxStack& stack, const Puzzle::FreeColumns& free_columns,
            const std::array<std::size_t, 3>& bands);
  /// For each rank of a partition of band b: the index of its first pair. The last element is the
  /// number of pairs.
  const std::vector<std::uint32_t>& begins() const { return begins_; }
  /// The pairs. They hold the ranks of the partitions of bands a and c.
  const std::vector<TriplePair>& pairs() const { return pairs_; }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<TriplePair> pairs_;
};

}  // namespace sudoku::bandjoin
