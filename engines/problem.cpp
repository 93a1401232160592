#include "engines/problem.h"

namespace sudoku {

void Problem::set_shape(const Shape& shape) {
  if (shape == shape_) return;
  shape_ = shape;
  side_ = static_cast<std::uint32_t>(shape.side());
  const std::uint32_t rows = shape.box_rows;
  const std::uint32_t columns = shape.box_columns;
  crossings_ = {};
  for (std::uint32_t a = 0; a < side_; ++a) {
    bands_[a] = static_cast<std::uint8_t>(a / rows);
    stacks_[a] = static_cast<std::uint8_t>(a / columns);
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
Place Problem::place_at(std::uint32_t row, std::uint32_t column, std::uint32_t digit) const {
  const std::uint32_t cell = row * side_ + column;
  const std::uint32_t boxes_across = shape_.box_rows;
  const std::uint32_t box = bands_[row] * boxes_across + stacks_[column];
  const std::uint32_t row_in_box = row - bands_[row] * shape_.box_rows;
  const std::uint32_t column_in_box = column - stacks_[column] * shape_.box_columns;
  const auto group = [&](std::uint32_t kind, std::uint32_t house) {
    return static_cast<std::uint16_t>((kind * side_ + house) * side_ + digit);
  };
  return {{static_cast<std::uint16_t>(cell), group(1, row), group(2, column),
           shape_.is_latin() ? group(1, row) : group(3, box)},
          {static_cast<std::uint8_t>(digit), static_cast<std::uint8_t>(column),
           static_cast<std::uint8_t>(row),
           static_cast<std::uint8_t>(row_in_box * shape_.box_columns + column_in_box)},
          static_cast<std::uint16_t>(cell),
          static_cast<std::uint8_t>(digit + 1)};
}

/// Returns the place of a member of one of the groups of `place`.
Place Problem::member_of(const Place& place, std::size_t kind, std::uint32_t bit) const {
  const std::uint32_t row = place.bits[static_cast<std::size_t>(GroupKind::column)];
  const std::uint32_t column = place.bits[static_cast<std::size_t>(GroupKind::row)];
  const std::uint32_t digit = place.digit - 1U;
  switch (static_cast<GroupKind>(kind)) {
    case GroupKind::cell: return place_at(row, column, bit);
    case GroupKind::row: return place_at(row, bit, digit);
    case GroupKind::column: return place_at(bit, column, digit);
    case GroupKind::box: break;
  }
  const std::uint32_t row_in_box = bit / shape_.box_columns;
  return place_at(bands_[row] * shape_.box_rows + row_in_box,
                  (stacks_[column] - row_in_box) * shape_.box_columns + bit, digit);
}

/// Returns false if a group has no option left.
bool Problem::exclude(const Place& place) {
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    Members& open = open_[place.groups[kind]];
    open &= ~member(place.bits[kind]);
    if (open == 0) return false;
    if (is_single(open)) singles_.push_back(member_of(place, kind, first_of(open)));
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
    const Members all = open_[place.groups[kind]];
    for (Members left = all & ~member(place.bits[kind]); left != 0; left &= left - 1) {
      if (!exclude(member_of(place, kind, first_of(left)))) return false;
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
    const std::uint32_t row = cell / side_;
    const std::uint32_t column = cell % side_;
    if (is_single(allowed) && !set(place_at(row, column, first_of(allowed)))) return false;
    for (Members left = open_[cell] & ~allowed; left != 0; left &= left - 1) {
      if (!exclude(place_at(row, column, first_of(left)))) return false;
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
      Place place = place_at(cell / side_, cell % side_, first_of(left));
      for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
        place.groups[kind] = names_[place.groups[kind]];
        at_[place.groups[kind] * side_ + place.bits[kind]] = static_cast<Option>(places_.size());
      }
      places_.push_back(place);
    }
  }
}

}  // namespace sudoku
