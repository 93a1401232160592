#include "engines/bandjoin/board.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace sudoku::bandjoin {
namespace {

/// A union-find structure.
class Classes {
 public:
  explicit Classes(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void unite(std::uint32_t i, std::uint32_t j) { parents_[find(i)] = find(j); }

 private:
  std::vector<std::uint32_t> parents_;
};

/// A table row for unused lanes.
alignas(64) constexpr std::array<std::uint16_t, kPartitions> kZeros{};

/// Returns the number of lanes for `count` triples.
std::size_t lanes_for(std::size_t count) { return std::max<std::size_t>(std::bit_ceil(count), 8); }

/// Returns the number of permutations of the free columns.
unsigned exchanges_of(const std::array<bool, 3>& is_free) {
  const auto count = std::count(is_free.begin(), is_free.end(), true);
  return count == 3 ? 6 : count == 2 ? 2 : 1;
}

std::size_t rounded_up_to_8(std::size_t size) { return (size + 7) / 8 * 8; }

Candidates transposed(const Candidates& cells) {
  Candidates result;
  for (std::size_t row = 0; row < kSize; ++row) {
    for (std::size_t column = 0; column < kSize; ++column) {
      result[column * kSize + row] = cells[row * kSize + column];
    }
  }
  return result;
}

}  // namespace

bool Board::load(const Candidates& given) {
  given_ = given;
  return find_candidates(given, candidates_) && load_bands();
}

bool Board::load_transposed(const Board& other) {
  given_ = transposed(other.given_);
  candidates_ = transposed(other.candidates_);
  return load_bands();
}

bool Board::load_bands() {
  for (std::size_t band = 0; band < 3; ++band) {
    bands_[band].load(given_, candidates_, band);
  }
  for (std::size_t stack = 0; stack < 3; ++stack) {
    stacks_[stack].load({bands_[0].open_columns(stack), bands_[1].open_columns(stack),
                         bands_[2].open_columns(stack)});
    if (stacks_[stack].triples().empty()) return false;
  }
  find_free_columns();
  symmetries_.clear();
  for (std::vector<Orbit>& orbits : orbits_) orbits.clear();
  return true;
}

void Board::look_for_symmetries() { symmetries_ = find_symmetries(given_); }

template <typename WorkOf>
double Board::choose_roles(WorkOf&& work_of) {
  double least = -1;
  std::array<std::size_t, 3> stacks{0, 1, 2};
  do {
    std::array<std::size_t, 3> bands{0, 1, 2};
    do {
      const Roles roles{stacks, bands};
      const double cost = work_of(roles);
      if (least >= 0 && cost >= least) continue;
      least = cost;
      roles_ = roles;
    } while (std::next_permutation(bands.begin(), bands.end()));
  } while (std::next_permutation(stacks.begin(), stacks.end()));
  return least;
}

double Board::plan() {
  return choose_roles([this](const Roles& roles) {
    const auto [outer, second, third] = roles.stacks;
    return work(roles, static_cast<double>(stacks_[outer].triples().size()),
                static_cast<double>(stacks_[second].used(roles.bands[0]).size()));
  });
}

double Board::planned_work(StopCondition& stop) {
  const auto [outer, second, third] = roles_.stacks;
  const auto orbits = static_cast<double>(find_orbits_of(outer, stop).size());
  return work(roles_, orbits, mean_shares(outer, second, roles_.bands[0]));
}

double Board::plan_with_symmetries(StopCondition& stop) {
  // By outer stack, second stack and band a: number of partitions a to count.
  std::array<std::array<std::array<double, 3>, 3>, 3> shares{};
  for (std::size_t outer = 0; outer < 3; ++outer) {
    if (is_image_of_another(outer)) continue;
    find_orbits_of(outer, stop);
    for (const std::size_t second : {(outer + 1) % 3, (outer + 2) % 3}) {
      for (std::size_t a = 0; a < 3 && !stop.is_met(); ++a) {
        shares[outer][second][a] = mean_shares(outer, second, a);
      }
    }
  }
  return choose_roles([&](const Roles& roles) {
    const auto [outer, second, third] = roles.stacks;
    const std::vector<Orbit>& orbits = orbits_[outer];
    if (orbits.empty()) return std::numeric_limits<double>::infinity();
    return work(roles, static_cast<double>(orbits.size()), shares[outer][second][roles.bands[0]]);
  });
}

/// Returns whether a symmetry maps the stack to one with known orbits, which has the same work.
bool Board::is_image_of_another(std::size_t stack) const {
  return orbits_[stack].empty() &&
         std::any_of(symmetries_.begin(), symmetries_.end(), [&](const Symmetry& symmetry) {
           return !orbits_[symmetry.image_of_stack(stack)].empty();
         });
}

const std::vector<Orbit>& Board::find_orbits_of(std::size_t stack, StopCondition& stop) {
  if (orbits_[stack].empty()) {
    orbits_[stack] = find_orbits(stacks_[stack], stack, symmetries_, stop);
  }
  return orbits_[stack];
}

/// Returns the mean number of partitions of band a to count in the second stack, over a sample of
/// the orbits of the outer stack.
double Board::mean_shares(std::size_t outer, std::size_t second, std::size_t a) {
  constexpr std::size_t kSample = 8;
  const std::vector<Orbit>& orbits = orbits_[outer];
  const std::size_t step = std::max<std::size_t>(orbits.size() / kSample, 1);
  double left = 0;
  double sampled = 0;
  for (std::size_t i = 0; i < orbits.size(); i += step) {
    find_shares(orbits[i], second, a);
    left += static_cast<double>(shares_.size()) -
            static_cast<double>(std::count(shares_.begin(), shares_.end(), 0U));
    ++sampled;
  }
  return sampled > 0 ? left / sampled : 0;
}

double Board::work(const Roles& roles, double outer_count, double second_count) const {
  const auto [outer, second, third] = roles.stacks;
  const auto [a, b, c] = roles.bands;
  const auto used = [this](std::size_t stack, std::size_t band) {
    return static_cast<double>(stacks_[stack].used(band).size());
  };
  const auto triples = [this](std::size_t stack) {
    return static_cast<double>(stacks_[stack].triples().size());
  };
  const double share = exchanges_of(free_columns_[third]);
  const double lanes = triples(second) / used(second, a);
  const double vectors = lanes > 29 ? 2 : 1;
  const double a_partition = (triples(third) * vectors * 1.5 + used(third, b) * 12) / share +
                             lanes * (used(third, b) + used(third, c)) * 0.2 + 100;
  const double tables = used(second, b) * used(third, b) + used(second, c) * used(third, c);
  return outer_count * (second_count * a_partition + tables);
}

void Board::arrange() {
  const auto [outer, second, third] = roles_.stacks;
  for (std::size_t band = 0; band < 3; ++band) {
    bands_[band].arrange(outer, second, stacks_[second].used(band), third,
                         stacks_[third].used(band));
  }
  list_second();
  list_third();
  b_.is_filled = c_.is_filled = false;
}

void Board::list_second() {
  const BoxStack& stack = stacks_[roles_.stacks[1]];
  const auto [a, b, c] = roles_.bands;
  second_begins_.assign(stack.used(a).size() + 1, 0);
  for (const Triple& triple : stack.triples()) ++second_begins_[stack.rank(a, triple[a]) + 1];
  std::partial_sum(second_begins_.begin(), second_begins_.end(), second_begins_.begin());
  second_entries_.resize(stack.triples().size());
  std::vector<std::uint32_t> next = second_begins_;
  for (const Triple& triple : stack.triples()) {
    second_entries_[next[stack.rank(a, triple[a])]++] = {
        static_cast<std::uint16_t>(stack.rank(b, triple[b])),
        static_cast<std::uint16_t>(stack.rank(c, triple[c]))};
  }
}

/// Lists triples of the third stack: one of each set that exchanges of free columns map to each
/// other.
void Board::list_third() {
  const BoxStack& stack = stacks_[roles_.stacks[2]];
  const auto [a, b, c] = roles_.bands;
  const PartitionTables& tables = PartitionTables::instance();
  const std::array<bool, 3>& is_free = free_columns_[roles_.stacks[2]];
  third_weight_ = exchanges_of(is_free);
  const auto is_first = [&](Partition p) {
    DigitMask last = 0;
    for (std::size_t column = 0; column < 3; ++column) {
      if (!is_free[column]) continue;
      if (tables.triple(p, column) < last) return false;
      last = tables.triple(p, column);
    }
    return true;
  };
  std::vector<std::uint32_t> counts(stack.used(b).size());
  for (const Triple& triple : stack.triples()) {
    if (is_first(triple[b])) ++counts[stack.rank(b, triple[b])];
  }
  third_begins_.assign(1, 0);
  for (const std::uint32_t count : counts) {
    third_begins_.push_back(third_begins_.back() + (count + 1) / 2);
  }
  // If the number of triples is odd, half of the last pair has weight zero.
  const auto weightless = static_cast<std::uint16_t>(stack.used(a).size());
  third_pairs_.assign(third_begins_.back(), {{0, 0}, {weightless, weightless}});
  std::fill(counts.begin(), counts.end(), 0);
  for (const Triple& triple : stack.triples()) {
    if (!is_first(triple[b])) continue;
    const std::size_t row = stack.rank(b, triple[b]);
    const std::uint32_t number = counts[row]++;
    TriplePair& pair = third_pairs_[third_begins_[row] + number / 2];
    pair.c[number % 2] = static_cast<std::uint16_t>(stack.rank(c, triple[c]));
    pair.a[number % 2] = static_cast<std::uint16_t>(stack.rank(a, triple[a]));
  }
}

void Board::find_free_columns() {
  const auto are_alike = [this](std::size_t left, std::size_t right) {
    for (std::size_t row = 0; row < kCells; row += kSize) {
      if (given_[row + left] != given_[row + right]) return false;
    }
    return true;
  };
  for (std::size_t stack = 0; stack < 3; ++stack) {
    const std::size_t first = 3 * stack;
    const bool are_01 = are_alike(first, first + 1);
    const bool are_12 = are_alike(first + 1, first + 2);
    const bool are_02 = are_alike(first, first + 2);
    free_columns_[stack] = {are_01 || are_02, are_01 || are_12, are_12 || are_02};
  }
}

SolutionCount Board::count(SliceMemory& memory, StopCondition& stop) {
  find_orbits_of(roles_.stacks[0], stop);
  std::atomic<std::size_t> next{0};
  return count_share(next, memory, stop);
}

void Board::copy_plan(const Board& planned) {
  load(planned.given_);
  roles_ = planned.roles_;
  orbits_ = planned.orbits_;
}

SolutionCount Board::count_share(std::atomic<std::size_t>& next, SliceMemory& memory,
                                 StopCondition& stop) {
  memory.clear();
  arrange();
  const BoxStack& outer = stacks_[roles_.stacks[0]];
  const std::vector<Orbit>& orbits = orbits_[roles_.stacks[0]];
  SolutionCount total = 0;
  for (std::size_t i = next++; i < orbits.size() && !stop.is_met(); i = next++) {
    find_shares(orbits[i], roles_.stacks[1], roles_.bands[0]);
    const Triple& triple = outer.triples()[orbits[i].representative];
    total += count_with(triple, memory, stop) * orbits[i].size * third_weight_;
  }
  return total;
}

/// Finds the partitions of band a in the second stack to count, and how many partitions each one
/// represents. Symmetries that keep the outer triple, the stack and the band map partitions to
/// others with the same count.
void Board::find_shares(const Orbit& orbit, std::size_t second, std::size_t a) {
  const std::vector<Partition>& used = stacks_[second].used(a);
  shares_.assign(used.size(), 1);
  Classes classes(orbit.stabilizer.empty() ? 0 : used.size());
  bool are_united = false;
  for (const Symmetry& symmetry : orbit.stabilizer) {
    if (symmetry.bands[a] != a || symmetry.image_of_stack(second) != second) continue;
    are_united = true;
    const PartitionMap map = symmetry.map_of(second);
    for (std::size_t i = 0; i < used.size(); ++i) {
      classes.unite(static_cast<std::uint32_t>(i),
                    static_cast<std::uint32_t>(stacks_[second].rank(a, map(used[i]))));
    }
  }
  if (!are_united) return;
  std::fill(shares_.begin(), shares_.end(), 0);
  for (std::uint32_t i = 0; i < used.size(); ++i) ++shares_[classes.find(i)];
}

void Board::find_slices(const Triple& outer, SliceMemory& memory, StopCondition& stop) {
  std::size_t needed = 0;
  for (const Band& band : bands_) needed += band.slice_size();
  if (!memory.has_room(needed)) {
    memory.clear();
    for (Band& band : bands_) band.forget_slices();
    b_.is_filled = c_.is_filled = false;
  }
  for (std::size_t band = 0; band < 3; ++band) {
    slices_[band] = bands_[band].find_slice(outer[band], memory, stop);
  }
}

const std::vector<std::uint16_t>& Board::Distinct::number(const std::vector<std::uint16_t>& values,
                                                          std::vector<std::uint16_t>& numbers) {
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

/// Fills a table. Returns whether its columns differ from before.
bool Board::fill(Table& table, std::size_t band, const Triple& outer) {
  if (table.is_filled && table.outer == outer[band]) return false;
  const Slice& slice = slices_[band];
  const bool are_others = !table.is_filled || !slice.is_in_order;
  table.is_filled = false;
  if (slice.is_in_order) {
    table.part = slice;
    table.width = rounded_up_to_8(slice.columns->size());
  } else {
    copy(slice, table);
  }
  table.is_filled = true;
  table.outer = outer[band];
  return are_others;
}

void Board::copy(const Slice& slice, Table& table) {
  const std::vector<std::uint16_t>& rows = rows_.number(*slice.rows, table.copied_rows);
  const std::vector<std::uint16_t>& columns = columns_.number(*slice.columns, table.copied_columns);
  table.width = rounded_up_to_8(columns.size());
  std::uint16_t* out = table.copied_entries.resize(rows.size() * table.width);
  table.part = {out, table.width, &table.copied_rows, &table.copied_columns, false};
  for (const std::uint16_t row : rows) {
    const std::uint16_t* entries = slice.entries + row * slice.stride;
    std::size_t i = 0;
    for (; i < columns.size(); ++i) out[i] = entries[columns[i]];
    for (; i < table.width; ++i) out[i] = 0;
    out += table.width;
  }
}

void Board::pair_rows_of_terms() {
  const std::vector<std::uint16_t>& columns = *c_.part.columns;
  pairs_.resize(third_pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    pairs_[i] = third_pairs_[i];
    for (std::uint16_t& c : pairs_[i].c) c = static_cast<std::uint16_t>(kRowStep * columns[c]);
  }
}

SolutionCount Board::count_with(const Triple& outer, SliceMemory& memory, StopCondition& stop) {
  find_slices(outer, memory, stop);
  fill(b_, roles_.bands[1], outer);
  if (fill(c_, roles_.bands[2], outer)) pair_rows_of_terms();
  SolutionCount total = 0;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    if (shares_[i] == 0) continue;
    constexpr std::size_t kPartitionsAPoll = 8;
    if (i % kPartitionsAPoll == 0 && stop.is_met()) break;
    total += SolutionCount{count_with(i)} * shares_[i];
  }
  return total;
}

std::uint64_t Board::count_with(std::size_t partition) {
  const Slice& slice = slices_[roles_.bands[0]];
  const std::uint16_t* row = slice.row(partition);
  const std::vector<std::uint16_t>& columns = *slice.columns;
  const std::size_t size = columns.size();
  low_weights_.resize(size + 1);
  high_weights_.resize(size + 1);
  unsigned any = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t weight = row[columns[i]];
    any |= weight;
    low_weights_[i] = weight;
    high_weights_[i] = weight << 16;
  }
  low_weights_[size] = high_weights_[size] = 0;
  if (any == 0) return 0;

  const SecondEntry* members = second_entries_.data() + second_begins_[partition];
  const std::size_t count = second_begins_[partition + 1] - second_begins_[partition];
  const std::size_t lanes = lanes_for(count);
  std::array<const std::uint16_t*, 64> b_rows;
  std::array<const std::uint16_t*, 64> c_rows;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    b_rows[lane] = lane < count ? b_.part.row(members[lane].b) : kZeros.data();
    c_rows[lane] = lane < count ? c_.part.row(members[lane].c) : kZeros.data();
  }
  std::uint16_t* factors = factors_.resize(b_.width * lanes);
  std::uint16_t* terms = terms_.resize(c_.width * lanes);
  kernels_.transpose(b_rows.data(), lanes, b_.width, factors);
  kernels_.transpose(c_rows.data(), lanes, c_.width, terms);
  return kernels_.contract({low_weights_.data(), high_weights_.data(), factors,
                            b_.part.columns->data(), terms, lanes, third_begins_.data(),
                            pairs_.data(), third_begins_.size() - 1});
}

}  // namespace sudoku::bandjoin
