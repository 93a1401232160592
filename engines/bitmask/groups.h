#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "engines/group_geometry.h"

namespace sudoku::bitmask {

template <typename Mask>
constexpr bool has_one(Mask mask) {
  return (mask & (mask - 1)) == 0;
}

template <typename Mask>
constexpr std::size_t first_bit(Mask mask) {
  return static_cast<std::size_t>(std::countr_zero(mask));
}

template <typename Mask>
constexpr Mask bit_at(std::size_t bit) {
  return Mask{1} << bit;
}

/// The options that are left in each group of a board. Every group that shrinks is checked: it is
/// queued if its options allow a deduction. Removed options are kept, so that they can be restored.
template <typename Mask, std::size_t kKinds>
class Groups {
 public:
  static constexpr bool kHasBoxes = kKinds == kKindsWithBoxes;

  /// `padding` is the number of elements of sizes() after the last group. They stay 0.
  Groups(const Shape& shape, std::size_t padding)
      : geometry_(shape),
        lock_size_(kHasBoxes ? std::max(shape.box_rows, shape.box_columns) : 2),
        masks_(geometry_.groups()),
        sizes_(geometry_.groups() + padding),
        is_decided_(geometry_.cells()),
        is_lock_queued_(geometry_.groups()),
        single_queue_(geometry_.groups()),
        lock_queue_(geometry_.groups()),
        removed_(geometry_.cells() * geometry_.side()),
        decided_(geometry_.cells()) {}

  const Geometry<Mask, kKinds>& geometry() const { return geometry_; }
  Mask mask(std::size_t group) const { return masks_[group]; }
  const std::vector<Mask>& masks() const { return masks_; }
  const std::vector<std::int16_t>& sizes() const { return sizes_; }
  bool is_decided(std::size_t cell) const { return is_decided_[cell] != 0; }
  bool is_complete() const { return decided_count_ == geometry_.cells(); }
  static Index digit_of(Mask digits) { return static_cast<Index>(first_bit(digits)); }

  /// Builds the masks from clues and candidates. Returns false if two equal clues share a house or
  /// if a group has no option.
  bool load(const Board& puzzle) {
    reset();
    Houses seen{};
    for (std::size_t cell = 0; cell < geometry_.cells(); ++cell) {
      if (puzzle[cell] == 0) continue;
      if (puzzle.allowed(cell) == 0) return false;
      if (!load_clue(cell, puzzle[cell] - std::size_t{1}, seen)) return false;
    }
    const auto all = static_cast<Mask>(all_digits(puzzle.shape));
    for (std::size_t cell = 0; cell < geometry_.cells(); ++cell) {
      if (puzzle[cell] != 0) continue;
      Mask digits = puzzle.candidates.empty() ? all : static_cast<Mask>(puzzle.candidates[cell]);
      for (const std::size_t house : geometry_.houses_of(cell)) digits &= ~seen[house];
      for (; digits != 0; digits &= digits - 1) add({static_cast<Index>(cell), digit_of(digits)});
    }
    for (std::size_t group = 0; group < geometry_.groups(); ++group) queue_deductions(group);
    return contradiction_ == kNoGroup;
  }

  /// Takes an option. Returns false if this leaves a group without options.
  bool take(Candidate option) {
    decide(option.cell);
    const CellGroups& place = geometry_.groups_of(option.cell);
    const auto keep_in = [&]<GroupKind kKind>(std::integral_constant<GroupKind, kKind>) {
      return keep<kKind>(place.groups[kKind] + std::size_t{option.digit},
                         bit_at<Mask>(place.bits[kKind]));
    };
    return keep<kCell>(option.cell, bit_at<Mask>(option.digit)) &&
           keep_in(std::integral_constant<GroupKind, kRowDigit>()) &&
           keep_in(std::integral_constant<GroupKind, kColumnDigit>()) &&
           (!kHasBoxes || keep_in(std::integral_constant<GroupKind, kBoxDigit>()));
  }

  /// Removes an option. Returns false if this leaves a group without options.
  bool remove(Candidate option) {
    remove_elsewhere<kCell>(option);
    remove_from_group<kCell>(geometry_.groups_of(option.cell), option.digit);
    return contradiction_ == kNoGroup;
  }

  /// Removes the options of a group that are not in `part`, and queues the deductions. Returns
  /// false if this leaves a group without options.
  template <GroupKind kKind>
  bool keep_part(std::size_t group, Mask part) {
    if ((masks_[group] & ~part) == 0) return true;
    const bool goes_on = keep<kKind>(group, part);
    queue_deductions(group);
    return goes_on;
  }

  /// A point to which undo() returns.
  struct Mark {
    std::uint32_t removed_count;
    std::uint32_t decided_count;
  };
  Mark mark() const {
    return {static_cast<std::uint32_t>(removed_count_), static_cast<std::uint32_t>(decided_count_)};
  }
  void undo(const Mark& mark) {
    while (removed_count_ > mark.removed_count) add(removed_[--removed_count_]);
    while (decided_count_ > mark.decided_count) is_decided_[decided_[--decided_count_]] = 0;
  }

  bool has_single() const { return single_count_ > 0; }
  /// Removes a group from the queue of groups with one option, and returns this option.
  Candidate pop_single() {
    const std::size_t group = single_queue_[--single_count_];
    return geometry_.candidate(group, first_bit(masks_[group]));
  }
  bool has_locked() const { return lock_count_ > 0; }
  /// Removes and returns a group that may allow locked candidates, or in a Latin square a group
  /// that had two options. The group may have lost options since it was queued.
  std::size_t pop_locked() {
    const std::size_t group = lock_queue_[--lock_count_];
    is_lock_queued_[group] = 0;
    return group;
  }

  /// Returns the group without options after a function returned false, and clears the queues.
  Index take_contradiction() {
    while (lock_count_ > 0) is_lock_queued_[lock_queue_[--lock_count_]] = 0;
    single_count_ = 0;
    return std::exchange(contradiction_, kNoGroup);
  }

 private:
  using Houses = std::array<Mask, 3 * kMaxSide>;  // digits of each house

  void reset() {
    removed_count_ = decided_count_ = single_count_ = lock_count_ = 0;
    contradiction_ = kNoGroup;
    std::fill(masks_.begin(), masks_.end(), Mask{0});
    std::fill(sizes_.begin(), sizes_.end(), std::int16_t{0});
    std::fill(is_decided_.begin(), is_decided_.end(), std::uint8_t{0});
    std::fill(is_lock_queued_.begin(), is_lock_queued_.end(), std::uint8_t{0});
  }

  bool load_clue(std::size_t cell, std::size_t digit, Houses& seen) {
    for (const std::size_t house : geometry_.houses_of(cell)) {
      if ((seen[house] & bit_at<Mask>(digit)) != 0) return false;
      seen[house] |= bit_at<Mask>(digit);
    }
    const Candidate clue{static_cast<Index>(cell), static_cast<Index>(digit)};
    add(clue);
    decide(clue.cell);
    return true;
  }

  template <GroupKind kKind>
  void add_to_group(const CellGroups& place, std::size_t digit) {
    const std::size_t group = place.groups[kKind] + digit;
    masks_[group] |= bit_at<Mask>(place.bits[kKind]);
    ++sizes_[group];
  }

  void add(Candidate option) {
    const CellGroups& place = geometry_.groups_of(option.cell);
    masks_[option.cell] |= bit_at<Mask>(option.digit);
    ++sizes_[option.cell];
    add_to_group<kRowDigit>(place, option.digit);
    add_to_group<kColumnDigit>(place, option.digit);
    if constexpr (kHasBoxes) add_to_group<kBoxDigit>(place, option.digit);
  }

  void decide(Index cell) {
    is_decided_[cell] = 1;
    decided_[decided_count_++] = cell;
  }

  /// Queues the deductions from the size of a group and the places of its options.
  [[gnu::always_inline]] void queue_deductions(std::size_t group) {
    const Mask mask = masks_[group];
    if (mask == 0) {
      contradiction_ = static_cast<Index>(group);
    } else if (has_one(mask)) {
      single_queue_[single_count_++] = static_cast<Index>(group);
    } else if (sizes_[group] <= lock_size_ && is_lock_queued_[group] == 0 &&
               (!kHasBoxes || geometry_.is_locked(geometry_.kind_of(group), mask))) {
      is_lock_queued_[group] = 1;
      lock_queue_[lock_count_++] = static_cast<Index>(group);
    }
  }

  template <GroupKind kKind>
  [[gnu::always_inline]] void remove_from_group(const CellGroups& place, std::size_t digit) {
    const bool is_cell = kKind == kCell;
    const std::size_t group = place.groups[kKind] + (is_cell ? 0 : digit);
    masks_[group] &= ~bit_at<Mask>(is_cell ? digit : place.bits[kKind]);
    --sizes_[group];
    if (sizes_[group] <= (is_cell && kHasBoxes ? 1 : lock_size_)) queue_deductions(group);
  }

  /// Removes an option from its groups except the one of kind `kBut`.
  template <GroupKind kBut>
  void remove_elsewhere(Candidate option) {
    removed_[removed_count_++] = option;
    const CellGroups& place = geometry_.groups_of(option.cell);
    if constexpr (kBut != kCell) remove_from_group<kCell>(place, option.digit);
    if constexpr (kBut != kRowDigit) remove_from_group<kRowDigit>(place, option.digit);
    if constexpr (kBut != kColumnDigit) remove_from_group<kColumnDigit>(place, option.digit);
    if constexpr (kHasBoxes && kBut != kBoxDigit) {
      remove_from_group<kBoxDigit>(place, option.digit);
    }
  }

  /// Removes the options of a group except `kept`. Returns false if another group has none left.
  template <GroupKind kKind>
  bool keep(std::size_t group, Mask kept) {
    Mask others = masks_[group] & ~kept;
    if (others == 0) return true;
    masks_[group] &= kept;
    std::int16_t size = sizes_[group];
    for (; others != 0; others &= others - 1) {
      remove_elsewhere<kKind>(geometry_.candidate(kKind, group, first_bit(others)));
      --size;
    }
    sizes_[group] = size;
    return contradiction_ == kNoGroup;
  }

  Geometry<Mask, kKinds> geometry_;
  std::int16_t lock_size_;          // a group with more options is not queued for locked candidates
  Index contradiction_ = kNoGroup;  // a group without options
  std::vector<Mask> masks_;         // by group
  std::vector<std::int16_t> sizes_;
  std::vector<std::uint8_t> is_decided_;  // by cell
  std::vector<std::uint8_t> is_lock_queued_;
  std::vector<Index> single_queue_;  // groups with one option
  std::vector<Index> lock_queue_;    // see pop_locked()
  std::vector<Candidate> removed_;   // in the order of their removal, since the root
  std::vector<Index> decided_;       // cells, in the order of their decision
  std::size_t single_count_ = 0;
  std::size_t lock_count_ = 0;
  std::size_t removed_count_ = 0;
  std::size_t decided_count_ = 0;
};

}  // namespace sudoku::bitmask
