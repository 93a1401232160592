#include "engines/bandjoin/partitions.h"

#include "tests/catch.h"

namespace sudoku::bandjoin {
namespace {

/// Returns every `step`-th partition from `first` on.
PartitionSet every(std::size_t step, std::size_t first) {
  PartitionSet set;
  for (std::size_t p = first; p < kPartitions; p += step) set.insert(static_cast<Partition>(p));
  return set;
}

/// Returns whether the partitions have every digit in different places.
bool do_fit(Partition p, Partition q) {
  const PartitionTables& tables = PartitionTables::instance();
  for (std::size_t d = 0; d < kSize; ++d) {
    if (tables.places(p)[d] == tables.places(q)[d]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("partners of a partition are listed from short and long lists", "[bandjoin]") {
  const PartitionTables& tables = PartitionTables::instance();
  const std::size_t step =
      GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{8}, std::size_t{40});
  const PartitionSet seconds = every(3, 1);
  PartitionList firsts;
  firsts.assign(every(step, 0));
  std::array<std::array<Partition, 2>, kPartners> pairs;
  std::size_t total = 0;
  for (Partition p = 0; p < kPartitions; p = static_cast<Partition>(p + 41)) {
    std::vector<std::array<Partition, 2>> expected;
    for (const Partition q : firsts.members()) {
      if (!do_fit(p, q)) continue;
      seconds.for_each([&](Partition r) {
        if (do_fit(p, r) && do_fit(q, r)) expected.push_back({q, r});
      });
    }
    const std::size_t count = tables.list_partners(p, firsts, seconds, pairs.data());
    CHECK(std::vector(pairs.begin(), pairs.begin() + count) == expected);
    total += count;
  }
  CHECK(total > 0);
}

}  // namespace sudoku::bandjoin
