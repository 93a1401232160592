#pragma once

#include <utility>
#include <vector>

#include "harness/check/answer_checker.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

/// Returns the faults in a run of the plan over one puzzle.
inline std::vector<Fault> faults_in_run(const RunPlan& plan, const Grid& puzzle,
                                        Stopwatch& stopwatch) {
  AnswerChecker checker(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, checker);
  bool is_read = false;
  std::vector<Fault> faults;
  runner.run(
      [&](PuzzleBlock& block) {
        block.puzzles.push_back(puzzle);
        block.lines.push_back(1);
        return !std::exchange(is_read, true);
      },
      [&](BlockSample&& sample) { faults = sample.faults; });
  return faults;
}

}  // namespace sudoku
