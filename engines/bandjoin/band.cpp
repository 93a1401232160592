#include "engines/bandjoin/band.h"

#include <algorithm>
#include <numeric>

namespace sudoku::bandjoin {
namespace {

/// The column (row) partitions that put each digit where `mask` lets it be, looked at by itself.
template <typename PlaceOf>
PartitionSet allowed_by(BoxMask mask, PlaceOf&& place_of) {
  const PartitionTables& tables = PartitionTables::instance();
  PartitionSet allowed = PartitionSet::all();
  for (int d = 0; d < kSize; ++d) {
    std::array<bool, 3> is_open{};
    for (int cell = 0; cell < kSize; ++cell) {
      if ((mask & box_bit(d, cell)) != 0) is_open[place_of(cell)] = true;
    }
    if (is_open[0] && is_open[1] && is_open[2]) continue;
    PartitionSet open;
    for (std::size_t place = 0; place < 3; ++place) {
      if (is_open[place]) open |= tables.holding(d, place);
    }
    allowed &= open;
  }
  return allowed;
}

std::size_t row_in_box(int cell) {
  return static_cast<std::size_t>(cell) / 3;
}
std::size_t column_in_box(int cell) {
  return static_cast<std::size_t>(cell) % 3;
}

BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack) {
  BoxMask mask = 0;
  for (int cell = 0; cell < kSize; ++cell) {
    const std::size_t row = 3 * band + row_in_box(cell);
    const std::size_t column = 3 * stack + column_in_box(cell);
    const unsigned digits = candidates[kSize * row + column];
    for (int d = 0; d < kSize; ++d) {
      if ((digits >> d & 1) != 0) mask |= box_bit(d, cell);
    }
  }
  return mask;
}

}  // namespace

Band::View Band::view_of(const Candidates& candidates, std::size_t band) {
  View view;
  for (std::size_t stack = 0; stack < 3; ++stack) {
    view.masks[stack] = mask_of_box(candidates, band, stack);
    view.columns[stack] = allowed_by(view.masks[stack], column_in_box);
  }
  for (int d = 0; d < kSize; ++d) {
    const auto cells_of = [&view](int digit, std::size_t stack) {
      return static_cast<unsigned>(view.masks[stack] >> (kSize * digit)) & 0x1FFU;
    };
    int first = 0;
    while (cells_of(first, 0) != cells_of(d, 0) || cells_of(first, 1) != cells_of(d, 1) ||
           cells_of(first, 2) != cells_of(d, 2)) {
      ++first;
    }
    view.first_alike[static_cast<std::size_t>(d)] = static_cast<std::uint8_t>(first);
  }
  return view;
}

double Band::View::work() const {
  double entries = 1;
  for (const PartitionSet& set : columns) entries *= static_cast<double>(set.size());
  double renamings = 1;
  std::array<int, kSize> count{};
  for (const std::uint8_t first : first_alike) renamings *= ++count[first];
  return entries / renamings;
}

void Band::load(const Candidates& of_puzzle, const Candidates& of_band, std::size_t band) {
  view_ = view_of(of_band, band);
  const View narrow = view_of(of_puzzle, band);
  if (narrow.work() <= view_.work()) view_ = narrow;
  are_any_alike_ = false;
  for (std::size_t d = 0; d < kSize; ++d) are_any_alike_ |= view_.first_alike[d] != d;
  for (std::size_t stack = 0; stack < 3; ++stack) {
    view_.columns[stack].list(allowed_[stack]);
    for (std::size_t i = 0; i < allowed_[stack].size(); ++i) {
      ranks_[stack][allowed_[stack][i]] = static_cast<std::uint16_t>(i);
    }
  }
}

void Band::arrange(std::size_t outer, std::size_t second, std::size_t third) {
  outer_ = outer;
  second_ = second;
  third_ = third;
  list_fillings(second, second_fillings_);
  list_fillings(third, third_fillings_);
  forget_slices();
}

bool Band::may_cross(std::size_t stack, Partition rows, Partition columns) const {
  const PartitionTables& tables = PartitionTables::instance();
  return (tables.as_rows(rows) & tables.as_columns(columns) & ~view_.masks[stack]) == 0;
}

void Band::list_fillings(std::size_t stack, BoxFillings& fillings) const {
  const PartitionTables& tables = PartitionTables::instance();
  const PartitionSet rows = allowed_by(view_.masks[stack], row_in_box);
  fillings.ranks.clear();
  for (std::size_t r = 0; r < kPartitions; ++r) {
    const auto row = static_cast<Partition>(r);
    fillings.begins[r] = static_cast<std::uint32_t>(fillings.ranks.size());
    if (!rows.has(row)) continue;
    PartitionSet columns = tables.crossing(row);
    columns &= view_.columns[stack];
    columns.for_each([&](Partition column) {
      if (may_cross(stack, row, column)) fillings.ranks.push_back(ranks_[stack][column]);
    });
  }
  fillings.begins[kPartitions] = static_cast<std::uint32_t>(fillings.ranks.size());
}

PartitionMap Band::renaming_for(Partition outer) const {
  // Alike digits are put in the order of their places in `outer`.
  const Places& places = PartitionTables::instance().places(outer);
  std::array<std::uint8_t, kSize> digits{};
  for (std::size_t d = 0; d < kSize; ++d) {
    std::size_t before = 0;  // alike digits that come before d
    for (std::size_t e = 0; e < kSize; ++e) {
      const bool is_alike = view_.first_alike[e] == view_.first_alike[d];
      const bool is_before = places[e] < places[d] || (places[e] == places[d] && e < d);
      if (is_alike && is_before) ++before;
    }
    std::size_t image = view_.first_alike[d];
    while (before > 0) {
      ++image;
      if (view_.first_alike[image] == view_.first_alike[d]) --before;
    }
    digits[d] = static_cast<std::uint8_t>(image);
  }
  return {digits, {0, 1, 2}};
}

void Band::find_slice(Partition outer, const std::vector<Partition>& rows,
                      const std::vector<Partition>& columns, SliceMemory& memory,
                      Interruption& interruption, Slice& slice) {
  const PartitionMap renaming = renaming_for(outer);
  const Partition canonical = renaming(outer);
  if (slices_[canonical] == nullptr) {
    std::uint16_t* entries = memory.take(slice_size());
    build(canonical, entries, interruption);
    slices_[canonical] = entries;
  }
  slice.entries = slices_[canonical];
  slice.stride = stride();
  slice.rows.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    slice.rows[i] = ranks_[second_][are_any_alike_ ? renaming(rows[i]) : rows[i]];
  }
  slice.columns.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    slice.columns[i] = ranks_[third_][are_any_alike_ ? renaming(columns[i]) : columns[i]];
  }
}

void Band::list_row_pairs(Partition outer) {
  const PartitionTables& tables = PartitionTables::instance();
  row_pairs_.clear();
  chains_.fill(kEnd);
  tables.crossing(outer).for_each([&](Partition rows) {
    if (!may_cross(outer_, rows, outer)) return;
    for (std::size_t k = 0; k < kPartners; ++k) {
      const auto& [second, third] = tables.partners(rows, k);
      if (second_fillings_.size(second) == 0 || third_fillings_.size(third) == 0) continue;
      row_pairs_.push_back({third, chains_[second]});
      chains_[second] = static_cast<std::uint16_t>(row_pairs_.size() - 1);
    }
  });
}

/// Adds the fillings with these rows in the second box.
void Band::add_fillings(Partition rows, std::uint16_t* entries) {
  std::fill(sums_.begin(), sums_.end(), std::uint16_t{0});
  for (std::uint16_t i = chains_[rows]; i != kEnd; i = row_pairs_[i].next) {
    const Partition third = row_pairs_[i].third;
    for (std::size_t j = third_fillings_.begins[third]; j < third_fillings_.begins[third + 1U];
         ++j) {
      ++sums_[third_fillings_.ranks[j]];
    }
  }
  for (std::size_t j = second_fillings_.begins[rows]; j < second_fillings_.begins[rows + 1U]; ++j) {
    std::uint16_t* row = entries + second_fillings_.ranks[j] * sums_.size();
    for (std::size_t i = 0; i < sums_.size(); ++i)
      row[i] = static_cast<std::uint16_t>(row[i] + sums_[i]);
  }
}

void Band::build(Partition outer, std::uint16_t* entries, Interruption& interruption) {
  std::fill(entries, entries + slice_size(), std::uint16_t{0});
  sums_.resize(stride());
  list_row_pairs(outer);
  for (std::size_t rows = 0; rows < kPartitions; ++rows) {
    if (chains_[rows] == kEnd) continue;
    if (interruption.has_come()) return;
    add_fillings(static_cast<Partition>(rows), entries);
  }
}

}  // namespace sudoku::bandjoin
