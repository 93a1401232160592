#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/box_fillings.h"
#include "engines/bandjoin/candidates.h"
#include "engines/bandjoin/interruption.h"
#include "engines/bandjoin/kernels.h"
#include "engines/bandjoin/partitions.h"
#include "engines/bandjoin/slice_memory.h"

namespace sudoku::bandjoin {

/// A slice N(P, ., .): how many fillings a band has with column partition P in its outer box, for
/// every choice in the other two. Entries are at most 1728, the number with no clue and equal
/// partitions in all three boxes.
struct Slice {
  const std::uint16_t* entries = nullptr;
  std::size_t stride = 0;  // from one row to the next
  // Where the partitions asked for stand, which is valid until the next slice is asked for.
  const std::vector<std::uint16_t>* rows = nullptr;
  const std::vector<std::uint16_t>* columns = nullptr;
  bool is_in_order = false;  // the i-th stands at i

  /// Of the i-th partition asked for.
  const std::uint16_t* row(std::size_t i) const { return entries + (*rows)[i] * stride; }
};

/// One band of a puzzle.
///
/// Two digits are alike if every cell of the band may hold both or neither. Renaming alike digits
/// maps fillings to fillings, so that one slice serves all P that such a renaming maps to each
/// other; its rows and columns are read through the renaming.
class Band {
 public:
  explicit Band(const Kernels& kernels) : kernels_(&kernels) {}

  /// `candidates`: what all clues leave of the puzzle. They make slices small, while those that the
  /// clues of the band leave keep more digits alike; whichever promises less work is taken.
  void load(const Grid& puzzle, const Candidates& candidates, std::size_t band);

  /// The column partitions of a box that the whole puzzle leaves, each digit looked at by itself.
  const PartitionSet& open_columns(std::size_t stack) const { return open_columns_[stack]; }

  /// Chooses the stacks of P, of the rows and of the columns of slices, and the partitions of the
  /// rows and columns that slices are asked for, which are not copied.
  void arrange(std::size_t outer, std::size_t second, const std::vector<Partition>& rows,
               std::size_t third, const std::vector<Partition>& columns);

  /// Room that a slice takes in the memory.
  std::size_t slice_size() const { return second_.ranked.size() * stride(); }
  /// Forgets the slices built so far; their memory is used otherwise.
  void forget_slices();

  /// The slice of `outer`. Unspecified if the interruption came.
  Slice find_slice(Partition outer, SliceMemory& memory, Interruption& interruption);

 private:
  /// A set of candidates to work with: masks of the boxes, the partitions that they allow and the
  /// digits that they make alike.
  struct View {
    std::array<BoxMask, 3> masks{};
    std::array<PartitionSet, 3> columns;
    std::array<std::uint8_t, kSize> first_alike{};  // the lowest digit that is like each
    double work() const;
  };
  using Ranks = std::array<std::uint16_t, kPartitions>;
  /// The column partitions of a box, ranked.
  struct Columns {
    const std::vector<Partition>* asked = nullptr;
    std::vector<Partition> ranked;
    Ranks ranks{};
    BoxFillings fillings;
    std::vector<std::uint16_t> places;  // of those asked for, in the slice that was found last
  };
  /// A row partition of the outer box, and the pairs that fit with it.
  struct OuterRows {
    /// Whether the box can have that column partition, too: each of its triples shares one digit
    /// with each of the rows, which may stand there.
    bool may_cross(BoxMask as_columns, const std::array<DigitMask, 3>& columns) const {
      bool do_meet = true;
      for (const DigitMask row : triples) {
        for (const DigitMask column : columns) do_meet &= (row & column) != 0;
      }
      return do_meet & ((closed & as_columns) == 0);
    }
    BoxMask closed;  // its cells that a digit may not be in
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
  void rank_columns(std::size_t stack, const std::vector<Partition>& asked, Columns& columns) const;
  template <typename Rename>
  static void look_up(Columns& columns, const Rename& rename);
  const std::uint16_t* entries_of(Partition outer, SliceMemory& memory, Interruption& interruption);
  void chain_row_pairs(Partition outer);
  void add_fillings(Partition rows, std::uint16_t* entries) const;
  void build(Partition outer, std::uint16_t* entries, Interruption& interruption);

  static constexpr std::uint16_t kEnd = 0xFFFF;
  static constexpr std::array<std::uint16_t, kPartitions> filled_with_ends() {
    std::array<std::uint16_t, kPartitions> ends{};
    ends.fill(kEnd);
    return ends;
  }

  const Kernels* kernels_;
  View view_;
  bool are_any_alike_ = false;
  std::array<PartitionSet, 3> open_columns_;
  std::array<std::array<bool, 3>, 3> are_alike_{};  // by stack: columns 0 and 1, 1 and 2, 0 and 2
  bool are_slices_in_order_ = false;
  std::size_t outer_ = 0;
  Columns second_;
  Columns third_;
  // The row partitions of the second and of the third box that fit with each of the outer one.
  std::vector<OuterRows> outer_rows_;
  std::vector<std::array<Partition, 2>> row_pairs_;
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
};

}  // namespace sudoku::bandjoin
