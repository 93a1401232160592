// Tests bitmask on Latin squares with many solutions and on boards of more than 32 rows.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "engines/bitmask/group_masks.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/plain_count.h"

namespace sudoku {
namespace {

using Cells = BoardSource::Cells;

// After a thousand solutions, bitmask counts row by row instead of listing them.
TEST_CASE("bitmask counts many solutions of Latin squares", "[bitmask][latin]") {
  for (const auto& [shape, percent] : {std::pair{Shape{1, 5}, 84}, {Shape{1, 6}, 66}}) {
    BoardSource source(shape, 8);
    const auto engine = bitmask::make_group_masks(shape);
    int many = 0;
    for (int i = 0; i < 8; ++i) {
      const Cells empty(shape.cells());
      const auto candidates = source.candidates(1, static_cast<std::size_t>(percent));
      const Board puzzle{shape, empty, candidates};
      const std::uint64_t count = PlainCount::of(puzzle, 10'000);
      if (count == 10'000) continue;
      many += count > 1000;
      SolveResult result;
      engine->solve(puzzle, limit_of(0), {{&result, 1}, {}}, nullptr);
      CHECK(result.outcome == Outcome::exhausted);
      CHECK(format_count(result.solutions) == std::to_string(count));
    }
    CHECK(many > 0);
  }
}

TEST_CASE("bitmask solves boards of 64 rows", "[bitmask][latin]") {
  for (const Shape& shape : {Shape{8, 8}, Shape{1, 64}, Shape{1, 33}}) {
    BoardSource source(shape, 3);
    const auto engine = bitmask::make_group_masks(shape);
    for (const std::size_t holes : {shape.cells() / 10, shape.cells() / 5}) {
      const Cells cells = source.puzzle(holes);
      SolveResult result;
      Cells solution(shape.cells());
      engine->solve(Board{shape, cells}, limit_of(1), {{&result, 1}, solution}, nullptr);
      CHECK((result.solutions == 1));
      CHECK(is_solution_of({shape, solution}, {shape, cells}));
    }
  }
}

}  // namespace
}  // namespace sudoku
