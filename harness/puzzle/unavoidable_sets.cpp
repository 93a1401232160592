#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

/// Those of the two digits that share a house with a cell, the cell among them.
template <typename Visit>
void for_each_beside(const HousesOfShape& houses, const Board& solved, std::uint8_t a,
                     std::uint8_t b, std::size_t cell, Visit visit) {
  for (const std::size_t house : houses.of(cell)) {
    for (const std::uint16_t other : houses.cells_of(house)) {
      if (solved[other] == a || solved[other] == b) visit(other);
    }
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> unavoidable_sets(const HousesOfShape& houses,
                                                       const Board& solved, std::uint8_t a,
                                                       std::uint8_t b) {
  std::vector<std::vector<std::size_t>> sets;
  std::vector<bool> is_seen(solved.cells.size());
  for (std::size_t cell = 0; cell < solved.cells.size(); ++cell) {
    if (is_seen[cell] || (solved[cell] != a && solved[cell] != b)) continue;
    is_seen[cell] = true;
    std::vector<std::size_t> set{cell};
    for (std::size_t i = 0; i < set.size(); ++i) {
      for_each_beside(houses, solved, a, b, set[i], [&](std::size_t other) {
        if (!is_seen[other]) set.push_back(other);
        is_seen[other] = true;
      });
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace sudoku
