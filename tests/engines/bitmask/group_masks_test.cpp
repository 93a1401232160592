// Tests bitmask on other shapes than 9x9 beyond the contract of engines: its deductions, which save
// guesses, and restarts, which must not count a solution twice.

#include "engines/bitmask/group_masks.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using Cells = BoardSource::Cells;

class DistinctSink final : public SolutionSink {
 public:
  void on_solution(std::size_t, const Board& solution) override {
    solutions.insert(format_line(solution));
  }
  std::set<std::string> solutions;
};

SolveResult solve_all(Engine& engine, const Board& puzzle, SolutionSink* sink = nullptr) {
  SolveResult result;
  SolveLimits limits = limit_of(0);
  limits.max_guesses = 50'000;
  engine.solve(puzzle, limits, {{&result, 1}, {}}, sink);
  return result;
}

/// Returns the puzzle with this index in the sequence of a source.
Cells puzzle_of(const Shape& shape, std::uint64_t seed, std::size_t holes, std::size_t index) {
  BoardSource source(shape, seed);
  for (std::size_t i = 0; i < index; ++i) source.maybe_damaged_puzzle(holes);
  return source.maybe_damaged_puzzle(holes);
}

/// Parses a board with digits and dots.
Cells cells_of_text(const std::string& text) {
  Cells cells;
  for (const char c : text) cells.push_back(c == '.' ? 0 : static_cast<std::uint8_t>(c - '0'));
  return cells;
}

}  // namespace

TEST_CASE("bitmask counts each solution once despite restarts", "[bitmask]") {
  // In each of these, the search restarts after 50 contradictions without a solution.
  const Shape wide{2, 12};
  const Shape long_boxes{2, 10};
  struct Case {
    Shape shape;
    std::size_t holes;
    std::size_t index;
    std::size_t solutions;
  };
  const Case cases[] = {{wide, 259, 38, 0},
                        {wide, 259, 65, 41},
                        {wide, 259, 98, 18},
                        {long_boxes, 200, 60, 79},
                        {long_boxes, 200, 10, 183}};
  for (const Case& question : cases) {
    INFO("puzzle " << question.index << " of side " << question.shape.side());
    const Cells cells = puzzle_of(question.shape, 9, question.holes, question.index);
    const Board puzzle{question.shape, cells};
    DistinctSink sink;
    const auto engine = bitmask::make_group_masks(question.shape);
    const SolveResult result = solve_all(*engine, puzzle, &sink);
    CHECK(result.outcome == Outcome::exhausted);
    CHECK(format_count(result.solutions) == std::to_string(question.solutions));
    CHECK(sink.solutions.size() == question.solutions);
    CHECK(result.guesses > question.solutions + 50);
    const SolveResult expected = solve_all(*find_engine("dlx")->make({}), puzzle);
    if (is_solved(expected)) CHECK((expected.solutions == result.solutions));
  }
}

TEST_CASE("bitmask solves other shapes by singles without a guess", "[bitmask]") {
  for (const Shape shape : {Shape{2, 3}, Shape{3, 4}, Shape{4, 4}, Shape{5, 5}, Shape{5, 7}}) {
    const Cells solved = BoardSource(shape, 1).solved();
    const auto engine = bitmask::make_group_masks(shape);
    for (std::size_t cell = 0; cell < shape.cells(); ++cell) {
      // An empty row: its cells are singles of their columns.
      Cells cells = solved;
      for (std::size_t i = 0; i < shape.side(); ++i)
        cells[cell / shape.side() * shape.side() + i] = 0;
      const SolveResult filled = solve_all(*engine, {shape, cells});
      CHECK((filled.solutions == 1));
      CHECK(filled.guesses == 0);
      cells[cell] = static_cast<std::uint8_t>(solved[cell] % shape.side() + 1);
      const SolveResult refused = solve_all(*engine, {shape, cells});
      CHECK((refused.solutions == 0));
      CHECK(refused.guesses == 0);
    }
  }
}

TEST_CASE("bitmask detects by locked candidates that a box needs a digit twice", "[bitmask]") {
  // Two rows need 1 and 6 in their last two cells, which are in the same box. No group has less
  // than two options.
  const std::string rows =
      "......"
      "2345.."
      "4523.."
      "..................";
  std::string columns;
  for (std::size_t i = 0; i < rows.size(); ++i) columns += rows[i % 6 * 6 + i / 6];
  const auto check_refused_without_guess = [](const Shape& shape, const std::string& text) {
    const Cells cells = cells_of_text(text);
    const SolveResult result = solve_all(*bitmask::make_group_masks(shape), {shape, cells});
    CHECK((result.solutions == 0));
    CHECK(result.guesses == 0);
  };
  check_refused_without_guess({3, 2}, rows);
  check_refused_without_guess({2, 3}, columns);
}

}  // namespace sudoku
