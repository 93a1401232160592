#include "engines/bandjoin/slice_table.h"

namespace sudoku::bandjoin {
namespace {

std::size_t rounded_up_to_8(std::size_t size) { return (size + 7) / 8 * 8; }

}  // namespace

const std::vector<std::uint16_t>& SliceTable::Distinct::number(
    const std::vector<std::uint16_t>& values, std::vector<std::uint16_t>& numbers) {
  for (const std::uint16_t value : values_) is_seen_[value] = false;
  values_.clear();
  numbers.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint16_t value = values[i];
    if (!is_seen_[value]) {
      numbers_[value] = static_cast<std::uint16_t>(values_.size());
      values_.push_back(value);  // first, because it may throw and the loop above relies on it
      is_seen_[value] = true;
    }
    numbers[i] = numbers_[value];
  }
  return values_;
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
  const std::vector<std::uint16_t>& rows = distinct_rows_.number(*slice.rows, copied_rows_);
  const std::vector<std::uint16_t>& columns =
      distinct_columns_.number(*slice.columns, copied_columns_);
  width_ = rounded_up_to_8(columns.size());
  std::uint16_t* out = copied_entries_.resize(rows.size() * width_);
  part_ = {out, width_, &copied_rows_, &copied_columns_, false};
  for (const std::uint16_t row : rows) {
    const std::uint16_t* entries = slice.entries + row * slice.stride;
    std::size_t i = 0;
    for (; i < columns.size(); ++i) out[i] = entries[columns[i]];
    for (; i < width_; ++i) out[i] = 0;
    out += width_;
  }
}

}  // namespace sudoku::bandjoin
