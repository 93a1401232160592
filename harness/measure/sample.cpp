#include "harness/measure/sample.h"

namespace sudoku {

EngineSample blank_sample(const Boards& puzzles) {
  EngineSample sample;
  sample.results.resize(puzzles.size());
  for (SolveResult& result : sample.results) result.outcome = Outcome::stopped;
  sample.solutions = BoardList(puzzles.shape);
  sample.solutions.resize(puzzles.size());
  sample.puzzle_ns.assign(puzzles.size(), EngineSample::kNotBegun);
  return sample;
}

void mark_late_answers(std::chrono::nanoseconds max_time, EngineSample& sample) {
  if (max_time.count() == 0) return;
  const bool is_alone = sample.results.size() == 1;
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    const bool is_timed = sample.puzzle_ns[i] != EngineSample::kNotTimed;
    const std::int64_t ns = is_alone && !is_timed ? sample.wall_ns : sample.puzzle_ns[i];
    SolveResult& result = sample.results[i];
    if (ns > max_time.count() && is_answered(result)) result.outcome = Outcome::timeout;
  }
}

}  // namespace sudoku
