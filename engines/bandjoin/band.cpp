#include "engines/bandjoin/band.h"

#include <algorithm>

namespace sudoku::bandjoin {

Band::View Band::view_of(const Candidates& candidates, std::size_t band) {
  View view;
  for (std::size_t stack = 0; stack < 3; ++stack) {
    view.masks[stack] = mask_of_box(candidates, band, stack);
    view.columns[stack] = columns_allowed_by(view.masks[stack]);
  }
  std::array<unsigned, kSize> cells{};  // by digit: cells of the whole band
  for (std::size_t d = 0; d < kSize; ++d) {
    for (const BoxMask mask : view.masks) {
      cells[d] = cells[d] << kSize | cells_of(mask, static_cast<int>(d));
    }
    const auto first = std::find(cells.begin(), cells.end(), cells[d]);
    view.first_alike[d] = static_cast<std::uint8_t>(first - cells.begin());
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

void Band::load(const Candidates& given, const Candidates& candidates, std::size_t band) {
  constexpr double kWorthSharing = 1e5;  // less work is not worth a comparison

  view_ = view_of(candidates, band);
  open_columns_ = view_.columns;
  const double work = view_.work();
  if (work > kWorthSharing) {
    const View wide = view_of(band_candidates(given, static_cast<int>(band)), band);
    if (wide.work() < work) view_ = wide;
  }
  are_any_alike_ = false;
  for (std::size_t d = 0; d < kSize; ++d) are_any_alike_ |= view_.first_alike[d] != d;
  for (std::size_t stack = 0; stack < 3; ++stack) {
    const BoxMask mask = view_.masks[stack];
    are_alike_[stack] = {are_columns_alike(mask, 0, 1), are_columns_alike(mask, 1, 2),
                         are_columns_alike(mask, 0, 2)};
  }
}

/// Returns the partition with its alike columns sorted.
Partition Band::in_order(std::size_t stack, Partition p) const {
  const PartitionTables& tables = PartitionTables::instance();
  const auto sort = [&](std::size_t pair, std::size_t left, std::size_t right) {
    if (are_alike_[stack][pair] && tables.triple(p, left) > tables.triple(p, right)) {
      p = tables.exchanged(p, pair);
    }
  };
  sort(0, 0, 1);
  sort(1, 1, 2);
  sort(0, 0, 1);
  sort(2, 0, 2);
  return p;
}

/// Returns whether every partition has its own rank.
bool Band::are_columns_in_order(std::size_t stack) const {
  const std::array<bool, 3>& are_alike = are_alike_[stack];
  return !are_any_alike_ && !are_alike[0] && !are_alike[1] && !are_alike[2];
}

/// Ranks the partitions of a box. Partitions that differ only by an exchange of alike columns share
/// a rank. If nothing is alike, only requested partitions get a rank.
void Band::rank_columns(std::size_t stack, const std::vector<Partition>& requested,
                        Columns& columns) const {
  columns.requested = &requested;
  columns.ranked.clear();
  const auto rank = [&columns](Partition p) {
    columns.ranks[p] = static_cast<std::uint16_t>(columns.ranked.size());
    columns.ranked.push_back(p);
  };
  if (are_columns_in_order(stack)) {
    for (const Partition p : requested) rank(p);
  } else {
    view_.columns[stack].for_each([&](Partition p) {
      if (in_order(stack, p) == p) rank(p);
    });
    view_.columns[stack].for_each(
        [&](Partition p) { columns.ranks[p] = columns.ranks[in_order(stack, p)]; });
  }
  columns.fillings.load(view_.masks[stack], columns.ranked);
  // If digits are alike, places depend on the slice.
  if (!are_any_alike_) find_places(columns, [](Partition p) { return p; });
}

/// Finds the places of the requested partitions.
template <typename Rename>
void Band::find_places(Columns& columns, const Rename& rename) {
  columns.places.resize(columns.requested->size());
  for (std::size_t i = 0; i < columns.places.size(); ++i) {
    columns.places[i] = columns.ranks[rename((*columns.requested)[i])];
  }
}

void Band::arrange(std::size_t outer, std::size_t second, const std::vector<Partition>& rows,
                   std::size_t third, const std::vector<Partition>& columns) {
  outer_ = outer;
  rank_columns(second, rows, second_);
  rank_columns(third, columns, third_);
  are_slices_in_order_ = are_columns_in_order(second) && are_columns_in_order(third);
  list_row_pairs();
  forget_slices();
}

void Band::list_row_pairs() {
  const PartitionTables& tables = PartitionTables::instance();
  outer_rows_.clear();
  std::uint32_t end = 0;
  rows_allowed_by(view_.masks[outer_]).for_each([&](Partition rows) {
    if (row_pairs_.size() < end + kPartners) row_pairs_.resize(2 * (end + kPartners));
    const std::uint32_t begin = end;
    end += static_cast<std::uint32_t>(tables.list_partners(
        rows, second_.fillings.rows(), third_.fillings.rows().set(), row_pairs_.data() + begin));
    if (end == begin) return;
    outer_rows_.push_back(
        {tables.as_rows(rows) & ~view_.masks[outer_], tables.triples(rows), begin, end});
  });
}

PartitionMap Band::renaming_for(Partition outer) const {
  // Sorts alike digits by their places in `outer`.
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
  return {PartitionTables::instance(), digits, {0, 1, 2}};
}

Slice Band::find_slice(Partition outer, SliceMemory& memory, StopCondition& stop) {
  if (are_any_alike_) {
    const PartitionMap renaming = renaming_for(outer);
    outer = renaming(outer);
    find_places(second_, renaming);
    find_places(third_, renaming);
  }
  return {entries_of(in_order(outer_, outer), memory, stop), stride(), &second_.places,
          &third_.places, are_slices_in_order_};
}

const std::uint16_t* Band::entries_of(Partition outer, SliceMemory& memory, StopCondition& stop) {
  const std::uint16_t*& known = slices_[outer];
  if (known == nullptr) {
    std::uint16_t* entries = memory.take(slice_size());
    build(outer, entries, stop);
    known = entries;
  }
  return known;
}

void Band::chain_row_pairs(Partition outer) {
  for (const Partition second : chained_) chains_[second] = kEnd;
  chained_.clear();
  links_.clear();
  const BoxMask as_columns = PartitionTables::instance().as_columns(outer);
  const std::array<DigitMask, 3>& triples = PartitionTables::instance().triples(outer);
  for (const OuterRows& rows : outer_rows_) {
    if (!rows.may_cross(as_columns, triples)) continue;
    for (std::uint32_t i = rows.begin; i < rows.end; ++i) {
      const auto [second, third] = row_pairs_[i];
      if (chains_[second] == kEnd) chained_.push_back(second);
      links_.push_back({third, chains_[second]});
      chains_[second] = static_cast<std::uint16_t>(links_.size() - 1);
    }
  }
}

/// Adds the fillings that have these rows in the second box.
void Band::add_fillings(Partition rows, std::uint16_t* entries) const {
  std::array<const std::uint32_t*, kPartners> thirds;
  std::size_t count = 0;
  for (std::uint16_t i = chains_[rows]; i != kEnd; i = links_[i].next) {
    thirds[count++] = third_.fillings.columns_of(links_[i].third);
  }
  kernels_->add_sets({entries, second_.fillings.columns_of(rows), second_.fillings.words(),
                      thirds.data(), count, third_.fillings.words()});
}

void Band::build(Partition outer, std::uint16_t* entries, StopCondition& stop) {
  std::fill(entries, entries + slice_size(), std::uint16_t{0});
  chain_row_pairs(outer);
  for (std::size_t i = 0; i < chained_.size(); ++i) {
    constexpr std::size_t kRowsAPoll = 32;
    if (i % kRowsAPoll == 0 && stop.is_met()) return;
    add_fillings(chained_[i], entries);
  }
}

}  // namespace sudoku::bandjoin
