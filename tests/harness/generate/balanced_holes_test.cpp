#include "harness/generate/balanced_holes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/generate/chi_square.h"

namespace sudoku {
namespace {

std::vector<bool> draw(std::size_t side, std::size_t holes, std::uint64_t seed) {
  Random random(seed);
  return balanced_holes(side, holes, random);
}

}  // namespace

TEST_CASE("rows and columns have the same number of holes, or one more", "[balanced_holes]") {
  for (const std::size_t side : {2, 3, 9, 33, 64}) {
    for (const std::size_t holes :
         {std::size_t{0}, std::size_t{1}, side, side * side * 42 / 100, side * side}) {
      const std::vector<bool> pattern = draw(side, holes, 1);
      REQUIRE(pattern.size() == side * side);
      std::vector<std::size_t> rows(side);
      std::vector<std::size_t> columns(side);
      for (std::size_t cell = 0; cell < pattern.size(); ++cell) {
        rows[cell / side] += pattern[cell] ? 1 : 0;
        columns[cell % side] += pattern[cell] ? 1 : 0;
      }
      for (const auto& lines : {rows, columns}) {
        const auto [least, most] = std::ranges::minmax(lines);
        CHECK(least == holes / side);
        CHECK(most == (holes + side - 1) / side);
      }
      CHECK(std::ranges::count(pattern, true) == static_cast<std::ptrdiff_t>(holes));
    }
  }
}

TEST_CASE("all balanced patterns of a small board are equally likely", "[balanced_holes]") {
  // 90 patterns have two holes in each row and column. 9 * 5 patterns of 3x3 have two holes in one
  // row and one column, and one hole in the others.
  const auto [side, holes, patterns] =
      GENERATE(table<std::size_t, std::size_t, std::size_t>({{4, 8, 90}, {3, 4, 45}, {2, 1, 4}}));
  std::map<std::vector<bool>, int> seen;
  for (std::uint64_t i = 0; i < 100 * patterns; ++i) ++seen[draw(side, holes, i)];
  CHECK(seen.size() == patterns);
  CHECK(has_plausible_chi_square(seen));
}

}  // namespace sudoku
