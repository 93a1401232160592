#pragma once

#include <array>
#include <cstddef>
#include <vector>

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

}  // namespace sudoku::bandjoin
