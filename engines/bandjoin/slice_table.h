#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/aligned_words.h"
#include "engines/bandjoin/band.h"

namespace sudoku::bandjoin {

/// The requested rows and columns of a slice. Shares the slice if it holds exactly these. Otherwise
/// copies them without duplicates.
class SliceTable {
 public:
  /// Forgets the slice. Call it if the memory of the slice is reused, or if other partitions are
  /// requested.
  void clear() { is_filled_ = false; }
  /// Takes the slice of the partition `outer`. Returns whether the columns may differ from those
  /// before.
  bool fill(const Slice& slice, Partition outer);

  const std::uint16_t* row(std::size_t i) const { return part_.row(i); }
  /// For each requested partition: the number of its column.
  const std::vector<std::uint16_t>& columns() const { return *part_.columns; }
  /// Number of columns, rounded up to a multiple of 8.
  std::size_t width() const { return width_; }

 private:
  /// A list of values without its duplicates.
  struct Distinct {
    /// Numbers the values in the order of their first occurrence.
    void number(const std::vector<std::uint16_t>& requested);

    std::vector<std::uint16_t> values;   // by number
    std::vector<std::uint16_t> numbers;  // of each requested value
  };

  void copy(const Slice& slice);

  Slice part_;
  std::size_t width_ = 0;
  Partition outer_ = 0;
  bool is_filled_ = false;
  Distinct rows_;
  Distinct columns_;
  AlignedWords copied_entries_;
};

}  // namespace sudoku::bandjoin
