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
#include "harness/stats/tally.h"

namespace sudoku {

/// What may be said of a row of results; where several hold, the first one here counts.
enum class Verdict : std::uint8_t {
  wrong,           ///< an answer is proved wrong, or the engine broke down
  disagreement,    ///< an answer is unlike that of the other engines, and nobody knows who is right
  unavailable,     ///< this CPU, or this build, cannot run the engine
  not_applicable,  ///< the engine counts without listing, or is incomplete, and more is asked for
  partial,         ///< a limit, an interrupt or bad input left puzzles without an answer
  incomplete,      ///< the search is not exhaustive, and gave up on puzzles
  interfered,      ///< something else ran on the processor: the engine had too little of it
  noisy,           ///< repetitions differ too much
  ok,
};

/// Whether an engine was run at all that got this verdict.
constexpr bool has_run(Verdict verdict) {
  return verdict != Verdict::unavailable && verdict != Verdict::not_applicable;
}

std::string_view to_string(Verdict verdict);
/// Nothing for a word that is none.
std::optional<Verdict> verdict_named(std::string_view word);

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

/// Whether too much of its time was interfered with, whatever else the verdict says.
bool is_interfered(const Totals& totals);

/// The verdict on a row. `is_cut` says that the pass itself ended early.
Verdict verdict_of(const Totals& totals, bool is_cut);

}  // namespace sudoku
