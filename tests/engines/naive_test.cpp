#include <vector>

#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

/// Counts solutions, and those that are wrong or not in ascending order.
class CheckingSink final : public SolutionSink {
 public:
  explicit CheckingSink(const Board& puzzle) : puzzle_(puzzle) {}
  void on_solution(std::size_t, const Board& solution) override {
    ++count;
    if (!is_solution_of(solution, puzzle_)) ++wrong;
    const std::vector<std::uint8_t> cells(solution.cells.begin(), solution.cells.end());
    if (cells <= last_) ++wrong;
    last_ = cells;
  }
  int count = 0;
  int wrong = 0;

 private:
  Board puzzle_;
  std::vector<std::uint8_t> last_;
};

/// Checks that naive lists `expected` solutions in ascending order.
void check_solutions(const Board& puzzle, int expected) {
  SolveResult result;
  std::vector<std::uint8_t> solution(puzzle.cells.size());
  CheckingSink sink(puzzle);
  find_engine("naive")->make({})->solve(puzzle, limit_of(0), {{&result, 1}, solution}, &sink);
  CHECK(format_count(result.solutions) == std::to_string(expected));
  CHECK(sink.count == expected);
  CHECK(sink.wrong == 0);
  CHECK(is_solution_of({puzzle.shape, solution}, puzzle));
}

/// Returns a board with the first row in ascending order.
std::vector<std::uint8_t> with_first_row(const Shape& shape) {
  std::vector<std::uint8_t> cells(shape.cells());
  for (std::size_t i = 0; i < shape.side(); ++i) cells[i] = static_cast<std::uint8_t>(i + 1);
  return cells;
}

}  // namespace

TEST_CASE("naive lists all boards of 4x4", "[naive]") {
  const std::vector<std::uint8_t> empty(16);
  check_solutions({{2, 2}, empty}, 288);
}

TEST_CASE("naive supports boxes that are not square", "[naive]") {
  // 1 of 6! of the 28,200,960 solved boards of 6x6 has this first row.
  const auto cells = with_first_row({2, 3});
  check_solutions({{2, 3}, cells}, 28'200'960 / 720);
  check_solutions({{3, 2}, cells}, 28'200'960 / 720);
}

TEST_CASE("naive can change the shape between calls", "[naive]") {
  const auto engine = find_engine("naive")->make({});
  const std::vector<std::uint8_t> small(16);
  SolveResult result;
  engine->solve({{2, 2}, small}, limit_of(0), {{&result, 1}, {}}, nullptr);
  CHECK((result.solutions == 288));
  CHECK((solve_one(*engine, Grid{}, limit_of(3)).solutions == 3));
  engine->solve({{2, 2}, small}, limit_of(0), {{&result, 1}, {}}, nullptr);
  CHECK((result.solutions == 288));
}

}  // namespace sudoku
