#include "engines/bandjoin/slice_table.h"

#include <array>

namespace sudoku::bandjoin {
namespace {

std::size_t rounded_up_to_8(std::size_t size) { return (size + 7) / 8 * 8; }

}  // namespace

void SliceTable::Distinct::number(const std::vector<std::uint16_t>& requested) {
  constexpr std::uint16_t kNone = 0xFFFF;
  std::array<std::uint16_t, kPartitions> number_of;
  number_of.fill(kNone);
  values.clear();
  numbers.clear();
  for (const std::uint16_t value : requested) {
    if (number_of[value] == kNone) {
      number_of[value] = static_cast<std::uint16_t>(values.size());
      values.push_back(value);
    }
    numbers.push_back(number_of[value]);
  }
}

bool SliceTable::fill(const Slice& slice, Partition outer) {
  if (is_filled_ && outer_ == outer) return false;
  const bool are_others = !is_filled_ || !slice.is_in_order;
  is_filled_ = false;
  if (slice.is_in_order) {
    part_ = slice;
    width_ = rounded_up_to_8(slice.columns->size());
  } else {
    copy(slice);
  }
  is_filled_ = true;
  outer_ = outer;
  return are_others;
}

void SliceTable::copy(const Slice& slice) {
  rows_.number(*slice.rows);
  columns_.number(*slice.columns);
  const std::vector<std::uint16_t>& columns = columns_.values;
  width_ = rounded_up_to_8(columns.size());
  std::uint16_t* out = copied_entries_.resize(rows_.values.size() * width_);
  part_ = {out, width_, &rows_.numbers, &columns_.numbers, false};
  for (const std::uint16_t row : rows_.values) {
    const std::uint16_t* entries = slice.entries + row * slice.stride;
    std::size_t i = 0;
    for (; i < columns.size(); ++i) out[i] = entries[columns[i]];
    for (; i < width_; ++i) out[i] = 0;
    out += width_;
  }
}

}  // namespace sudoku::bandjoin
