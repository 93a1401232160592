#include "engines/bandjoin/band.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <span>

namespace sudoku::bandjoin {
namespace {

unsigned cells_of(BoxMask mask, int digit) {
  return static_cast<unsigned>(mask >> (kSize * digit)) & 0x1FFU;
}

/// The column (row) partitions that put each digit where `mask` lets it be, looked at by itself.
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

std::size_t row_in_box(int cell) {
  return static_cast<std::size_t>(cell) / 3;
}
std::size_t column_in_box(int cell) {
  return static_cast<std::size_t>(cell) % 3;
}

/// Digits in the first cell of a box.
constexpr auto kFirstCell = [] {
  std::array<BoxMask, std::size_t{kEveryDigit} + 1> masks{};
  for (std::size_t digits = 0; digits < masks.size(); ++digits) {
    for (int d = 0; d < kSize; ++d) {
      if ((digits >> d & 1) != 0) masks[digits] |= box_bit(d, 0);
    }
  }
  return masks;
}();

BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack) {
  BoxMask mask = 0;
  for (int cell = 0; cell < kSize; ++cell) {
    const std::size_t row = 3 * band + row_in_box(cell);
    const std::size_t column = 3 * stack + column_in_box(cell);
    mask |= kFirstCell[candidates[kSize * row + column]] << cell;
  }
  return mask;
}

/// Whether each digit may stand in the same rows of both columns of a box.
bool are_columns_alike(BoxMask mask, int left, int right) {
  constexpr unsigned kColumn = 0b001'001'001;
  for (int d = 0; d < kSize; ++d) {
    const unsigned cells = cells_of(mask, d);
    if ((cells >> left & kColumn) != (cells >> right & kColumn)) return false;
  }
  return true;
}

/// The ways to put triples of digits into a row of a box.
class RowFillings {
 public:
  RowFillings(BoxMask mask, int row) {
    for (int d = 0; d < kSize; ++d) {
      open_[static_cast<std::size_t>(d)] = cells_of(mask, d) >> 3 * row;
    }
  }

  /// Of each way, its part in the code of the column partition.
  std::span<const std::uint16_t> codes(DigitMask triple) {
    Ways& ways = ways_[triple];
    if (!are_known_[triple]) find(triple, ways);
    return {ways.codes.data(), ways.count};
  }

 private:
  struct Ways {
    std::array<std::uint16_t, 7> codes;  // the last one for what is not open
    std::uint16_t count;
  };
  static constexpr std::size_t kSets = std::size_t{kEveryDigit} + 1;

  void find(DigitMask triple, Ways& ways) {
    constexpr std::array<std::array<std::uint8_t, 3>, 6> kOrders{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    std::array<unsigned, 3> open{};
    std::array<std::size_t, 3> powers{};
    unsigned rest = triple;
    for (std::size_t i = 0; i < 3; ++i, rest &= rest - 1) {
      const int digit = std::countr_zero(rest);
      open[i] = open_[static_cast<std::size_t>(digit)];
      powers[i] = PartitionTables::power(digit);
    }
    ways.count = 0;
    for (const auto& [x, y, z] : kOrders) {
      // Without a branch, which could not be foreseen.
      const std::size_t code = x * powers[0] + y * powers[1] + z * powers[2];
      ways.codes[ways.count] = static_cast<std::uint16_t>(code);
      ways.count += static_cast<std::uint16_t>(open[0] >> x & open[1] >> y & open[2] >> z & 1);
    }
    are_known_[triple] = true;
  }

  std::array<unsigned, kSize> open_{};  // columns, three bits from the lowest
  std::array<Ways, kSets> ways_;
  std::bitset<kSets> are_known_;
};

}  // namespace

Band::View Band::view_of(const Candidates& candidates, std::size_t band) {
  View view;
  for (std::size_t stack = 0; stack < 3; ++stack) {
    view.masks[stack] = mask_of_box(candidates, band, stack);
    view.columns[stack] = allowed_by(view.masks[stack], column_in_box);
  }
  std::array<unsigned, kSize> cells{};  // of the whole band, by digit
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

void Band::load(const Grid& puzzle, const Candidates& candidates, std::size_t band) {
  constexpr double kWorthSharing = 1e5;  // less work than that is done before it is shared

  view_ = view_of(candidates, band);
  open_columns_ = view_.columns;
  const double work = view_.work();
  if (work > kWorthSharing) {
    const View wide = view_of(band_candidates(puzzle, static_cast<int>(band)), band);
    if (wide.work() < work) view_ = wide;
  }
  are_any_alike_ = false;
  for (std::size_t d = 0; d < kSize; ++d) are_any_alike_ |= view_.first_alike[d] != d;
  for (std::size_t stack = 0; stack < 3; ++stack) rank_columns(stack);
}

/// Partitions that differ by an exchange of alike columns only have one rank, that of the one with
/// the columns in order.
void Band::rank_columns(std::size_t stack) {
  const PartitionTables& tables = PartitionTables::instance();
  const BoxMask mask = view_.masks[stack];
  const std::array<bool, 3> is_alike{are_columns_alike(mask, 0, 1), are_columns_alike(mask, 1, 2),
                                     are_columns_alike(mask, 0, 2)};
  const auto in_order = [&](Partition p) {
    const auto sort = [&](std::size_t pair, std::size_t left, std::size_t right) {
      if (is_alike[pair] && tables.triple(p, left) > tables.triple(p, right)) {
        p = tables.exchanged(p, pair);
      }
    };
    sort(0, 0, 1);
    sort(1, 1, 2);
    sort(0, 0, 1);
    sort(2, 0, 2);
    return p;
  };
  row_count_[stack] = 0;
  view_.columns[stack].for_each([&](Partition p) { in_order_[stack][p] = in_order(p); });
  view_.columns[stack].for_each([&](Partition p) {
    if (in_order_[stack][p] != p) return;
    ranks_[stack][p] = static_cast<std::uint16_t>(row_count_[stack]++);
  });
  view_.columns[stack].for_each(
      [&](Partition p) { ranks_[stack][p] = ranks_[stack][in_order_[stack][p]]; });
}

void Band::arrange(std::size_t outer, std::size_t second, std::size_t third) {
  outer_ = outer;
  second_ = second;
  third_ = third;
  list_fillings(second, second_fillings_);
  list_fillings(third, third_fillings_);
  list_row_pairs();
  forget_slices();
}

bool Band::may_cross(std::size_t stack, Partition rows, Partition columns) const {
  const PartitionTables& tables = PartitionTables::instance();
  return (tables.as_rows(rows) & tables.as_columns(columns) & ~view_.masks[stack]) == 0;
}

/// A box is filled row by row, whatever the others hold. The columns of three digits in a row are a
/// part of the code of the column partition.
void Band::list_fillings(std::size_t stack, BoxFillings& fillings) const {
  const PartitionTables& tables = PartitionTables::instance();
  const BoxMask mask = view_.masks[stack];
  std::array<RowFillings, 3> of_row{{{mask, 0}, {mask, 1}, {mask, 2}}};
  for (const Partition rows : fillings.rows) fillings.of_rows[rows] = {};
  fillings.rows.clear();
  std::uint32_t end = 0;
  allowed_by(mask, row_in_box).for_each([&](Partition rows) {
    const std::uint32_t begin = end;
    if (fillings.ranks.size() < end + kCrossing) fillings.ranks.resize(2 * (end + kCrossing));
    for (const std::uint16_t top : of_row[0].codes(tables.triple(rows, 0))) {
      for (const std::uint16_t middle : of_row[1].codes(tables.triple(rows, 1))) {
        for (const std::uint16_t bottom : of_row[2].codes(tables.triple(rows, 2))) {
          const Partition columns = tables.number(std::size_t{top} + middle + bottom);
          if (in_order_[stack][columns] == columns) fillings.ranks[end++] = ranks_[stack][columns];
        }
      }
    }
    if (end == begin) return;
    fillings.of_rows[rows] = {begin, end};
    fillings.rows.push_back(rows);
  });
}

void Band::list_row_pairs() {
  const PartitionTables& tables = PartitionTables::instance();
  row_pairs_.clear();
  outer_rows_ = {};
  allowed_by(view_.masks[outer_], row_in_box).for_each([&](Partition rows) {
    const auto begin = static_cast<std::uint32_t>(row_pairs_.size());
    for (std::size_t k = 0; k < kPartners; ++k) {
      const auto& [second, third] = tables.partners(rows, k);
      if (second_fillings_.of_rows[second].size() == 0) continue;
      if (third_fillings_.of_rows[third].size() == 0) continue;
      row_pairs_.push_back({second, third});
    }
    pairs_of_rows_[rows] = {begin, static_cast<std::uint32_t>(row_pairs_.size())};
    if (row_pairs_.size() > begin) outer_rows_.insert(rows);
  });
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
  return {PartitionTables::instance(), digits, {0, 1, 2}};
}

void Band::find_slice(Partition outer, const std::vector<Partition>& rows,
                      const std::vector<Partition>& columns, SliceMemory& memory,
                      Interruption& interruption, Slice& slice) {
  if (are_any_alike_) {
    const PartitionMap renaming = renaming_for(outer);
    find_slice(renaming(outer), memory, interruption, slice);
    look_up(rows, second_, renaming, slice.rows);
    look_up(columns, third_, renaming, slice.columns);
  } else {
    const auto same = [](Partition p) { return p; };
    find_slice(outer, memory, interruption, slice);
    look_up(rows, second_, same, slice.rows);
    look_up(columns, third_, same, slice.columns);
  }
}

void Band::find_slice(Partition outer, SliceMemory& memory, Interruption& interruption,
                      Slice& slice) {
  const std::uint16_t*& known = slices_[in_order_[outer_][outer]];
  if (known == nullptr) {
    std::uint16_t* entries = memory.take(slice_size());
    build(outer, entries, interruption);
    known = entries;
    built_.push_back(in_order_[outer_][outer]);
  }
  slice.entries = known;
  slice.stride = stride();
}

template <typename Rename>
void Band::look_up(const std::vector<Partition>& partitions, std::size_t stack,
                   const Rename& rename, std::vector<std::uint16_t>& ranks) const {
  ranks.resize(partitions.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = ranks_[stack][rename(partitions[i])];
}

void Band::forget_slices() {
  for (const Partition outer : built_) slices_[outer] = nullptr;
  built_.clear();
}

void Band::chain_row_pairs(Partition outer) {
  for (const Partition second : chained_) chains_[second] = kEnd;
  chained_.clear();
  links_.clear();
  PartitionSet outer_rows = PartitionTables::instance().crossing(outer);
  outer_rows &= outer_rows_;
  outer_rows.for_each([&](Partition rows) {
    if (!may_cross(outer_, rows, outer)) return;
    const Range pairs = pairs_of_rows_[rows];
    for (std::uint32_t i = pairs.begin; i < pairs.end; ++i) {
      const auto [second, third] = row_pairs_[i];
      if (chains_[second] == kEnd) chained_.push_back(second);
      links_.push_back({third, chains_[second]});
      chains_[second] = static_cast<std::uint16_t>(links_.size() - 1);
    }
  });
}

/// Adds the fillings with these rows in the second box.
void Band::add_fillings(Partition rows, std::uint16_t* entries) {
  const Range seconds = second_fillings_.of_rows[rows];
  const auto begin = second_fillings_.ranks.begin() + seconds.begin;
  const auto end = second_fillings_.ranks.begin() + seconds.end;
  std::size_t work = 0;
  for (std::uint16_t i = chains_[rows]; i != kEnd; i = links_[i].next) {
    work += third_fillings_.of_rows[links_[i].third].size();
  }
  if (work * kDense < sums_.size()) {
    for (auto rank = begin; rank != end; ++rank) {
      count_third(rows, entries + *rank * sums_.size());
    }
    return;
  }
  std::fill(sums_.begin(), sums_.end(), std::uint16_t{0});
  count_third(rows, sums_.data());
  for (auto rank = begin; rank != end; ++rank) {
    std::uint16_t* row = entries + *rank * sums_.size();
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      row[i] = static_cast<std::uint16_t>(row[i] + sums_[i]);
    }
  }
}

/// Adds to a row of a slice what the third box makes of these rows in the second one.
void Band::count_third(Partition rows, std::uint16_t* row) const {
  for (std::uint16_t i = chains_[rows]; i != kEnd; i = links_[i].next) {
    const Range thirds = third_fillings_.of_rows[links_[i].third];
    for (std::uint32_t j = thirds.begin; j < thirds.end; ++j) ++row[third_fillings_.ranks[j]];
  }
}

void Band::build(Partition outer, std::uint16_t* entries, Interruption& interruption) {
  std::fill(entries, entries + slice_size(), std::uint16_t{0});
  sums_.resize(stride());
  chain_row_pairs(outer);
  for (std::size_t i = 0; i < chained_.size(); ++i) {
    constexpr std::size_t kRowsAPoll = 32;
    if (i % kRowsAPoll == 0 && interruption.has_come()) return;
    add_fillings(chained_[i], entries);
  }
}

}  // namespace sudoku::bandjoin
