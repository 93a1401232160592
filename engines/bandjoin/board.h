#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/plan.h"
#include "engines/bandjoin/slice_table.h"
#include "engines/solution_count.h"

namespace sudoku::bandjoin {

/// Counts the solutions of a puzzle in one orientation. The plan assigns the roles of stacks and
/// bands. An instance can be reused for other puzzles.
class Board {
 public:
  explicit Board(const Kernels& kernels) : kernels_(kernels), plan_(kernels) {}
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  /// Returns the plan. Its function load() loads the puzzle of this board.
  Plan& plan() { return plan_; }

  /// Returns the number of solutions, or a lower bound if the stop condition is met.
  SolutionCount count(SliceMemory& memory, StopCondition& stop);

  /// Returns the solutions of the orbits that it takes from `next`. Several boards with the same
  /// plan may share `next`, each on its own thread.
  SolutionCount count_share(std::atomic<std::size_t>& next, SliceMemory& memory,
                            StopCondition& stop);

 private:
  void arrange();
  void find_slices(const Triple& outer, SliceMemory& memory, StopCondition& stop);
  void pair_rows_of_terms();
  SolutionCount count_with(const Triple& outer, SliceMemory& memory, StopCondition& stop);
  std::uint64_t count_with(std::size_t partition);

  const Kernels& kernels_;
  Plan plan_;
  SecondTriples second_;
  ThirdTriples third_;
  Shares shares_;  // for the partitions of band a in the second stack
  // For one triple of the outer stack:
  std::array<Slice, 3> slices_;
  SliceTable b_;
  SliceTable c_;
  std::vector<TriplePair> pairs_;  // of the third stack; c is the offset of its row in terms_
  // For one partition of band a:
  AlignedWords factors_;
  AlignedWords terms_;
  std::vector<std::uint32_t> low_weights_;
  std::vector<std::uint32_t> high_weights_;
};

}  // namespace sudoku::bandjoin
