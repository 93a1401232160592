#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/sample.h"
#include "harness/measure/tally.h"

namespace sudoku {

// Scores as in the SAT and SMT competitions.

/// PAR-2: mean time a puzzle, where one that was not answered counts as twice the timeout. Nothing
/// where there is no puzzle, or where one was not answered and there is no timeout.
std::optional<double> par2_seconds(const Totals& totals, std::chrono::nanoseconds timeout);

/// The virtual best engine of a dataset: on each puzzle as fast as the fastest engine that answered
/// it. Engines that are timed by the block take no part, for what they took for a puzzle is not
/// known.
class VirtualBest {
 public:
  explicit VirtualBest(std::size_t engines) : wins_(engines), is_timed_(engines) {}

  void add(const BlockSample& sample);

  /// Its puzzles, those that it answered, and its time for them.
  const Totals& totals() const { return totals_; }
  /// The share of the puzzles on which no engine was faster than that one. Nothing for one that
  /// takes no part, and where fewer than two do.
  std::optional<double> share(std::size_t engine) const;

 private:
  Totals totals_;
  std::vector<std::uint64_t> wins_;
  std::vector<bool> is_timed_;
};

}  // namespace sudoku
