#pragma once

#include "harness/check/arbiter.h"
#include "harness/check/disagreement.h"
#include "harness/measure/runner.h"

namespace sudoku {

/// Returns how an answer violates the rules, the clues or the limit; empty if it does not.
std::string find_violation(const Board& puzzle, const SolveResult& result, const Board& solution,
                           std::uint64_t max_solutions);

/// Returns how an answer contradicts the expectation of the dataset; empty if it does not.
std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            const Board& solution, std::uint64_t max_solutions);

/// Checks the answers of a run against the rules, the clues, the expectations of the dataset and
/// the other engines (disagreement.h). Two probes ask the engines again. Thread-safe.
///
/// Listing probe: each engine of this process lists the solutions of one puzzle with several. All
/// of them must be different.
///
/// Uniqueness probe: each engine solves isomorphs of puzzles for which it found one solution. One
/// of them has a second solution: an engine that does not look for it answers wrong.
class AnswerChecker final : public BlockCheck {
 public:
  /// The solvers must outlive the checker.
  AnswerChecker(std::span<const Solver> solvers, const SolveLimits& limits,
                ArbiterTime arbiter_time = {});

  std::vector<Fault> check(const PuzzleBlock& block,
                           std::span<const EngineSample> engines) override;
  void probe(std::span<Executor* const> executors, BlockSample& sample) override;

  /// Whether a disagreement stayed open because the arbiter had used all its time.
  bool is_arbiter_out_of_time() const { return arbiter_.is_out_of_time(); }

 private:
  /// Checks each answer for the isomorphs from puzzle `begin` on by itself.
  void collect_answers(const PuzzleBlock& block, std::size_t begin,
                       std::span<const EngineSample> engines, AnswerGroup& group) const;
  void probe_listing(std::size_t solver, Executor& executor, BlockSample& sample) const;
  void probe_uniqueness(std::size_t solver, Executor& executor, BlockSample& sample);
  /// Number of puzzles that the uniqueness probe asks an engine. An external engine could
  /// recognize a single probe. It gets several puzzles, and sometimes a whole block.
  std::size_t uniqueness_questions(std::size_t solver, const PuzzleBlock& block) const;
  void report_wrong(std::size_t solver, std::size_t puzzle, const std::string& what,
                    BlockSample& sample) const;

  std::span<const Solver> solvers_;
  SolveLimits limits_;
  Arbiter arbiter_;
  std::vector<std::atomic<bool>> were_wrong_;  // one per solver
};

}  // namespace sudoku
