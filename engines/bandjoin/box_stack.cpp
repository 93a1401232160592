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
  triples_.clear();
  std::array<PartitionSet, 3> seen;
  for (const Partition p : smallest_) {
    for (std::size_t k = 0; k < kPartners; ++k) {
      const auto& [q, r] = tables.partners(p, k);
      if (!allowed[second].has(q) || !allowed[third].has(r)) continue;
      Triple triple{};
      triple[first] = p;
      triple[second] = q;
      triple[third] = r;
      triples_.push_back(triple);
      for (std::size_t band = 0; band < 3; ++band) seen[band].insert(triple[band]);
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
