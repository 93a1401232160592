#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/measure/sample.h"

namespace sudoku {

/// How often a stochastic engine has answered each puzzle of a dataset: whatever the
/// isomorph, and in whatever pass.
class SuccessTally {
 public:
  void add(const PuzzleBlock& block, const EngineSample& sample);

  /// Sum over the puzzles of the square of how often each was answered. Parts of a dataset add up.
  std::uint64_t squares() const;

 private:
  std::vector<std::uint32_t> answered_;  // by the number of the puzzle in the dataset
};

}  // namespace sudoku
