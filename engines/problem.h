#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/board.h"
#include "engines/group_geometry.h"

namespace sudoku {

/// A digit in an empty cell, numbered by a Problem.
using Option = std::uint32_t;

inline constexpr std::size_t kGroupKinds = kKindsWithBoxes;
using Group = std::uint32_t;
/// A set of members of a group, with the bits of group_geometry.h.
using Members = std::uint64_t;

inline constexpr Members member(std::uint32_t bit) { return Members{1} << bit; }
inline std::uint32_t first_of(Members members) {
  return static_cast<std::uint32_t>(std::countr_zero(members));
}
inline bool is_single(Members members) { return (members & (members - 1)) == 0; }

/// Cell and digit of an option, and its position in its groups, one of each kind. In a Latin
/// square, the box has the group and the position of the row. So loops over all kinds visit the row
/// twice. The second visit changes nothing.
struct Place : CellGroups {
  Index cell;
  std::uint8_t digit;  ///< from 1
};

/// A puzzle after naked and hidden singles, as an exact cover problem. Numbers the open options and
/// the groups of two or more open options, without gaps: options by cell and digit, groups by kind.
class Problem {
 public:
  /// Loads a puzzle. Returns false if singles prove that it has no solution.
  bool read(const Board& puzzle);

  std::uint32_t option_count() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t group_count() const { return static_cast<std::uint32_t>(members_.size()); }
  const Place& place(Option option) const { return places_[option]; }
  bool is_latin() const { return geometry_->shape().is_latin(); }
  /// Number of kinds of groups: all, or all but boxes in a Latin square.
  std::size_t group_kinds() const { return is_latin() ? kKindsOfLatinSquare : kGroupKinds; }
  GroupKind kind(Group group) const { return static_cast<GroupKind>(kinds_[group]); }
  const std::vector<Members>& members() const { return members_; }
  Option option_at(Group group, std::uint32_t bit) const { return at_[group * side_ + bit]; }
  const Geometry<Members, kGroupKinds>& geometry() const { return *geometry_; }
  /// The number of empty cells.
  std::uint32_t cells_to_fill() const { return cells_to_fill_; }
  /// Returns the clues and the cells that singles filled.
  Board board() const { return {geometry_->shape(), cells_}; }

 private:
  Place place_of(Candidate option) const;
  Place member_of(std::size_t group, std::uint32_t bit) const {
    return place_of(geometry_->candidate(group, bit));
  }
  bool exclude(const Place& place);
  bool set(const Place& place);
  bool set_singles();
  void number();

  std::optional<Geometry<Members, kGroupKinds>> geometry_;  // of the last shape
  std::uint32_t side_ = 0;
  std::vector<std::uint8_t> cells_;
  std::vector<Members> open_;         // by group of the shape
  std::vector<Place> singles_;        // still to fill
  std::vector<Place> places_;         // by option
  std::vector<Members> members_;      // by group
  std::vector<std::uint8_t> kinds_;   // by group
  std::vector<Option> at_;            // by group and bit
  std::vector<std::uint16_t> names_;  // by group of the shape: its number, if it has one
  std::uint32_t cells_to_fill_ = 0;
};

}  // namespace sudoku
