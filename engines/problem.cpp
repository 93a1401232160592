#include "engines/problem.h"

namespace sudoku {

/// Returns the place of an option, with the numbers that its groups have in the shape. number()
/// gives new numbers to the groups that are still open.
Place Problem::place_of(Candidate option) const {
  Place place{geometry_->groups_of(option.cell), option.cell,
              static_cast<std::uint8_t>(option.digit + 1)};
  place.bits[kCell] = static_cast<std::uint8_t>(option.digit);
  for (std::size_t kind = kRowDigit; kind < kGroupKinds; ++kind) place.groups[kind] += option.digit;
  if (is_latin()) place.groups[kBoxDigit] = place.groups[kRowDigit];
  return place;
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
    const Members all = open_[place.groups[kind]];
    for (Members left = all & ~member(place.bits[kind]); left != 0; left &= left - 1) {
      if (!exclude(member_of(place.groups[kind], first_of(left)))) return false;
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
  if (!geometry_ || geometry_->shape() != puzzle.shape) geometry_.emplace(puzzle.shape);
  side_ = static_cast<std::uint32_t>(puzzle.shape.side());
  const std::uint32_t cells = side_ * side_;
  cells_.assign(cells, 0);
  cells_to_fill_ = cells;
  open_.assign(group_kinds() * cells, all_digits(puzzle.shape));
  singles_.clear();
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const Members allowed = puzzle.allowed(cell);
    if (allowed == 0) return false;
    const auto option = [cell](Members digits) {
      return Candidate{static_cast<Index>(cell), static_cast<Index>(first_of(digits))};
    };
    if (is_single(allowed) && !set(place_of(option(allowed)))) return false;
    for (Members left = open_[cell] & ~allowed; left != 0; left &= left - 1) {
      if (!exclude(place_of(option(left)))) return false;
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
    kinds_.push_back(static_cast<std::uint8_t>(group / cells_.size()));
  }
  at_.resize(members_.size() * side_);
  places_.clear();
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    if (cells_[cell] != 0) continue;
    for (Members left = open_[cell]; left != 0; left &= left - 1) {
      Place place = place_of({static_cast<Index>(cell), static_cast<Index>(first_of(left))});
      for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
        place.groups[kind] = names_[place.groups[kind]];
        at_[place.groups[kind] * side_ + place.bits[kind]] = static_cast<Option>(places_.size());
      }
      places_.push_back(place);
    }
  }
}

}  // namespace sudoku
