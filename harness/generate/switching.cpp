#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engines/houses.h"
#include "harness/generate/full_grid.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

// A switch exchanges digits in some cells of a full grid, so that another full grid results:
//   - Two rows of a band exchange their digits in some columns, so that both keep every digit. The
//     exchanged cells are in the same column and the same box.
//   - The same for two columns of a stack.
//   - Two digits exchange their places in an unavoidable set.
// The same switch leads back, and is drawn with the same probability. So in the long run, all grids
// that switches connect are equally likely.
//
// The grid starts as a random isomorph of the regular board. Every cell then takes part in tens of
// switches. In the regular board, two rows of a band can exchange far more rectangles of four cells
// than in other grids. After the switches, the number of rectangles no longer depends on the start.

/// Draws two different numbers below `bound`.
std::pair<std::size_t, std::size_t> draw_two(std::size_t bound, Random& random) {
  const std::size_t first = random.below(bound);
  const std::size_t second = random.below(bound - 1);
  return {first, second < first ? second : second + 1};
}

/// A row or a column: the cells from `first` on at equal distances.
struct Line {
  std::span<std::uint8_t> cells;
  std::size_t first;
  std::size_t distance;

  std::uint8_t& operator[](std::size_t i) const { return cells[first + i * distance]; }
};

/// Exchanges the digits of two lines at a random position, then repairs both lines: wherever the
/// first line has a digit twice, exchanges the digits at the other position.
void switch_lines(const Line& a, const Line& b, std::size_t side, Random& random) {
  std::size_t position = random.below(side);
  const std::uint8_t missing = a[position];
  while (true) {
    std::swap(a[position], b[position]);
    const std::uint8_t digit = a[position];
    if (digit == missing) return;
    std::size_t other = 0;
    while (other == position || a[other] != digit) ++other;
    position = other;
  }
}

/// Switches two rows of a random band, or two columns of a random stack. `lines` is the number of
/// lines of a band or stack. `to_next_line` is the distance from a line to the next one,
/// `to_next_cell` the distance from a cell to the next one of its line.
void switch_lines_of_group(OwnedBoard& grid, std::size_t lines, std::size_t to_next_line,
                           std::size_t to_next_cell, Random& random) {
  const std::size_t side = grid.shape().side();
  const std::size_t first = random.below(side / lines) * lines;
  const auto [a, b] = draw_two(lines, random);
  switch_lines({grid.cells(), (first + a) * to_next_line, to_next_cell},
               {grid.cells(), (first + b) * to_next_line, to_next_cell}, side, random);
}

void switch_digits(OwnedBoard& grid, const HousesOfShape& houses, Random& random) {
  const auto [a, b] = draw_two(grid.shape().side(), random);
  const auto sum = static_cast<std::uint8_t>(a + b + 2);
  const auto sets = unavoidable_sets(houses, grid, static_cast<std::uint8_t>(a + 1),
                                     static_cast<std::uint8_t>(b + 1));
  for (const std::size_t cell : sets[random.below(sets.size())]) {
    grid.cells()[cell] = static_cast<std::uint8_t>(sum - grid.cells()[cell]);
  }
}

}  // namespace

std::optional<OwnedBoard> draw_by_switching(const Shape& shape, Random& random,
                                            GenerateEffort& effort, const std::atomic<bool>& stop) {
  const HousesOfShape houses(shape);
  OwnedBoard grid = random_isomorphism(random, shape).apply(Board(regular_board(shape)));
  for (std::size_t round = 0; round < shape.cells(); ++round) {
    if (stop.load(std::memory_order_relaxed)) return std::nullopt;
    switch_lines_of_group(grid, shape.box_rows, shape.side(), 1, random);
    switch_lines_of_group(grid, shape.box_columns, 1, shape.side(), random);
    switch_digits(grid, houses, random);
    effort.guesses += 3;
  }
  return grid;
}

}  // namespace sudoku
