#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/aligned_words.h"
#include "engines/bandjoin/box_fillings.h"
#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/kernels.h"
#include "engines/bandjoin/partitions.h"
#include "engines/bandjoin/stop_condition.h"

namespace sudoku::bandjoin {

/// A slice N(P, ., .): the number of fillings of a band with column partition P in its outer box,
/// for all partitions of the other two boxes. Entries are at most 1728. Equal partitions in three
/// boxes without clues reach this number.
struct Slice {
  const std::uint16_t* entries = nullptr;
  std::size_t stride = 0;  // from one row to the next
  // Row and column numbers of the requested partitions, valid until the next call of find_slice().
  const std::vector<std::uint16_t>* rows = nullptr;
  const std::vector<std::uint16_t>* columns = nullptr;
  bool is_in_order = false;  // whether these numbers are 0, 1, 2, ...

  /// Returns the row of the i-th requested partition.
  const std::uint16_t* row(std::size_t i) const { return entries + (*rows)[i] * stride; }
};

/// One band of a puzzle.
///
/// Two digits are alike if every cell of the band may hold both or neither. Renaming alike digits
/// maps fillings to fillings. One slice therefore serves all P that such a renaming maps to each
/// other. The renaming also maps its rows and columns.
class Band {
 public:
  explicit Band(const Kernels& kernels) : kernels_(&kernels) { chains_.fill(kEnd); }

  /// Loads a band. `candidates` follow from all given candidates of the puzzle and make slices
  /// small. Deductions from the given candidates of this band alone keep more digits alike. The
  /// band uses the set with less work.
  void load(const Candidates& given, const Candidates& candidates, std::size_t band);

  /// Returns the column partitions of a box that the candidates of the puzzle allow, digit by
  /// digit.
  const PartitionSet& open_columns(std::size_t stack) const { return open_columns_[stack]; }

  /// Sets the stacks of P, of the rows and of the columns of slices, and the partitions for which
  /// rows and columns will be requested. Keeps references to these.
  void arrange(std::size_t outer, std::size_t second, const std::vector<Partition>& rows,
               std::size_t third, const std::vector<Partition>& columns);

  /// Returns the size of a slice in words.
  std::size_t slice_size() const { return second_.ranked.size() * stride(); }
  /// Forgets the slices built so far, because their memory is reused.
  void forget_slices() { slices_.fill(nullptr); }

  /// Returns the slice of `outer`. It is unspecified if the stop condition is met.
  Slice find_slice(Partition outer, SliceMemory& memory, StopCondition& stop);

 private:
  /// A set of candidates: masks of the boxes, the partitions that they allow, and the digits that
  /// they make alike.
  struct View {
    std::array<BoxMask, 3> masks{};
    std::array<PartitionSet, 3> columns;
    std::array<std::uint8_t, kSize> first_alike{};  // by digit: the lowest alike digit
    double work() const;
  };
  using Ranks = std::array<std::uint16_t, kPartitions>;
  /// The column partitions of a box and their ranks.
  struct Columns {
    const std::vector<Partition>* requested = nullptr;
    std::vector<Partition> ranked;
    Ranks ranks{};
    BoxFillings fillings;
    std::vector<std::uint16_t> places;  // of the requested partitions in the last slice
  };
  /// A row partition of the outer box, and the range of the pairs that fit with it.
  struct OuterRows {
    /// Returns whether the box can also have that column partition: each of its triples must share
    /// one digit with each row, and the digit must be a candidate there.
    bool may_cross(BoxMask as_columns, const std::array<DigitMask, 3>& columns) const {
      bool do_meet = true;
      for (const DigitMask row : triples) {
        for (const DigitMask column : columns) do_meet &= (row & column) != 0;
      }
      return do_meet & ((closed & as_columns) == 0);
    }
    BoxMask closed;  // cells where its digits are no candidates
    std::array<DigitMask, 3> triples;
    std::uint32_t begin;
    std::uint32_t end;
  };

  static View view_of(const Candidates& candidates, std::size_t band);
  PartitionMap renaming_for(Partition outer) const;
  std::size_t stride() const { return 32 * third_.fillings.words(); }
  void list_row_pairs();
  Partition in_order(std::size_t stack, Partition p) const;
  bool are_columns_in_order(std::size_t stack) const;
  void rank_columns(std::size_t stack, const std::vector<Partition>& requested,
                    Columns& columns) const;
  template <typename Rename>
  static void find_places(Columns& columns, const Rename& rename);
  const std::uint16_t* entries_of(Partition outer, SliceMemory& memory, StopCondition& stop);
  void chain_row_pairs(Partition outer);
  void add_fillings(Partition rows, std::uint16_t* entries) const;
  void build(Partition outer, std::uint16_t* entries, StopCondition& stop);

  static constexpr std::uint16_t kEnd = 0xFFFF;

  const Kernels* kernels_;
  View view_;
  bool are_any_alike_ = false;
  std::array<PartitionSet, 3> open_columns_;
  std::array<std::array<bool, 3>, 3> are_alike_{};  // by stack: columns 0 and 1, 1 and 2, 0 and 2
  bool are_slices_in_order_ = false;
  std::size_t outer_ = 0;
  Columns second_;
  Columns third_;
  // By row partition of the outer box: the fitting row partitions of the second and third box.
  std::vector<OuterRows> outer_rows_;
  std::vector<std::array<Partition, 2>> row_pairs_;
  std::array<const std::uint16_t*, kPartitions> slices_{};  // by partition of the outer box

  // While a slice is built: the pairs that fit with its outer partition, in a linked list for each
  // row partition of the second box.
  struct Link {
    Partition third;
    std::uint16_t next;
  };
  std::vector<Link> links_;
  std::array<std::uint16_t, kPartitions> chains_;
  std::vector<Partition> chained_;  // row partitions with a list
};

}  // namespace sudoku::bandjoin
