// Compares the fillings of a box with a check of each pair of row and column partitions.

#include "engines/bandjoin/box_fillings.h"

#include <random>

#include "tests/catch.h"

namespace sudoku::bandjoin {
namespace {

/// Returns whether two partitions give each digit a different cell that it is allowed in.
bool go_together(BoxMask mask, Partition rows, Partition columns) {
  const PartitionTables& tables = PartitionTables::instance();
  unsigned cells = 0;
  for (int d = 0; d < kSize; ++d) {
    const auto digit = static_cast<std::size_t>(d);
    const int cell = 3 * tables.places(rows)[digit] + tables.places(columns)[digit];
    if ((mask & box_bit(d, cell)) == 0) return false;
    cells |= 1U << cell;
  }
  return cells == 0x1FF;
}

bool has(const std::uint32_t* set, std::size_t i) { return (set[i / 32] >> i % 32 & 1) != 0; }

}  // namespace

TEST_CASE("a box has all fillings that its candidates allow", "[bandjoin]") {
  std::mt19937 random(11);
  BoxFillings fillings;
  // The number of forbidden cells out of ten. With 0, every filling is possible.
  const unsigned closed = GENERATE(0U, 1U, 4U, 6U);
  // One of `step` column partitions is used.
  const std::size_t step = GENERATE(std::size_t{1}, std::size_t{7}, std::size_t{50});
  BoxMask mask = 0;
  for (int d = 0; d < kSize; ++d) {
    for (int cell = 0; cell < kSize; ++cell) {
      if (random() % 10 >= closed) mask |= box_bit(d, cell);
    }
  }
  std::vector<Partition> columns;
  for (std::size_t p = random() % step; p < kPartitions; p += step) {
    columns.push_back(static_cast<Partition>(p));
  }
  fillings.load(mask, columns);

  std::size_t found = 0;
  std::size_t differences = 0;
  for (Partition rows = 0; rows < kPartitions; ++rows) {
    const bool has_any = fillings.rows().set().has(rows);
    bool should_have_any = false;
    for (std::size_t i = 0; i < 32 * fillings.words(); ++i) {
      const bool should_go = i < columns.size() && go_together(mask, rows, columns[i]);
      should_have_any |= should_go;
      found += should_go ? 1 : 0;
      if (has_any && has(fillings.columns_of(rows), i) != should_go) ++differences;
    }
    if (has_any != should_have_any) ++differences;
  }
  CHECK(differences == 0);
  constexpr std::size_t kWays = 216;  // 6^3: the digits of each triple in different columns
  if (closed == 0 && step == 1) CHECK(found == kPartitions * kWays);
  if (closed < 4) CHECK(found > 0);
}

}  // namespace sudoku::bandjoin
