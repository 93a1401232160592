#include "engines/bandjoin/box_stack.h"

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

}  // namespace sudoku::bandjoin
