#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "engines/registry.h"

namespace sudoku {

/// The ids of the engines that a Counter asks within these limits.
std::vector<std::string> counting_engines(const EngineInfo* engine, const SolveLimits& limits);

/// Counts the solutions of puzzles with one engine, or with those that are fastest together: one
/// that lists the solutions of many puzzles side by side, up to a few, and for the puzzles that
/// have more, one that counts without listing. An instance belongs to one thread.
class Counter {
 public:
  /// Null stands for the fastest. Throws UsageError if this CPU cannot run the engine.
  explicit Counter(const EngineInfo* engine);

  /// Answers `puzzles[i]` in `results[i]`. A count that reaches `limits.max_solutions` is cut to it
  /// and has the outcome `solution_limit`, whatever the engine.
  void count(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results);

 private:
  void count_rest(std::span<const Grid> puzzles, const SolveLimits& limits,
                  std::span<SolveResult> results);

  std::unique_ptr<Engine> first_;
  const EngineInfo* joining_;       // for what the first hands over; null if it hands nothing over
  std::unique_ptr<Engine> second_;  // made of that when it is needed, which takes time
};

}  // namespace sudoku
