#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/bandjoin/plan.h"
#include "engines/bandjoin/shares.h"
#include "engines/bandjoin/slice_table.h"
#include "engines/bandjoin/triple_lists.h"
#include "engines/solution_count.h"

namespace sudoku::bandjoin {

/// Counts the solutions of a puzzle in one orientation. The plan assigns the roles of stacks and
/// bands. An instance can be reused for other puzzles.
class Board {
 public:
  explicit Board(const Kernels& kernels) : kernels_(kernels), puzzle_(kernels) {}

  /// Loads a puzzle by its given candidates. Returns false if it has no solution.
  bool load(const Candidates& given);
  /// Loads the transposed puzzle of another board. Returns false if it has no solution.
  bool load_transposed(const Board& other);

  Plan& plan() { return plan_; }
  /// Copies the puzzle and the plan of another board.
  void copy_plan(const Board& planned);

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
  Puzzle puzzle_;
  Plan plan_{puzzle_};
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
