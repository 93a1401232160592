#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/houses.h"

// Ordered partitions of the nine digits into three triples: the digits of each column, or of each
// row, of a box.

namespace sudoku::bandjoin {

inline constexpr std::size_t kPartitions = 1680;  // 9! / 3!^3
inline constexpr std::size_t kPartners = 56;      // pairs of partitions that fit with a given one

using Partition = std::uint16_t;                 // number, from 0 to kPartitions - 1
using DigitMask = std::uint16_t;                 // bit d for digit d + 1
using Places = std::array<std::uint8_t, kSize>;  // by digit: the triple, 0 to 2, that contains it

/// A set of digits in cells of a box: bit 9 * d + cell stands for digit d + 1 in that cell.
// NOLINTNEXTLINE(modernize-use-using): only a typedef can be marked as an extension
__extension__ typedef unsigned __int128 BoxMask;

constexpr BoxMask box_bit(int digit, int cell) { return BoxMask{1} << (kSize * digit + cell); }

/// A set of partitions.
class PartitionSet {
 public:
  static PartitionSet all() {
    PartitionSet set;
    for (std::size_t p = 0; p < kPartitions; ++p) set.insert(static_cast<Partition>(p));
    return set;
  }
  void insert(Partition p) { words_[p / 64] |= std::uint64_t{1} << p % 64; }
  bool has(Partition p) const { return (words_[p / 64] >> p % 64 & 1) != 0; }
  /// Adds the bits of all words in fields of increasing width, because std::popcount is a function
  /// call on CPUs without POPCNT.
  std::size_t size() const {
    constexpr std::uint64_t kTwos = 0x5555555555555555;
    constexpr std::uint64_t kFours = 0x3333333333333333;
    constexpr std::uint64_t kBytes = 0x0F0F0F0F0F0F0F0F;
    constexpr std::uint64_t kWords = 0x00FF00FF00FF00FF;
    std::uint64_t bytes = 0;
    static_assert(8 * (kPartitions + 63) / 64 < 256, "the sums fit into bytes");
    for (std::uint64_t word : words_) {
      word -= word >> 1 & kTwos;
      word = (word & kFours) + (word >> 2 & kFours);
      bytes += (word + (word >> 4)) & kBytes;
    }
    const std::uint64_t sums = (bytes & kWords) + (bytes >> 8 & kWords);
    return static_cast<std::size_t>(sums * 0x0001000100010001 >> 48);
  }
  PartitionSet& operator&=(const PartitionSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  /// Calls `visit(p)` for each member, ascending.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
        visit(static_cast<Partition>(64 * i + bit));
      }
    }
  }
  void list(std::vector<Partition>& members) const {
    members.clear();
    for_each([&members](Partition p) { members.push_back(p); });
  }

 private:
  std::array<std::uint64_t, (kPartitions + 63) / 64> words_{};
};

/// A list of partitions, ascending.
class PartitionList {
 public:
  void assign(const PartitionSet& set);
  std::size_t size() const { return members_.size(); }
  const std::vector<Partition>& members() const { return members_; }
  const PartitionSet& set() const { return set_; }
  /// Returns PartitionTables::mask() of each member.
  const std::vector<std::uint32_t>& masks() const { return masks_; }

 private:
  PartitionSet set_;
  std::vector<Partition> members_;
  std::vector<std::uint32_t> masks_;
};

/// Tables of all partitions. They take 3 MB, are built at the first use and shared by all threads.
class PartitionTables {
 public:
  static const PartitionTables& instance();

  const PartitionSet& all() const { return all_; }

  DigitMask triple(Partition p, std::size_t place) const { return triples_[p][place]; }
  const std::array<DigitMask, 3>& triples(Partition p) const { return triples_[p]; }
  /// The triples, nine bits each. Two partitions fit if their masks have no bit in common.
  std::uint32_t mask(Partition p) const { return masks_[p]; }
  const Places& places(Partition p) const { return places_[p]; }
  /// The sum over d of power(d) = 3^d times the place of digit d + 1.
  std::size_t code(Partition p) const { return codes_[p]; }
  Partition number(std::size_t code) const { return numbers_[code]; }
  static std::size_t power(int digit) { return kPowers[static_cast<std::size_t>(digit)]; }

  /// Lists the pairs (q, r) that fit with `p`, with q in `firsts` and r in `seconds`. Partitions
  /// fit if their triples at each place are disjoint. Returns the number of pairs. `pairs` must
  /// have room for kPartners.
  std::size_t list_partners(Partition p, const PartitionList& firsts, const PartitionSet& seconds,
                            std::array<Partition, 2>* pairs) const;
  /// Returns the index of `q` among the partitions that fit with `p`. It must be one of them.
  std::size_t partner_rank(Partition p, Partition q) const { return partner_ranks_[p][q]; }

  /// Returns `p` with two triples exchanged. Pair 0 exchanges triples 0 and 1, pair 1 exchanges
  /// triples 1 and 2, pair 2 exchanges triples 0 and 2.
  Partition exchanged(Partition p, std::size_t pair) const { return exchanged_[pair][p]; }

  /// Returns the partitions that have digit + 1 in one of these places, one bit each.
  const PartitionSet& holding_in(int digit, unsigned places) const {
    return holding_in_[static_cast<std::size_t>(digit)][places];
  }
  /// Return the cells that each digit may be in if `p` is the row (column) partition of a box.
  BoxMask as_rows(Partition p) const { return as_rows_[p]; }
  BoxMask as_columns(Partition p) const { return as_columns_[p]; }

 private:
  PartitionTables();
  /// Returns the third partition, which fits with both. In the three partitions together, the
  /// places of each digit add up to 3.
  Partition third_of(Partition p, Partition q) const {
    return numbers_[kCodesOfThree - codes_[p] - codes_[q]];
  }
  void list_partitions();
  void find_partners(Partition p);
  void list_holding();
  void list_exchanged();

  static constexpr std::size_t kCodes = 19683;  // 3^9
  /// The sum of the codes of three fitting partitions.
  static constexpr std::size_t kCodesOfThree = 3 * (kCodes - 1) / 2;
  static constexpr std::array<std::uint16_t, kSize> kPowers{1, 3, 9, 27, 81, 243, 729, 2187, 6561};
  static constexpr std::uint16_t kNone = 0xFFFF;

  PartitionSet all_ = PartitionSet::all();
  std::array<std::array<DigitMask, 3>, kPartitions> triples_{};
  std::array<std::uint32_t, kPartitions> masks_{};
  std::array<Places, kPartitions> places_{};
  std::array<std::uint16_t, kPartitions> codes_{};
  std::array<Partition, kCodes> numbers_{};
  std::array<std::array<std::array<Partition, 2>, kPartners>, kPartitions> partners_{};
  std::array<std::array<std::uint8_t, kPartitions>, kPartitions> partner_ranks_{};
  std::array<std::array<Partition, kPartitions>, 3> exchanged_{};
  std::array<std::array<PartitionSet, 8>, kSize> holding_in_{};
  std::array<BoxMask, kPartitions> as_rows_{};
  std::array<BoxMask, kPartitions> as_columns_{};
};

/// A renaming of digits and places, applied to partitions.
class PartitionMap {
 public:
  /// Maps digit d + 1 to `digits[d]` + 1, and place i to `places[i]`.
  PartitionMap(const PartitionTables& tables, const std::array<std::uint8_t, kSize>& digits,
               const std::array<std::uint8_t, 3>& places);

  Partition operator()(Partition p) const {
    const std::size_t code = tables_->code(p);
    const auto image = low_[code % kLowCodes] + high_[code / kLowCodes];
    return tables_->number(static_cast<std::uint16_t>(image));
  }

 private:
  static constexpr std::size_t kLowDigits = 4;
  static constexpr std::size_t kLowCodes = 81;
  static constexpr std::size_t kHighCodes = 243;

  const PartitionTables* tables_;
  // The code of an image is the sum of two parts, one for each half of the code.
  std::array<std::uint16_t, kLowCodes> low_{};
  std::array<std::uint16_t, kHighCodes> high_{};
};

}  // namespace sudoku::bandjoin
