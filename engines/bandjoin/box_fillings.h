#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/partitions.h"

namespace sudoku::bandjoin {

/// The ways to fill a box: which row partitions and column partitions it can have together.
///
/// A digit stands where its row and its column meet. So rows and columns go together if each digit
/// may stand there, and if no two digits share both a row and a column: relations between one digit
/// and its column, and between two digits and theirs, each a set of column partitions. What goes
/// with given rows is what some of these sets have in common.
class BoxFillings {
 public:
  /// `mask`: where each digit may be. `columns`: the column partitions to look at, by rank.
  void load(BoxMask mask, const std::vector<Partition>& columns);

  /// The row partitions that go with any of them.
  const PartitionList& rows() const { return rows_; }
  /// The length of a set of column partitions: bit i of word w is for that of rank 32 * w + i.
  std::size_t words() const { return words_; }
  /// Of one of rows(): what goes with it.
  const std::uint32_t* columns_of(Partition rows) const {
    return sets_.data() + words_ * numbers_[rows];
  }

 private:
  /// Sets that stand side by side.
  using Sets = std::vector<std::uint32_t>;

  void list_relations(BoxMask mask, const std::vector<Partition>& columns);
  void list_apart();

  std::size_t words_ = 0;
  PartitionList rows_;
  std::array<std::uint16_t, kPartitions> numbers_{};  // of the sets
  Sets sets_;
  Sets in_column_;  // 3 * d + c: digit d + 1 is in column c
  Sets in_row_;     // 3 * d + r: digit d + 1 may stand where its column meets row r
  Sets apart_;      // by a triple of digits: they are in three columns
};

}  // namespace sudoku::bandjoin
