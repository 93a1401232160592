#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/bandjoin/kernels.h"
#include "engines/bandjoin/partitions.h"

namespace sudoku::bandjoin {

/// The column partitions of the boxes of a stack, by band. They fit: each column has every digit
/// once.
using Triple = std::array<Partition, 3>;

/// The triples that a puzzle allows in one of its stacks.
class BoxStack {
 public:
  /// Finds the triples. `allowed` has the partitions of each box.
  void load(const std::array<PartitionSet, 3>& allowed);

  const std::vector<Triple>& triples() const { return triples_; }
  /// The partitions of a box that occur in a triple, ascending.
  const std::vector<Partition>& used(std::size_t band) const { return used_[band]; }
  /// Returns the index in used(band) of a partition that occurs there.
  std::size_t rank(std::size_t band, Partition p) const { return ranks_[band][p]; }

 private:
  std::vector<Triple> triples_;
  std::array<std::vector<Partition>, 3> used_;
  std::array<std::array<Partition, kPartitions>, 3> ranks_{};
  // While loading:
  std::vector<Partition> smallest_;
  PartitionList seconds_;
};

/// For each column of a stack: whether another column has the same given candidates. Such columns
/// are interchangeable.
using FreeColumns = std::array<bool, 3>;

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
  void list(const BoxStack& stack, const FreeColumns& free_columns,
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
