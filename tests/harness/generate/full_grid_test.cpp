#include "harness/generate/full_grid.h"

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "engines/houses.h"
#include "engines/rules.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr GridMethod kMethods[] = {GridMethod::lasvegas, GridMethod::backtrack,
                                   GridMethod::uniform};

std::vector<Grid> uniform_grids(std::uint64_t count, GenerateEffort& effort) {
  std::vector<Grid> grids;
  for (std::uint64_t i = 0; i < count; ++i) {
    Random random = puzzle_random(1, i);
    grids.push_back(full_grid_uniform(random, effort));
  }
  return grids;
}

/// The number of two-digit, two-row, two-column rectangles inside a band: four cells that can
/// exchange their digits.
int exchangeable_rectangles(const Grid& grid) {
  int count = 0;
  for (int row = 0; row < 9; ++row) {
    for (int other = row + 1; other < row / 3 * 3 + 3; ++other) {
      for (int a = 0; a < 9; ++a) {
        for (int b = a / 3 * 3 + 3; b < 9; ++b) {
          const bool exchanges =
              grid[9 * row + a] == grid[9 * other + b] && grid[9 * row + b] == grid[9 * other + a];
          count += exchanges ? 1 : 0;
        }
      }
    }
  }
  return count;
}

}  // namespace

TEST_CASE("full grids obey the rules, by every method", "[full_grid]") {
  for (const GridMethod method : kMethods) {
    for (std::uint64_t i = 0; i < 50; ++i) {
      Random random = puzzle_random(2, i);
      GenerateEffort effort;
      CHECK(is_solution_of(full_grid(method, random, effort), Grid{}));
    }
  }
}

TEST_CASE("a grid depends only on the random numbers", "[full_grid]") {
  for (const GridMethod method : kMethods) {
    GenerateEffort effort;
    std::set<std::array<std::uint8_t, kCells>> grids;
    for (std::uint64_t i = 0; i < 20; ++i) {
      Random random = puzzle_random(3, i);
      Random again = puzzle_random(3, i);
      const Grid grid = full_grid(method, random, effort);
      CHECK(grid == full_grid(method, again, effort));
      grids.insert(grid.cells);
    }
    CHECK(grids.size() == 20);
  }
}

TEST_CASE("the methods say what they did", "[full_grid]") {
  Random random(1);
  GenerateEffort lasvegas;
  full_grid(GridMethod::lasvegas, random, lasvegas);
  CHECK(lasvegas.guesses > lasvegas.restarts);
  CHECK(lasvegas.restarts > 0);
  GenerateEffort backtrack;
  full_grid(GridMethod::backtrack, random, backtrack);
  CHECK(backtrack.guesses > 0);
  CHECK(backtrack.restarts == 0);
}

// Tests of the uniform method. The seeds are fixed. A right generator would exceed the limits for
// only a few of a million seeds.

TEST_CASE("uniform: the acceptance rate matches the number of grids", "[full_grid][uniform]") {
  // The weights of all proposals add up to the number of grids / 9!. The accepted share is this sum
  // divided by the number of proposals and by the square of the largest weight.
  constexpr double kGrids = 6670903752021072936960.0;
  constexpr double kProposals = 56.0 * 56 * 56 * 56 * 216 * 216;
  constexpr double kShare = kGrids / 362880 / kProposals / (1728.0 * 1728);
  constexpr std::uint64_t kCount = 100'000;
  GenerateEffort effort;
  uniform_grids(kCount, effort);
  const double share = double(kCount) / double(kCount + effort.restarts);
  CHECK(share == Approx(kShare).epsilon(5 / 316.0));  // five standard deviations
}

TEST_CASE("uniform: every digit is as likely in every cell", "[full_grid][uniform]") {
  constexpr int kCount = 20'000;
  GenerateEffort effort;
  std::array<std::array<int, kSize + 1>, kCells> seen{};
  for (const Grid& grid : uniform_grids(kCount, effort)) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++seen[cell][grid.cells[cell]];
  }
  // Chi-square with 8 degrees of freedom: above 45 once in four million times.
  for (const auto& counts : seen) {
    double chi_square = 0;
    for (std::size_t digit = 1; digit <= kSize; ++digit) {
      const double excess = counts[digit] - kCount / 9.0;
      chi_square += excess * excess / (kCount / 9.0);
    }
    CHECK(chi_square < 45);
  }
}

TEST_CASE("uniform: no part of the board is privileged", "[full_grid][uniform]") {
  // The method draws the first band and the first stack in another way than the others. In uniform
  // grids, all six have the same mean, and their variance is about the mean.
  constexpr int kCount = 20'000;
  GenerateEffort effort;
  double rows = 0;
  double columns = 0;
  for (const Grid& grid : uniform_grids(kCount, effort)) {
    Grid transposed;
    for (int cell = 0; cell < kCells; ++cell) {
      transposed[cell] = grid[column_of(cell) * kSize + row_of(cell)];
    }
    rows += exchangeable_rectangles(grid);
    columns += exchangeable_rectangles(transposed);
  }
  CHECK(rows == Approx(columns).epsilon(0.02));
}

}  // namespace sudoku
