// The fillings of a box against a look at each pair of row and column partitions.

#include "engines/bandjoin/box_fillings.h"

#include <cstddef>
#include <random>
#include <vector>

#include "tests/catch.h"

namespace sudoku::bandjoin {
namespace {

/// Whether the nine cells where rows and columns meet are different ones, and the digits may be
/// there.
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

TEST_CASE("a box has the fillings that its digits and its cells allow", "[bandjoin]") {
  std::mt19937 random(11);
  BoxFillings fillings;
  // Of ten places of a digit in its box, so many are closed; with none, there is every filling.
  const unsigned closed = GENERATE(0U, 1U, 4U, 6U);
  // And of the column partitions, one in so many is asked for.
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
  constexpr std::size_t kWays = 216;  // of each triple's digits to different columns: 6^3
  if (closed == 0 && step == 1) CHECK(found == kPartitions * kWays);
  if (closed < 4) CHECK(found > 0);
}

}  // namespace sudoku::bandjoin
