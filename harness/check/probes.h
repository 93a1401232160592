#pragma once

#include <optional>
#include <string>
#include <unordered_set>

#include "engines/engine.h"
#include "harness/puzzle/owned_boards.h"

// Further questions to an engine if its answers look correct.

namespace sudoku {

/// Checks every solution that an engine lists for one puzzle: it must be correct, and different
/// from the earlier ones. Remembers up to 4 million solutions, by hashes. The probability of a
/// false report is below 10^-6.
class ListingCheck final : public SolutionSink {
 public:
  /// `next` also receives the solutions; it may be null. The puzzle and `next` must outlive the
  /// check.
  explicit ListingCheck(const Board& puzzle, SolutionSink* next = nullptr)
      : puzzle_(puzzle), next_(next) {}

  void on_solution(std::size_t puzzle, const Board& solution) override;

  /// Number of solutions received.
  std::uint64_t listed() const { return listed_; }
  /// Describes the first fault; empty if there is none.
  const std::string& fault() const { return fault_; }

 private:
  static constexpr std::uint64_t kMostKept = std::uint64_t{1} << 22;

  Board puzzle_;
  SolutionSink* next_;
  std::uint64_t listed_ = 0;
  std::unordered_set<std::uint64_t> seen_;  // hashes
  std::string fault_;
};

/// Lets the engine list up to 1000 solutions of a puzzle. `answer` is its earlier answer. Returns
/// what is wrong; empty if nothing is, or if the engine needs more than a second.
std::string find_listing_fault(Engine& engine, const Board& puzzle, const SolveResult& answer,
                               const std::atomic<bool>* stop);

/// Puzzles for which an engine found one solution.
struct UniquePuzzles {
  BoardList puzzles;
  std::size_t opened = 0;  ///< index of the puzzle that gets a second solution
  OwnedBoard solution;     ///< of that puzzle
};

/// A wrong answer to an isomorph of one of these puzzles.
struct UniquenessFault {
  std::size_t puzzle;  ///< index of the puzzle
  std::string what;
  std::string asked;  ///< the isomorph
};

/// Detects an engine that does not look for a second solution. Asks isomorphs of the puzzles with
/// the limits of the run, so that the engine cannot distinguish them from puzzles of the run. One
/// isomorph has a second solution (see without_uniqueness). `limits.max_solutions` must not be 1.
/// Returns the fault. Returns nullopt if there is no fault, or if the engine exceeds
/// `expected_time` by a second.
std::optional<UniquenessFault> find_uniqueness_fault(Engine& engine, const UniquePuzzles& unique,
                                                     SolveLimits limits,
                                                     std::chrono::nanoseconds expected_time);

}  // namespace sudoku
