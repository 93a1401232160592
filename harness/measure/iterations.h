#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/sample.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Returns whether the engine solved all puzzles of a block, and all in one call.
bool is_solved_in_one_call(const EngineSample& sample);

/// The puzzles of a block several times, in random order, for one call of an engine that solves
/// whole blocks. A short block would not keep such an engine fully busy, and the start and the end
/// of the engine would dominate the time.
///
/// One iteration has the puzzles of the block itself. In the others, the digits have other names.
/// Such a puzzle needs the same search, but looks like another puzzle to an engine that reuses
/// earlier answers.
class Iterations {
 public:
  /// `count` is at least 1. The order and the names depend only on `seed`.
  Iterations(const Boards& block, std::size_t count, std::uint64_t seed);

  const BoardList& puzzles() const { return puzzles_; }

  /// Returns the sample of the block from a sample of `puzzles`. Its times and counters are still
  /// sums over all iterations. There is a failure for each puzzle with a wrong answer to one of its
  /// copies: another number of solutions, an invalid solution, or a crash. Returns nullopt if a
  /// search ended without an answer.
  std::optional<EngineSample> sample_of_block(const EngineSample& all) const;

 private:
  std::size_t block_size_;
  BoardList puzzles_;
  std::vector<std::size_t> places_;  // in `puzzles_`, at iteration * block size + puzzle
};

}  // namespace sudoku
