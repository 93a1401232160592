#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/interruption.h"
#include "engines/bandjoin/partitions.h"
#include "engines/bandjoin/slice_memory.h"

namespace sudoku::bandjoin {

/// A slice N(P, ., .): how many fillings a band has with column partition P in its outer box, for
/// every choice in the other two. Entries are at most 1728, the number with no clue and equal
/// partitions in all three boxes.
struct Slice {
  const std::uint16_t* entries = nullptr;
  std::size_t stride = 0;           // from one row to the next
  std::vector<std::uint16_t> rows;  // where the partitions asked for stand
  std::vector<std::uint16_t> columns;
};

/// One band of a puzzle.
///
/// Two digits are alike if every cell of the band may hold both or neither. Renaming alike digits
/// maps fillings to fillings, so that one slice serves all P that such a renaming maps to each
/// other; its rows and columns are read through the renaming.
class Band {
 public:
  /// `candidates`: what all clues leave of the puzzle. They make slices small, while those that the
  /// clues of the band leave keep more digits alike; whichever promises less work is taken.
  void load(const Grid& puzzle, const Candidates& candidates, std::size_t band);

  /// The column partitions of a box that the whole puzzle leaves, each digit looked at by itself.
  const PartitionSet& open_columns(std::size_t stack) const { return open_columns_[stack]; }

  /// Chooses the stacks of P, of the rows and of the columns of slices.
  void arrange(std::size_t outer, std::size_t second, std::size_t third);

  /// Room that a slice takes in the memory.
  std::size_t slice_size() const { return row_count_[second_] * stride(); }
  /// Forgets the slices built so far; their memory is used otherwise.
  void forget_slices();

  /// The slice of `outer` for these partitions of the second and of the third stack. Unspecified
  /// if the interruption came.
  void find_slice(Partition outer, const std::vector<Partition>& rows,
                  const std::vector<Partition>& columns, SliceMemory& memory,
                  Interruption& interruption, Slice& slice);

 private:
  /// A set of candidates to work with: masks of the boxes, the partitions that they allow and the
  /// digits that they make alike.
  struct View {
    std::array<BoxMask, 3> masks{};
    std::array<PartitionSet, 3> columns;
    std::array<std::uint8_t, kSize> first_alike{};  // the lowest digit that is like each
    double work() const;
  };
  /// Part of a list.
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::size_t size() const { return end - begin; }
  };
  using Ranges = std::array<Range, kPartitions>;
  /// For each row partition, the column partitions of the same box by their ranks.
  struct BoxFillings {
    std::vector<std::uint16_t> ranks;
    std::vector<Partition> rows;  // that have any
    Ranges of_rows{};
  };
  /// Row partitions of the second and of the third box.
  struct RowPair {
    Partition second;
    Partition third;
  };

  static View view_of(const Candidates& candidates, std::size_t band);
  PartitionMap renaming_for(Partition outer) const;
  std::size_t stride() const { return (row_count_[third_] + 31) / 32 * 32; }
  bool may_cross(std::size_t stack, Partition rows, Partition columns) const;
  void list_fillings(std::size_t stack, BoxFillings& fillings) const;
  void list_row_pairs();
  void rank_columns(std::size_t stack);
  void find_slice(Partition outer, SliceMemory& memory, Interruption& interruption, Slice& slice);
  template <typename Rename>
  void look_up(const std::vector<Partition>& partitions, std::size_t stack, const Rename& rename,
               std::vector<std::uint16_t>& ranks) const;
  void chain_row_pairs(Partition outer);
  void count_third(Partition rows, std::uint16_t* row) const;
  void add_fillings(Partition rows, std::uint16_t* entries);
  void build(Partition outer, std::uint16_t* entries, Interruption& interruption);

  static constexpr std::uint16_t kEnd = 0xFFFF;
  static constexpr std::array<std::uint16_t, kPartitions> filled_with_ends() {
    std::array<std::uint16_t, kPartitions> ends{};
    ends.fill(kEnd);
    return ends;
  }
  /// A row of sums pays from one increment in so many of its entries on.
  static constexpr std::size_t kDense = 8;

  View view_;
  bool are_any_alike_ = false;
  std::array<PartitionSet, 3> open_columns_;
  // Of each stack, by partition:
  std::array<std::array<Partition, kPartitions>, 3> in_order_{};
  std::array<std::size_t, 3> row_count_{};
  std::array<std::array<std::uint16_t, kPartitions>, 3> ranks_{};
  PartitionSet outer_rows_;  // row partitions that the outer box may have, digit by digit
  std::size_t outer_ = 0;
  std::size_t second_ = 1;
  std::size_t third_ = 2;
  BoxFillings second_fillings_;
  BoxFillings third_fillings_;
  // The pairs that fit with each row partition that the outer box may have.
  std::vector<RowPair> row_pairs_;
  Ranges pairs_of_rows_{};
  std::array<const std::uint16_t*, kPartitions> slices_{};
  std::vector<Partition> built_;  // that have one

  // While a slice is built: the pairs that fit with its outer partition, a chain for each row
  // partition of the second box.
  struct Link {
    Partition third;
    std::uint16_t next;
  };
  std::vector<Link> links_;
  std::array<std::uint16_t, kPartitions> chains_ = filled_with_ends();
  std::vector<Partition> chained_;  // those that have one
  std::vector<std::uint16_t> sums_;
};

}  // namespace sudoku::bandjoin
