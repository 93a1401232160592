#include "engines/bandjoin/box_mask.h"

#include <array>
#include <bit>

namespace sudoku::bandjoin {
namespace {

template <typename PlaceOf>
PartitionSet allowed_by(BoxMask mask, PlaceOf&& place_of) {
  const PartitionTables& tables = PartitionTables::instance();
  PartitionSet allowed = tables.all();
  for (int d = 0; d < kSize; ++d) {
    unsigned places = 0;
    for (unsigned rest = cells_of(mask, d); rest != 0; rest &= rest - 1) {
      places |= 1U << place_of(std::countr_zero(rest));
    }
    if (places != 0b111) allowed &= tables.holding_in(d, places);
  }
  return allowed;
}

constexpr std::size_t row_in_box(int cell) { return static_cast<std::size_t>(cell) / 3; }
constexpr std::size_t column_in_box(int cell) { return static_cast<std::size_t>(cell) % 3; }

/// By set of digits: their bits for the first cell of a box.
constexpr auto kFirstCell = [] {
  std::array<BoxMask, std::size_t{kEveryDigit} + 1> masks{};
  for (std::size_t digits = 0; digits < masks.size(); ++digits) {
    for (int d = 0; d < kSize; ++d) {
      if ((digits >> d & 1) != 0) masks[digits] |= box_bit(d, 0);
    }
  }
  return masks;
}();

}  // namespace

BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack) {
  BoxMask mask = 0;
  for (int cell = 0; cell < kSize; ++cell) {
    const std::size_t row = 3 * band + row_in_box(cell);
    const std::size_t column = 3 * stack + column_in_box(cell);
    mask |= kFirstCell[candidates[kSize * row + column]] << cell;
  }
  return mask;
}

PartitionSet rows_allowed_by(BoxMask mask) { return allowed_by(mask, row_in_box); }

PartitionSet columns_allowed_by(BoxMask mask) { return allowed_by(mask, column_in_box); }

bool are_columns_alike(BoxMask mask, int left, int right) {
  constexpr unsigned kColumn = 0b001'001'001;
  for (int d = 0; d < kSize; ++d) {
    const unsigned cells = cells_of(mask, d);
    if ((cells >> left & kColumn) != (cells >> right & kColumn)) return false;
  }
  return true;
}

}  // namespace sudoku::bandjoin
