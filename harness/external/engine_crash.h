#pragma once

#include <cstddef>
#include <utility>

#include "harness/measure/sample.h"

namespace sudoku {

/// How the sub-process of an engine stopped working on its puzzles.
enum class ProcessEnd : std::uint8_t {
  finished,
  crashed,    ///< it ended, or its answer is invalid
  timed_out,  ///< killed after the time limit per puzzle
  cancelled,  ///< killed after the deadline or a stop request
};

/// Records that the process ended during a puzzle. After a crash, the result is `failed`: the
/// answer checker reports it as wrong with `what`, and stats/rows.cpp writes the status `crash`.
inline void record_end(EngineSample& sample, std::size_t puzzle, ProcessEnd end, std::string what) {
  SolveResult& result = sample.results[puzzle] = {};
  if (end == ProcessEnd::timed_out) result.outcome = Outcome::timeout;
  if (end == ProcessEnd::cancelled) result.outcome = Outcome::stopped;
  if (end != ProcessEnd::crashed) return;
  result.outcome = Outcome::failed;
  sample.failures.push_back({puzzle, std::move(what)});
}

/// Records that an engine crashed, did not start, or gave an invalid answer.
inline void record_crash(EngineSample& sample, std::size_t puzzle, std::string what) {
  record_end(sample, puzzle, ProcessEnd::crashed, std::move(what));
}

}  // namespace sudoku
