#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/board.h"

namespace sudoku {

/// A digit in an empty cell, numbered by a Problem.
using Option = std::uint32_t;

/// Kind of a group. A group is a set of options: the digits of a cell, or the places of a digit in
/// a row, column or box. Exactly one of them is true. A Latin square has no groups of boxes.
enum class GroupKind : std::uint8_t { cell, row, column, box };
inline constexpr std::size_t kGroupKinds = 4;

using Group = std::uint32_t;
/// A set of members of a group, one bit each: digits of a cell, columns of a row, rows of a column,
/// or cells of a box row by row.
using Members = std::uint64_t;

inline constexpr Members member(std::uint32_t bit) { return Members{1} << bit; }
inline std::uint32_t first_of(Members members) {
  return static_cast<std::uint32_t>(std::countr_zero(members));
}
inline bool is_single(Members members) { return (members & (members - 1)) == 0; }

/// Cell and digit of an option, and its position in its groups, one of each kind. In a Latin
/// square, the box has the group and the position of the row.
struct Place {
  std::array<std::uint16_t, kGroupKinds> groups;
  std::array<std::uint8_t, kGroupKinds> bits;
  std::uint16_t cell;
  std::uint8_t digit;  ///< from 1
};

/// For each member of a group, by its bit: the members of the group that share another house with
/// it.
struct Crossings {
  std::array<Members, kMaxSide> row_with_box{};
  std::array<Members, kMaxSide> column_with_box{};
  std::array<Members, kMaxSide> box_with_row{};
  std::array<Members, kMaxSide> box_with_column{};
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
  bool is_latin() const { return shape_.is_latin(); }
  /// Number of kinds of groups: all, or all but boxes in a Latin square.
  std::size_t group_kinds() const { return is_latin() ? kGroupKinds - 1 : kGroupKinds; }
  GroupKind kind(Group group) const { return kinds_[group]; }
  const std::vector<Members>& members() const { return members_; }
  Option option_at(Group group, std::uint32_t bit) const { return at_[group * side_ + bit]; }
  const Crossings& crossings() const { return crossings_; }
  /// The number of empty cells.
  std::uint32_t cells_to_fill() const { return cells_to_fill_; }
  /// Returns the clues and the cells that singles filled.
  Board board() const { return {shape_, cells_}; }

 private:
  void set_shape(const Shape& shape);
  Place place_at(std::uint32_t row, std::uint32_t column, std::uint32_t digit) const;
  Place member_of(const Place& place, std::size_t kind, std::uint32_t bit) const;
  bool exclude(const Place& place);
  bool set(const Place& place);
  bool set_singles();
  void number();

  Shape shape_;
  std::uint32_t side_ = 0;
  // Band of each row and stack of each column. These tables save divisions.
  std::array<std::uint8_t, kMaxSide> bands_;
  std::array<std::uint8_t, kMaxSide> stacks_;
  Crossings crossings_;
  std::vector<std::uint8_t> cells_;
  std::vector<Members> open_;         // by group of the shape
  std::vector<Place> singles_;        // still to fill
  std::vector<Place> places_;         // by option
  std::vector<Members> members_;      // by group
  std::vector<GroupKind> kinds_;      // by group
  std::vector<Option> at_;            // by group and bit
  std::vector<std::uint16_t> names_;  // by group of the shape: its number, if it has one
  std::uint32_t cells_to_fill_ = 0;
};

}  // namespace sudoku
