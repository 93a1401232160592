#include "engines/learn/problem.h"

namespace sudoku::learn {

void Problem::set_shape(const Shape& shape) {
  if (shape == shape_) return;
  shape_ = shape;
  side_ = static_cast<std::uint32_t>(shape.side());
  const std::uint32_t rows = shape.box_rows;
  const std::uint32_t columns = shape.box_columns;
  crossings_ = {};
  for (std::uint32_t a = 0; a < side_; ++a) {
    for (std::uint32_t b = 0; b < side_; ++b) {
      if (a / columns == b / columns) {
        crossings_.row_with_box[a] |= member(b);
        crossings_.box_with_row[a] |= member(b);
      }
      if (a / rows == b / rows) crossings_.column_with_box[a] |= member(b);
      if (a % columns == b % columns) crossings_.box_with_column[a] |= member(b);
    }
  }
}

/// Returns the place of an option with the groups of the shape, before number(). Digits start at 0.
/// In a Latin square, the box is the row. Loops over all kinds then visit the row twice, which
/// changes nothing the second time.
Place Problem::place_of(std::uint32_t cell, std::uint32_t digit) const {
  const std::uint32_t row = cell / side_;
  const std::uint32_t column = cell % side_;
  const std::uint32_t boxes_across = shape_.box_rows;
  const std::uint32_t box = row / shape_.box_rows * boxes_across + column / shape_.box_columns;
  const std::uint32_t in_box =
      row % shape_.box_rows * shape_.box_columns + column % shape_.box_columns;
  const std::uint32_t groups = side_ * side_;
  const auto group = [&](std::uint32_t kind, std::uint32_t house) {
    return static_cast<std::uint16_t>(kind * groups + house * side_ + digit);
  };
  const std::uint16_t of_box = shape_.is_latin() ? group(1, row) : group(3, box);
  return {{static_cast<std::uint16_t>(cell), group(1, row), group(2, column), of_box},
          {static_cast<std::uint8_t>(digit), static_cast<std::uint8_t>(column),
           static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(in_box)},
          static_cast<std::uint16_t>(cell),
          static_cast<std::uint8_t>(digit + 1)};
}

Place Problem::member_of(Group group, std::uint32_t bit) const {
  const std::uint32_t groups = side_ * side_;
  const auto kind = static_cast<GroupKind>(group / groups);
  if (kind == GroupKind::cell) return place_of(group, bit);
  const std::uint32_t house = group % groups / side_;
  const std::uint32_t digit = group % side_;
  if (kind == GroupKind::row) return place_of(house * side_ + bit, digit);
  if (kind == GroupKind::column) return place_of(bit * side_ + house, digit);
  const std::uint32_t row = house / shape_.box_rows * shape_.box_rows + bit / shape_.box_columns;
  const std::uint32_t column =
      house % shape_.box_rows * shape_.box_columns + bit % shape_.box_columns;
  return place_of(row * side_ + column, digit);
}

/// Returns false if a group has no option left.
bool Problem::exclude(const Place& place) {
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    Members& open = open_[place.groups[kind]];
    open &= ~member(place.bits[kind]);
    if (open == 0) return false;
    if (is_single(open)) singles_.push_back(member_of(place.groups[kind], first_of(open)));
  }
  return true;
}

/// Returns false if the option is already excluded or a group has no option left.
bool Problem::set(const Place& place) {
  if (cells_[place.cell] == place.digit) return true;
  if ((open_[place.cell] & member(place.bits[0])) == 0) return false;
  cells_[place.cell] = place.digit;
  --cells_to_fill_;
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    const Group group = place.groups[kind];
    for (Members left = open_[group] & ~member(place.bits[kind]); left != 0; left &= left - 1) {
      if (!exclude(member_of(group, first_of(left)))) return false;
    }
  }
  return true;
}

bool Problem::set_singles() {
  while (!singles_.empty()) {
    const Place place = singles_.back();
    singles_.pop_back();
    if (!set(place)) return false;
  }
  return true;
}

bool Problem::read(const Board& puzzle) {
  set_shape(puzzle.shape);
  const std::uint32_t cells = side_ * side_;
  cells_.assign(cells, 0);
  cells_to_fill_ = cells;
  open_.assign(group_kinds() * cells, all_digits(puzzle.shape));
  singles_.clear();
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const Members allowed = puzzle.allowed(cell);
    if (allowed == 0) return false;
    if (is_single(allowed) && !set(place_of(cell, first_of(allowed)))) return false;
    for (Members left = open_[cell] & ~allowed; left != 0; left &= left - 1) {
      if (!exclude(place_of(cell, first_of(left)))) return false;
    }
    if (!set_singles()) return false;
  }
  number();
  return true;
}

void Problem::number() {
  members_.clear();
  kinds_.clear();
  names_.resize(open_.size());
  for (std::size_t group = 0; group < open_.size(); ++group) {
    if (is_single(open_[group])) continue;
    names_[group] = static_cast<std::uint16_t>(members_.size());
    members_.push_back(open_[group]);
    kinds_.push_back(static_cast<GroupKind>(group / cells_.size()));
  }
  at_.resize(members_.size() * side_);
  places_.clear();
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    if (cells_[cell] != 0) continue;
    for (Members left = open_[cell]; left != 0; left &= left - 1) {
      Place place = place_of(cell, first_of(left));
      for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
        place.groups[kind] = names_[place.groups[kind]];
        at_[place.groups[kind] * side_ + place.bits[kind]] = static_cast<Option>(places_.size());
      }
      places_.push_back(place);
    }
  }
}

}  // namespace sudoku::learn
