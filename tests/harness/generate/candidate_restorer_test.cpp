#include "harness/generate/candidate_restorer.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "engines/rules.h"
#include "harness/generate/full_grid.h"
#include "tests/catch.h"
#include "tests/harness/generate/candidates_testing.h"

namespace sudoku {
namespace {

OwnedBoard full_grid_of(const Shape& shape, Random& random) {
  const std::atomic<bool> stop{false};
  GenerateEffort effort;
  GeneratePlan plan;
  plan.shape = shape;
  return *GridSource(plan).draw(random, effort, stop);
}

}  // namespace

TEST_CASE("no candidate can be restored without another solution", "[candidate_restorer]") {
  for (const Shape& shape : {Shape{2, 2}, Shape{2, 3}, Shape{1, 5}}) {
    CandidateRestorer restorer(shape);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed);
      const OwnedBoard solution = full_grid_of(shape, random);
      restorer.begin(solution, random);
      while (restorer.advance()) {
        restorer.answer(count_by_trial(restorer.question(), restorer.enough_solutions()));
      }
      CHECK(restorer.succeeded());
      CHECK(clue_count(restorer.puzzle()) == 0);
      CHECK(is_solution_of(solution, restorer.puzzle()));
      CHECK(is_minimal_in_candidates(restorer.puzzle()));
    }
  }
}

TEST_CASE("candidates of larger boards are restored cell by cell", "[candidate_restorer]") {
  const auto [shape, is_by_cell] = GENERATE(table<Shape, bool>({{k9x9, false}, {{2, 5}, true}}));
  Random random(1);
  CandidateRestorer restorer(shape);
  restorer.begin(full_grid_of(shape, random), random);
  std::vector<std::size_t> cells;
  while (restorer.advance()) {
    const Board question = restorer.question();
    const Board puzzle = restorer.puzzle();
    const auto changed = std::ranges::mismatch(question.candidates, puzzle.candidates);
    cells.push_back(static_cast<std::size_t>(changed.in1 - question.candidates.begin()));
    restorer.answer(1);
  }
  REQUIRE(cells.size() == shape.cells() * (shape.side() - 1));
  const auto changes = std::ranges::unique(cells).begin() - cells.begin();
  CHECK((changes == static_cast<std::ptrdiff_t>(shape.cells())) == is_by_cell);
}

TEST_CASE("a puzzle with an unanswered question is not minimal", "[candidate_restorer]") {
  Random random(1);
  CandidateRestorer restorer({2, 2});
  const OwnedBoard solution = full_grid_of({2, 2}, random);
  restorer.begin(solution, random);
  REQUIRE(restorer.advance());
  restorer.leave();
  CHECK_FALSE(restorer.advance());
  CHECK_FALSE(restorer.succeeded());
  restorer.begin(solution, random);
  CHECK(restorer.advance());
}

}  // namespace sudoku
