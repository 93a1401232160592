#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engines/board.h"
#include "engines/rules.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {

/// Counts the different solutions, and the wrong or duplicate ones. Keeps the first solution.
class DifferingSink final : public SolutionSink {
 public:
  explicit DifferingSink(const Board& puzzle) : puzzle_(puzzle) {}
  void on_solution(std::size_t, const Board& solution) override {
    if (!is_solution_of(solution, puzzle_)) ++wrong;
    if (!seen_.insert(format_line(solution)).second) ++wrong;
    if (seen_.size() == 1) first.assign(solution.cells.begin(), solution.cells.end());
  }
  std::size_t count() const { return seen_.size(); }

  int wrong = 0;
  std::vector<std::uint8_t> first;

 private:
  Board puzzle_;
  std::set<std::string> seen_;
};

/// Returns the result for a board. Checks the listed solutions and their number.
inline SolveResult checked_result(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  SolveResult result;
  std::vector<std::uint8_t> solution(puzzle.cells.size());
  DifferingSink sink(puzzle);
  engine.solve(puzzle, limits, {{&result, 1}, solution}, &sink);
  CHECK((result.solutions == sink.count()));
  CHECK(sink.wrong == 0);
  if (sink.count() > 0) CHECK(solution == sink.first);
  return result;
}

}  // namespace sudoku
