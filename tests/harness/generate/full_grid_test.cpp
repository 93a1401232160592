#include "harness/generate/full_grid.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engines/houses.h"
#include "engines/rules.h"
#include "harness/generate/dig.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNeverStopped{false};

GeneratePlan plan_of(const Shape& shape, GridMethod method = GridMethod::uniform) {
  GeneratePlan plan;
  plan.shape = shape;
  plan.method = method;
  return plan;
}

std::vector<Grid> uniform_grids(std::uint64_t count, GenerateEffort& effort) {
  std::vector<Grid> grids;
  for (std::uint64_t i = 0; i < count; ++i) {
    Random random = puzzle_random(1, i);
    grids.push_back(full_grid(GridMethod::uniform, random, effort));
  }
  return grids;
}

/// Returns the number of rectangles of four cells, in two rows of a band, that have only two digits
/// and so can exchange them.
int exchangeable_rectangles(const Board& grid) {
  const std::size_t side = grid.shape.side();
  const std::size_t band = side * grid.shape.box_rows;
  int count = 0;
  for (std::size_t a = 0; a < grid.cells.size(); ++a) {
    for (std::size_t b = a + 1; b < a / band * band + band; ++b) {
      const std::size_t c = a / side * side + b % side;
      const std::size_t d = b / side * side + a % side;
      if (c != a && d != a && grid[a] == grid[b] && grid[c] == grid[d]) ++count;
    }
  }
  return count;
}

/// Whether the counts of equally likely outcomes are plausible: chi-square is within five standard
/// deviations of its mean. `counts` must have every possible outcome.
bool has_plausible_chi_square(const std::map<std::string, int>& counts) {
  double total = 0;
  for (const auto& [outcome, count] : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const auto& [outcome, count] : counts) {
    chi_square += (count - expected) * (count - expected) / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  return std::abs(chi_square - freedom) < 5 * std::sqrt(2 * freedom);
}

/// Checks that all results of `draw` are about equally frequent, for many random generators.
template <typename Draw>
void check_equally_likely(std::size_t results, const Draw& draw) {
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 50 * results; ++i) {
    Random random(i);
    ++seen[draw(random)];
  }
  CHECK(seen.size() == results);
  CHECK(has_plausible_chi_square(seen));
}

}  // namespace

TEST_CASE("full grids obey the rules and depend only on the random numbers", "[full_grid]") {
  std::vector<GeneratePlan> plans = {plan_of(k9x9, GridMethod::lasvegas),
                                     plan_of(k9x9, GridMethod::backtrack),
                                     plan_of({5, 8}),
                                     plan_of({2, 32}),
                                     plan_of({8, 8}),
                                     plan_of({1, 61}),
                                     plan_of({1, 64})};
  for (std::uint8_t rows = 1; rows <= kLastSideOfSearch / 2; ++rows) {
    for (std::uint8_t columns = 2; std::size_t{rows} * columns <= kLastSideOfSearch; ++columns) {
      plans.push_back(plan_of({rows, columns}));
    }
  }
  for (const GeneratePlan& plan : plans) {
    INFO(to_string(plan.shape));
    GridSource source(plan);
    const auto draw = [&](std::uint64_t seed) {
      Random random(seed);
      GenerateEffort effort;
      return source.draw(random, effort, kNeverStopped).value();
    };
    const OwnedBoard grid = draw(1);
    CHECK(is_solution_of(grid, OwnedBoard(plan.shape)));
    CHECK(draw(1) == grid);
    if (plan.shape.side() > 3) CHECK_FALSE(draw(2) == grid);
  }
}

TEST_CASE("small grids and patterns are equally likely", "[full_grid]") {
  GenerateEffort effort;
  for (const auto& [order, squares] : {std::pair{2, 2U}, {3, 12U}, {4, 576U}}) {
    const Shape shape = latin_square(static_cast<std::size_t>(order));
    check_equally_likely(squares, [&](Random& random) {
      return format_line(*draw_latin_square(shape, random, effort, kNeverStopped));
    });
  }
  check_equally_likely(288, [&](Random& random) {
    return format_line(*draw_by_switching({2, 2}, random, effort, kNeverStopped));
  });
  // 90 patterns have two holes in each row and column. 9 * 5 patterns of 3x3 have two holes in one
  // row and one column, and one hole in the others.
  struct Patterns {
    std::size_t side;
    std::size_t holes;
    std::size_t count;
  };
  for (const Patterns& of : {Patterns{4, 8, 90}, {3, 4, 45}, {2, 1, 4}}) {
    check_equally_likely(of.count, [&of](Random& random) {
      const std::vector<bool> pattern = balanced_holes(of.side, of.holes, random);
      return std::string(pattern.begin(), pattern.end());
    });
  }
}

TEST_CASE("backtrack draws every grid of 4x4, equally often in its class", "[full_grid]") {
  std::map<std::string, std::map<std::string, int>> seen;  // by canonical form
  GridSource source(plan_of({2, 2}));
  GenerateEffort effort;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Random random(i);
    const OwnedBoard grid = source.draw(random, effort, kNeverStopped).value();
    ++seen[format_line(canonical_form(Board(grid)))][format_line(grid)];
  }
  REQUIRE(seen.size() == 2);
  CHECK(seen.begin()->second.size() + seen.rbegin()->second.size() == 288);
  for (const auto& [form, grids] : seen) CHECK(has_plausible_chi_square(grids));
}

TEST_CASE("the methods count their work", "[full_grid]") {
  const auto effort_of = [](const GeneratePlan& plan) {
    Random random(1);
    GenerateEffort effort;
    GridSource(plan).draw(random, effort, kNeverStopped);
    return effort;
  };
  const GenerateEffort lasvegas = effort_of(plan_of(k9x9, GridMethod::lasvegas));
  CHECK(lasvegas.guesses > lasvegas.restarts);
  CHECK(lasvegas.restarts > 0);
  const GenerateEffort backtrack = effort_of(plan_of(k9x9, GridMethod::backtrack));
  CHECK(backtrack.guesses > 0);
  CHECK(backtrack.restarts == 0);
  CHECK(effort_of(plan_of({1, 10})).guesses > 10 * 10 * 10);
  CHECK(effort_of(plan_of({2, 19})).guesses == 3 * 38 * 38);
}

TEST_CASE("a stop ends the drawing", "[full_grid]") {
  for (const Shape& shape : {Shape{1, 64}, Shape{8, 8}, Shape{4, 4}}) {
    Random random(1);
    GenerateEffort effort;
    CHECK_FALSE(GridSource(plan_of(shape)).draw(random, effort, true));
  }
}

TEST_CASE("switches remove the regularity of the pattern", "[full_grid]") {
  Random random(1);
  GenerateEffort effort;
  const OwnedBoard grid = *draw_by_switching({4, 4}, random, effort, kNeverStopped);
  CHECK(exchangeable_rectangles(grid) < exchangeable_rectangles(regular_board({4, 4})) / 2);
}

// Tests of the uniform method. The seeds are fixed. A correct generator would exceed the limits for
// only a few of a million seeds.

TEST_CASE("uniform: the acceptance rate matches the number of grids", "[full_grid]") {
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

TEST_CASE("uniform: no digit and no part of the board is privileged", "[full_grid]") {
  constexpr int kCount = 20'000;
  GenerateEffort effort;
  std::array<std::array<int, kSize + 1>, kCells> seen{};
  // The method draws the first band and the first stack in another way than the others. In uniform
  // grids, rows and columns have the same mean, and its variance is about the mean.
  double rows = 0;
  double columns = 0;
  for (const Grid& grid : uniform_grids(kCount, effort)) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++seen[cell][grid.cells[cell]];
    rows += exchangeable_rectangles(grid);
    columns += exchangeable_rectangles(Grid{transposed(grid.cells, kSize)});
  }
  CHECK(rows == Approx(columns).epsilon(0.02));
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

}  // namespace sudoku
