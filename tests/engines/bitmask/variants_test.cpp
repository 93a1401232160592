// Tests that the variants of bitmask for different instruction sets have the same answers and
// guesses.

#include "engines/bitmask/variants.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engines/houses.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

/// Returns the variants that this CPU supports. The first one runs on every CPU.
std::vector<std::unique_ptr<Engine>> variants_for(SearchEffort effort) {
  std::vector<std::unique_ptr<Engine>> variants;
  for (const auto make : {bitmask::make_any_cpu, bitmask::make_avx2, bitmask::make_avx512}) {
    if (auto engine = make(effort)) variants.push_back(std::move(engine));
  }
  return variants;
}

void check_that_variants_agree(const Grid& puzzle, SearchEffort effort, std::uint64_t limit) {
  const auto variants = variants_for(effort);
  const GridAnswer expected = solve_one(*variants.front(), puzzle, limit_of(limit));
  if (expected.solutions > 0) CHECK(is_solution_of(expected.first_solution, puzzle));
  for (const auto& variant : std::span(variants).subspan(1)) {
    const GridAnswer answer = solve_one(*variant, puzzle, limit_of(limit));
    CHECK(answer.solutions == expected.solutions);
    CHECK(answer.guesses == expected.guesses);
    if (expected.solutions > 0) CHECK(answer.first_solution == expected.first_solution);
  }
}

TEST_CASE("variants of bitmask have the same answers and guesses", "[bitmask][vectors]") {
  PuzzleSource source(27);
  for (int i = 0; i < 300; ++i) {
    const Grid puzzle = source.next();
    for (const SearchEffort effort : {SearchEffort::usual, SearchEffort::thorough}) {
      for (const std::uint64_t limit : {1, 2, 1000}) {
        check_that_variants_agree(puzzle, effort, limit);
      }
    }
  }
}

TEST_CASE("variants of bitmask read and write every digit in every cell", "[bitmask][vectors]") {
  const Grid solved = grid_of(kSolvedGrids[0]);
  for (std::uint8_t turn = 0; turn < kSize; ++turn) {
    Grid grid = solved;
    for (std::uint8_t& digit : grid.cells) {
      digit = static_cast<std::uint8_t>((digit + turn - 1) % kSize + 1);
    }
    for (const auto& variant : variants_for(SearchEffort::usual)) {
      const GridAnswer answer = solve_one(*variant, grid, limit_of(2));
      CHECK(answer.solutions == 1);
      CHECK(answer.first_solution == grid);
    }
  }
}

}  // namespace
}  // namespace sudoku
