#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/partitions.h"

namespace sudoku::bandjoin {

/// Returns the cells of a box that may hold digit + 1, row by row from the lowest bit.
inline unsigned cells_of(BoxMask mask, int digit) {
  return static_cast<unsigned>(mask >> (kSize * digit)) & 0x1FFU;
}

/// Returns the candidates of a box.
BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack);

/// Return the row (column) partitions in which each digit has a candidate in its row (column).
PartitionSet rows_allowed_by(BoxMask mask);
PartitionSet columns_allowed_by(BoxMask mask);

/// Returns whether two columns of a box have the same candidates in each row.
bool are_columns_alike(BoxMask mask, int left, int right);

/// The fillings of a box: pairs of a row partition and a column partition that are compatible.
///
/// A digit is in the cell where its row and its column meet. Two partitions are compatible if each
/// digit is a candidate of that cell, and no two digits share both row and column. Each condition
/// on one digit, or on two digits, is a set of column partitions. The column partitions for given
/// rows are the intersection of such sets.
class BoxFillings {
 public:
  /// Loads a box. `mask` has the candidates, `columns` the column partitions to consider, by rank.
  void load(BoxMask mask, const std::vector<Partition>& columns);

  /// Returns the row partitions that are compatible with at least one of the column partitions.
  const PartitionList& rows() const { return rows_; }
  /// Number of words of a set of column partitions. Bit i of word w stands for rank 32 * w + i.
  std::size_t words() const { return words_; }
  /// Returns the set of column partitions for one of rows().
  const std::uint32_t* columns_of(Partition rows) const {
    return sets_.data() + words_ * numbers_[rows];
  }

 private:
  /// Sets of column partitions, one after the other.
  using Sets = std::vector<std::uint32_t>;

  void list_relations(BoxMask mask, const std::vector<Partition>& columns);
  void list_apart();

  std::size_t words_ = 0;
  PartitionList rows_;
  std::array<std::uint16_t, kPartitions> numbers_{};  // by row partition: number of its set
  Sets sets_;
  Sets in_column_;  // 3 * d + c: digit d + 1 is in column c
  Sets in_row_;     // 3 * d + r: digit d + 1 is a candidate where its column meets row r
  Sets apart_;      // by triple of digits: they are in three columns
};

}  // namespace sudoku::bandjoin
