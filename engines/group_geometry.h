#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engines/board.h"
#include "engines/houses.h"

namespace sudoku {

// A board as groups of options. An option is a digit in a cell. A group is a set of options: the
// digits of a cell, or the cells of a digit in a row, column or box. A solution has exactly one
// option of each group. An option is in a group of each kind and has a bit in each. Latin squares
// do not have the last kind. With side N and C cells, all indices from 0:
//
//     kind            group               bit
//     cell            cell                digit
//     row and digit   C + N row + d       column
//     column, digit   2C + N column + d   row
//     box and digit   3C + N box + d      cell of the box, row by row

using Index = std::uint16_t;  // of a cell or a group

inline constexpr Index kNoGroup = std::numeric_limits<Index>::max();

enum GroupKind : std::size_t { kCell, kRowDigit, kColumnDigit, kBoxDigit };

inline constexpr std::size_t kKindsOfLatinSquare = kBoxDigit;
inline constexpr std::size_t kKindsWithBoxes = kBoxDigit + 1;

/// An option, as a cell and a digit.
struct Candidate {
  Index cell;
  Index digit;  // from 0
};

/// The groups of the options of a cell and their bits. Callers add the digit to the groups of kinds
/// other than kCell. In the group of kind kCell, the bit is the digit.
struct CellGroups {
  std::array<Index, kKindsWithBoxes> groups;
  std::array<std::uint8_t, kKindsWithBoxes> bits;
};

/// The groups of a kind in a line of a Latin square: the i-th is `first + i * stride`. Their
/// options at a bit are also the options of a group of another kind: `other + bit * other_stride`.
/// The i-th group has bit i there.
struct Line {
  std::size_t first;
  std::size_t stride;
  GroupKind other_kind;
  std::size_t other;
  std::size_t other_stride;
};

/// Sets of bits of a group, by a bit that they contain.
template <typename Mask>
struct Parts {
  std::array<Mask, kMaxSide> row_in_box{};     // in a row: the cells in the same box
  std::array<Mask, kMaxSide> column_in_box{};  // in a column: the cells in the same box
  std::array<Mask, kMaxSide> box_row{};        // in a box: the cells in the same row
  std::array<Mask, kMaxSide> box_column{};     // in a box: the cells in the same column
};

/// Tables for a shape. A mask has at least as many bits as a side has cells.
template <typename Mask, std::size_t kKinds>
class Geometry {
 public:
  explicit Geometry(const Shape& shape) : houses_(shape), groups_(kKinds * shape.cells()) {
    for (std::size_t cell = 0; cell < cells(); ++cell) {
      places_.push_back(place_of(cell));
      groups_[cell] = {static_cast<Index>(cell), 0};
      for (std::size_t kind = kRowDigit; kind < kKinds; ++kind) {
        if (places_[cell].bits[kind] == 0) set_first_cell(kind, cell);
      }
    }
    for (std::size_t bit = 0; bit < side(); ++bit) {
      offsets_[kRowDigit][bit] = static_cast<Index>(bit);
      offsets_[kColumnDigit][bit] = static_cast<Index>(bit * side());
      offsets_[kBoxDigit][bit] =
          static_cast<Index>(bit / shape.box_columns * side() + bit % shape.box_columns);
      set_parts(bit);
    }
  }

  const Shape& shape() const { return houses_.shape(); }
  std::size_t side() const { return shape().side(); }
  std::size_t cells() const { return shape().cells(); }
  std::size_t groups() const { return groups_.size(); }

  GroupKind kind_of(std::size_t group) const {
    return group < 2 * cells() ? (group < cells() ? kCell : kRowDigit)
                               : (group < 3 * cells() ? kColumnDigit : kBoxDigit);
  }
  /// The indices of the row, column and box of a cell: rows, then columns, then boxes.
  const auto& houses_of(std::size_t cell) const { return houses_.of(cell); }
  const CellGroups& groups_of(std::size_t cell) const { return places_[cell]; }
  const Parts<Mask>& parts() const { return parts_; }

  /// Returns the candidate that bit `bit` of a group of that kind stands for.
  Candidate candidate(GroupKind kind, std::size_t group, std::size_t bit) const {
    if (kind == kCell) return {static_cast<Index>(group), static_cast<Index>(bit)};
    const Candidate& first = groups_[group];
    return {static_cast<Index>(first.cell + offsets_[kind][bit]), first.digit};
  }
  Candidate candidate(std::size_t group, std::size_t bit) const {
    return candidate(kind_of(group), group, bit);
  }

  /// The two lines of a group in a Latin square.
  std::array<Line, 2> lines_of(std::size_t group) const {
    const std::size_t rows = cells();         // the first group of kind kRowDigit
    const std::size_t columns = 2 * cells();  // the first group of kind kColumnDigit
    const GroupKind kind = kind_of(group);
    const std::size_t major = group % cells() / side();
    const std::size_t minor = group % side();
    switch (kind) {
      case kCell:
        return {Line{major * side(), 1, kRowDigit, rows + major * side(), 1},
                Line{minor, side(), kColumnDigit, columns + minor * side(), 1}};
      case kRowDigit:
        return {Line{rows + major * side(), 1, kCell, major * side(), 1},
                Line{rows + minor, side(), kColumnDigit, columns + minor, side()}};
      default:
        return {Line{columns + major * side(), 1, kCell, major, side()},
                Line{columns + minor, side(), kRowDigit, rows + minor, side()}};
    }
  }

  /// Whether all options of `mask` in a group of that kind are in one line and in one box. `mask`
  /// must not be empty.
  [[gnu::always_inline]] bool is_locked(GroupKind kind, Mask mask) const {
    const auto bit = static_cast<std::size_t>(std::countr_zero(mask));
    switch (kind) {
      case kRowDigit: return (mask & ~parts_.row_in_box[bit]) == 0;
      case kColumnDigit: return (mask & ~parts_.column_in_box[bit]) == 0;
      case kBoxDigit:
        return (mask & ~parts_.box_row[bit]) == 0 || (mask & ~parts_.box_column[bit]) == 0;
      default: return false;
    }
  }

 private:
  CellGroups place_of(std::size_t cell) const {
    CellGroups place{{static_cast<Index>(cell), 0, 0, 0}, {}};
    for (const std::size_t kind : {kRowDigit, kColumnDigit, kBoxDigit}) {
      place.groups[kind] = static_cast<Index>(cells() + side() * houses_.of(cell)[kind - 1]);
    }
    const std::size_t row = cell / side();
    const std::size_t column = cell % side();
    place.bits[kRowDigit] = static_cast<std::uint8_t>(column);
    place.bits[kColumnDigit] = static_cast<std::uint8_t>(row);
    place.bits[kBoxDigit] = static_cast<std::uint8_t>(row % shape().box_rows * shape().box_columns +
                                                      column % shape().box_columns);
    return place;
  }

  void set_first_cell(std::size_t kind, std::size_t cell) {
    for (std::size_t digit = 0; digit < side(); ++digit) {
      groups_[places_[cell].groups[kind] + digit] = {static_cast<Index>(cell),
                                                     static_cast<Index>(digit)};
    }
  }

  void set_parts(std::size_t bit) {
    const std::size_t rows = shape().box_rows;
    const std::size_t columns = shape().box_columns;
    for (std::size_t other = 0; other < side(); ++other) {
      const Mask mask = Mask{1} << other;
      if (other / columns == bit / columns) parts_.row_in_box[bit] |= mask;
      if (other / rows == bit / rows) parts_.column_in_box[bit] |= mask;
      if (other % columns == bit % columns) parts_.box_column[bit] |= mask;
    }
    parts_.box_row[bit] = parts_.row_in_box[bit];
  }

  HousesOfShape houses_;
  std::vector<Candidate> groups_;   // the option at bit 0
  std::vector<CellGroups> places_;  // by cell
  /// By kind: the cell of a bit minus the cell of bit 0.
  std::array<std::array<Index, kMaxSide>, kKindsWithBoxes> offsets_{};
  Parts<Mask> parts_;
};

}  // namespace sudoku
