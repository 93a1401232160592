#include "engines/bandjoin/box_stack.h"

#include <algorithm>
#include <numeric>

namespace sudoku::bandjoin {

void BoxStack::load(const std::array<PartitionSet, 3>& allowed) {
  const PartitionTables& tables = PartitionTables::instance();
  std::size_t first = 0;
  for (std::size_t band = 1; band < 3; ++band) {
    if (allowed[band].size() < allowed[first].size()) first = band;
  }
  const std::size_t second = (first + 1) % 3;
  const std::size_t third = (first + 2) % 3;
  allowed[first].list(smallest_);
  seconds_.assign(allowed[second]);
  triples_.clear();
  std::array<PartitionSet, 3> seen;
  std::array<std::array<Partition, 2>, kPartners> pairs;
  for (const Partition p : smallest_) {
    const std::size_t count = tables.list_partners(p, seconds_, allowed[third], pairs.data());
    if (count > 0) seen[first].insert(p);
    for (std::size_t k = 0; k < count; ++k) {
      const auto& [q, r] = pairs[k];
      Triple& triple = triples_.emplace_back();
      triple[first] = p;
      triple[second] = q;
      triple[third] = r;
      seen[second].insert(q);
      seen[third].insert(r);
    }
  }
  for (std::size_t band = 0; band < 3; ++band) {
    seen[band].list(used_[band]);
    for (std::size_t i = 0; i < used_[band].size(); ++i) {
      ranks_[band][used_[band][i]] = static_cast<Partition>(i);
    }
  }
}

void SecondTriples::list(const BoxStack& stack, const std::array<std::size_t, 3>& bands) {
  const auto [a, b, c] = bands;
  begins_.assign(stack.used(a).size() + 1, 0);
  for (const Triple& triple : stack.triples()) ++begins_[stack.rank(a, triple[a]) + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  entries_.resize(stack.triples().size());
  std::vector<std::uint32_t> next = begins_;
  for (const Triple& triple : stack.triples()) {
    entries_[next[stack.rank(a, triple[a])]++] = {
        static_cast<std::uint16_t>(stack.rank(b, triple[b])),
        static_cast<std::uint16_t>(stack.rank(c, triple[c]))};
  }
}

void ThirdTriples::list(const BoxStack& stack, const FreeColumns& free_columns,
                        const std::array<std::size_t, 3>& bands) {
  const auto [a, b, c] = bands;
  const PartitionTables& tables = PartitionTables::instance();
  const auto is_first = [&](Partition p) {
    DigitMask last = 0;
    for (std::size_t column = 0; column < 3; ++column) {
      if (!free_columns[column]) continue;
      if (tables.triple(p, column) < last) return false;
      last = tables.triple(p, column);
    }
    return true;
  };
  std::vector<std::uint32_t> counts(stack.used(b).size());
  for (const Triple& triple : stack.triples()) {
    if (is_first(triple[b])) ++counts[stack.rank(b, triple[b])];
  }
  begins_.assign(1, 0);
  for (const std::uint32_t count : counts) {
    begins_.push_back(begins_.back() + (count + 1) / 2);
  }
  // If the number of triples is odd, half of the last pair has weight zero.
  const auto weightless = static_cast<std::uint16_t>(stack.used(a).size());
  pairs_.assign(begins_.back(), {{0, 0}, {weightless, weightless}});
  std::fill(counts.begin(), counts.end(), 0);
  for (const Triple& triple : stack.triples()) {
    if (!is_first(triple[b])) continue;
    const std::size_t row = stack.rank(b, triple[b]);
    const std::uint32_t number = counts[row]++;
    TriplePair& pair = pairs_[begins_[row] + number / 2];
    pair.c[number % 2] = static_cast<std::uint16_t>(stack.rank(c, triple[c]));
    pair.a[number % 2] = static_cast<std::uint16_t>(stack.rank(a, triple[a]));
  }
}

}  // namespace sudoku::bandjoin
