// Compares estimates with the counts of random puzzles.

#include "engines/bandjoin/candidates.h"

#include <algorithm>
#include <cmath>

#include "tests/catch.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku::bandjoin {
namespace {

double log10_of_count(const Grid& puzzle) {
  const auto engine = resolve_engine("bandjoin")->make({});
  return std::log10(static_cast<double>(solve_one(*engine, puzzle, limit_of(0)).solutions));
}

}  // namespace

TEST_CASE("two of three estimates have an error below 0.4", "[bandjoin]") {
  constexpr std::size_t kPuzzles = 200;
  DugPuzzles puzzles(7);
  std::vector<double> errors;
  while (errors.size() < kPuzzles) {
    const Grid puzzle = puzzles.next(21 + errors.size() % 10);
    const double log = log10_of_count(puzzle);
    if (log < 1.5) continue;
    Candidates candidates;
    REQUIRE(find_candidates(given_candidates(puzzle), candidates));
    errors.push_back(std::abs(estimated_log10_of_count(candidates) - log));
  }
  std::sort(errors.begin(), errors.end());
  CHECK(errors[kPuzzles * 2 / 3] < 0.4);
}

}  // namespace sudoku::bandjoin
