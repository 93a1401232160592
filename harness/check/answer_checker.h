#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/check/arbiter.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// Returns how an answer violates the rules, the clues or the limit; empty if it does not.
std::string find_violation(const Board& puzzle, const SolveResult& result, const Board& solution,
                           std::uint64_t max_solutions);

/// Returns how an answer contradicts the expectation of the dataset; empty if it does not.
std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            const Board& solution, std::uint64_t max_solutions);

/// Checks answers by the rules and the clues, by the expectation of the dataset, and by comparing
/// the engines: a puzzle and its isomorphs have the same number of solutions. Thread-safe.
///
/// If counts differ, a count below the number of distinct verified solutions is wrong.
/// For the rest, the arbiter decides. If it cannot, answers that differ from the most frequent one
/// are disagreements; engines that were wrong before have no vote.
class AnswerChecker {
 public:
  /// `ids` are the names of the engines in the messages. `arbiter` may be null; it must outlive the
  /// checker.
  AnswerChecker(std::vector<std::string> ids, std::uint64_t max_solutions, Arbiter* arbiter);

  /// Returns the faults in the answers of all engines to one block.
  std::vector<Fault> check(const PuzzleBlock& block, std::span<const EngineSample> engines);

 private:
  std::vector<std::string> ids_;
  std::uint64_t max_solutions_;
  Arbiter* arbiter_;
  std::vector<std::atomic<bool>> were_wrong_;  // of the engines
};

}  // namespace sudoku
