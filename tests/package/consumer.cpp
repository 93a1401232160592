#include <cstdio>
#include <memory>
#include <string>

#include "engines/grid.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "engines/solution_count.h"

// Solves one puzzle with every installed engine. Includes only public headers.
int main() {
  const std::string line =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  sudoku::Grid puzzle;
  if (sudoku::parse_line(line, puzzle) != sudoku::kCells) return 1;

  for (const sudoku::EngineInfo& info : sudoku::all_engines()) {
    const std::unique_ptr<sudoku::Engine> engine = info.make({});
    if (engine == nullptr) continue;                                    // not for this CPU
    if (has(info.traits, sudoku::EngineTraits::kIncomplete)) continue;  // may give up
    sudoku::SolveResult result;
    sudoku::Grid solution;
    engine->solve(puzzle, {}, {{&result, 1}, solution.cells}, nullptr);
    const bool is_right =
        result.solutions == 1 &&
        result.has_solution != has(info.traits, sudoku::EngineTraits::kCountsOnly) &&
        (!result.has_solution || sudoku::is_solution_of(solution, puzzle));
    std::printf("%s: %s solution(s), %s\n", std::string(info.id).c_str(),
                sudoku::format_count(result.solutions).c_str(), is_right ? "right" : "WRONG");
    if (!is_right) return 1;
  }
  return sudoku::find_engine("naive") == nullptr ? 1 : 0;
}
