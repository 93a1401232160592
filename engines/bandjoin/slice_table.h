#pragma once

#include <array>
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
  /// Numbers distinct values below kPartitions.
  class Distinct {
   public:
    /// Sets `numbers[i]` to the number of `values[i]`. Numbers follow the first occurrences of the
    /// values. Returns the values by number; the result is valid until the next call.
    const std::vector<std::uint16_t>& number(const std::vector<std::uint16_t>& values,
                                             std::vector<std::uint16_t>& numbers);

   private:
    std::vector<std::uint16_t> values_;
    std::array<std::uint16_t, kPartitions> numbers_{};
    std::array<bool, kPartitions> is_seen_{};  // whether it is among `values_`
  };

  void copy(const Slice& slice);

  Slice part_;
  std::size_t width_ = 0;
  Partition outer_ = 0;
  bool is_filled_ = false;
  Distinct distinct_rows_;
  Distinct distinct_columns_;
  AlignedWords copied_entries_;
  std::vector<std::uint16_t> copied_rows_;
  std::vector<std::uint16_t> copied_columns_;
};

}  // namespace sudoku::bandjoin
