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

/// What the rules and the limit say against an answer; empty if nothing.
std::string find_violation(const Board& puzzle, const SolveResult& result, const Board& solution,
                           std::uint64_t max_solutions);

/// What a dataset's expectation says against an answer; empty if nothing.
std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            const Board& solution, std::uint64_t max_solutions);

/// Judges answers: by the rules and the clues, by the dataset's expectation, and by each other: to
/// one puzzle, and to all isomorphs of it, there is one number of solutions. Every thread may call
/// it.
///
/// Where engines differ, those are wrong who found fewer solutions than different ones are verified
/// among all answers. Of what is left, arbiter decide. Where they cannot, an answer that is unlike
/// those of most engines is a disagreement; then an engine that was wrong before has no vote.
class AnswerChecker {
 public:
  /// `ids` names the engines for the messages. Without `arbiter` nobody decides; they have to
  /// outlive the check.
  AnswerChecker(std::vector<std::string> ids, std::uint64_t max_solutions, Arbiter* arbiter);

  /// What is wrong with the answers of all engines to one block.
  std::vector<Fault> check(const PuzzleBlock& block, std::span<const EngineSample> engines);

 private:
  std::vector<std::string> ids_;
  std::uint64_t max_solutions_;
  Arbiter* arbiter_;
  std::vector<std::atomic<bool>> were_wrong_;  // of the engines
};

}  // namespace sudoku
