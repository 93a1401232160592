#include "harness/generate/switching.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/harness/generate/chi_square.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNeverStopped{false};

OwnedBoard draw(const Shape& shape, std::uint64_t seed) {
  Random random(seed);
  GenerateEffort effort;
  return *draw_by_switching(shape, random, effort, kNeverStopped);
}

/// Returns the number of pairs of digits that two rows of a band, or two columns of a stack, have
/// in the same two lines.
int exchangeable_rectangles(const Board& grid) {
  const std::size_t side = grid.shape.side();
  int count = 0;
  for (std::size_t a = 0; a < grid.cells.size(); ++a) {
    for (std::size_t b = a + 1; b < grid.cells.size(); ++b) {
      const std::size_t c = a / side * side + b % side;
      const std::size_t d = b / side * side + a % side;
      if (c != a && d != a && grid[a] == grid[b] && grid[c] == grid[d]) ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("switches make all 4x4 grids equally likely", "[switching]") {
  constexpr std::size_t kGrids = 288;
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 50 * kGrids; ++i) ++seen[format_line(draw({2, 2}, i))];
  CHECK(seen.size() == kGrids);
  CHECK(has_plausible_chi_square(seen));
}

TEST_CASE("grids made by switching obey the rules", "[switching]") {
  for (const Shape& shape : {Shape{2, 3}, Shape{3, 2}, Shape{5, 8}, Shape{2, 32}, Shape{8, 8}}) {
    const OwnedBoard grid = draw(shape, 1);
    CHECK(is_solution_of(grid, OwnedBoard(shape)));
    CHECK(draw(shape, 1) == grid);
    CHECK_FALSE(draw(shape, 2) == grid);
  }
}

TEST_CASE("switches remove the regularity of the pattern", "[switching]") {
  // The pattern has about 200 rectangles more than a random grid of this shape.
  CHECK(exchangeable_rectangles(draw({4, 4}, 1)) < 200);
}

TEST_CASE("a stop ends the switching", "[switching]") {
  const std::atomic<bool> stop{true};
  Random random(1);
  GenerateEffort effort;
  CHECK_FALSE(draw_by_switching({8, 8}, random, effort, stop));
}

}  // namespace sudoku
