#pragma once

#include <cstddef>
#include <type_traits>

#include "engines/bitmask/groups.h"

namespace sudoku::bitmask {

// Deductions. If a group has one option, this option is taken: a naked or hidden single. When no
// single is left, locked candidates follow: if all options of a line are in one box, the other
// options of that box are removed, and vice versa. Latin squares have no boxes and use pairs
// instead: two groups of a line with the same two bits. A group without options is a contradiction.

/// Locked candidates: if all options of a line are in one box, removes the others of that box,
/// and vice versa. Returns false if that leaves a group without options.
template <typename Mask, std::size_t kKinds>
bool lock(Groups<Mask, kKinds>& groups, std::size_t group) {
  const auto& geometry = groups.geometry();
  const Mask mask = groups.mask(group);
  const std::size_t bit = first_bit(mask);
  const Candidate first = geometry.candidate(group, bit);
  const CellGroups& place = geometry.groups_of(first.cell);
  const auto keep_in = [&]<GroupKind kKind>(std::integral_constant<GroupKind, kKind>, Mask part) {
    return groups.template keep_part<kKind>(place.groups[kKind] + std::size_t{first.digit}, part);
  };
  const Parts<Mask>& parts = geometry.parts();
  using OfBox = std::integral_constant<GroupKind, kBoxDigit>;
  switch (geometry.kind_of(group)) {
    case kRowDigit: return keep_in(OfBox(), parts.box_row[place.bits[kBoxDigit]]);
    case kColumnDigit: return keep_in(OfBox(), parts.box_column[place.bits[kBoxDigit]]);
    default: break;
  }
  using OfRow = std::integral_constant<GroupKind, kRowDigit>;
  using OfColumn = std::integral_constant<GroupKind, kColumnDigit>;
  if ((mask & ~parts.box_row[bit]) == 0) {
    return keep_in(OfRow(), parts.row_in_box[place.bits[kRowDigit]]);
  }
  return keep_in(OfColumn(), parts.column_in_box[place.bits[kColumnDigit]]);
}

/// Pairs in a Latin square: if two groups of a line have the same two bits, the others of the
/// line do not have these bits. Returns false if that leaves a group without options.
template <typename Mask, std::size_t kKinds>
bool pair(Groups<Mask, kKinds>& groups, std::size_t group) {
  const auto& geometry = groups.geometry();
  for (const Line& line : geometry.lines_of(group)) {
    const Mask mask = groups.mask(group);
    if (has_one(mask)) return true;
    Mask part = 0;
    for (std::size_t i = 0; i < geometry.side(); ++i) {
      if (groups.mask(line.first + i * line.stride) == mask) part |= bit_at<Mask>(i);
    }
    if (has_one(part)) continue;
    for (Mask bits = mask; bits != 0; bits &= bits - 1) {
      const std::size_t other = line.other + first_bit(bits) * line.other_stride;
      const bool goes_on = line.other_kind == kCell ? groups.template keep_part<kCell>(other, part)
                           : line.other_kind == kRowDigit
                               ? groups.template keep_part<kRowDigit>(other, part)
                               : groups.template keep_part<kColumnDigit>(other, part);
      if (!goes_on) return false;
    }
  }
  return true;
}

/// Takes all singles, then applies locked candidates or pairs, until nothing is queued. Returns
/// false at a contradiction.
template <typename Mask, std::size_t kKinds>
bool propagate(Groups<Mask, kKinds>& groups) {
  while (true) {
    while (groups.has_single()) {
      const Candidate option = groups.pop_single();
      if (!groups.is_decided(option.cell) && !groups.take(option)) return false;
    }
    if (!groups.has_locked()) return true;
    const std::size_t group = groups.pop_locked();
    if (has_one(groups.mask(group))) continue;
    if constexpr (Groups<Mask, kKinds>::kHasBoxes) {
      if (!lock(groups, group)) return false;
    } else {
      if (!pair(groups, group)) return false;
    }
  }
}

}  // namespace sudoku::bitmask
