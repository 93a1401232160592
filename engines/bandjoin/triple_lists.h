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
  /// The partitions of bands b and c, by rank.
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
  std::vector<std::uint32_t> begins_;  // by rank; then the end
  std::vector<Entry> entries_;
};

/// Pairs of triples of the third stack, sorted by the partition of band b. Has one triple of each
/// set that exchanges of free columns map to each other.
class ThirdTriples {
 public:
  void list(const BoxStack& stack, const Puzzle::FreeColumns& free_columns,
            const std::array<std::size_t, 3>& bands);
  /// By rank of the partition of band b: its first pair; then the end.
  const std::vector<std::uint32_t>& begins() const { return begins_; }
  /// The pairs, with c by rank.
  const std::vector<TriplePair>& pairs() const { return pairs_; }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<TriplePair> pairs_;
};

}  // namespace sudoku::bandjoin
