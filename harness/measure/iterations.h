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
/// whole blocks. A short block would fill only a part of such an engine, and would measure how it
/// starts and ends.
///
/// One of the iterations has the puzzles of the block. In the others, the digits have other names.
/// Such a puzzle needs the same search, but looks like another puzzle to an engine that reuses
/// earlier answers.
class Iterations {
 public:
  /// `count` is at least 1. The order and the names depend only on `seed`.
  Iterations(const Boards& block, std::size_t count, std::uint64_t seed);

  const BoardList& puzzles() const { return puzzles_; }

  /// Returns the sample of the block from a sample of `puzzles`. Its times and counters are still
  /// sums over all iterations. A puzzle is `failed` if an answer to one of its copies failed, has
  /// another number of solutions, or has an invalid solution. Returns nullopt if a limit or an
  /// interrupt ended a search.
  std::optional<EngineSample> sample_of_block(const EngineSample& all) const;

 private:
  std::size_t block_size_;
  std::vector<std::size_t> order_;  // by the index in `puzzles_`: iteration * size + puzzle
  BoardList puzzles_;
};

}  // namespace sudoku
