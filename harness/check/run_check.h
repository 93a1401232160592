#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/check/answer_checker.h"
#include "harness/check/arbiter.h"
#include "harness/measure/runner.h"

namespace sudoku {

/// Checks the blocks of a run in all ways: by rules, clues and expectations, by comparing the
/// engines, and by two probes that ask the engines again. Thread-safe.
///
/// Listing probe: each engine of this process lists the solutions of one puzzle with several. They
/// must be different ones.
///
/// Uniqueness probe: each engine solves isomorphs of puzzles for which it found one solution. One
/// of them has a second solution: an engine that does not look for it answers wrong.
class RunCheck final : public BlockCheck {
 public:
  RunCheck(std::span<const Solver> solvers, const SolveLimits& limits);

  std::vector<Fault> check(const PuzzleBlock& block,
                           std::span<const EngineSample> engines) override;
  void probe(std::span<Executor* const> executors, BlockSample& sample) override;

  /// Whether a disagreement stayed open because the arbiter had used all its time.
  bool is_arbiter_out_of_time() const { return arbiter_.is_out_of_time(); }

 private:
  struct SolverTraits {
    std::string id;
    bool lists_solutions;
    bool is_external;
  };

  void probe_listing(std::size_t solver, Executor& executor, BlockSample& sample) const;
  void probe_uniqueness(std::size_t solver, Executor& executor, BlockSample& sample);
  /// Number of puzzles that the uniqueness probe asks an engine. An external engine could
  /// recognize a single probe. It gets several puzzles, and sometimes a whole block.
  std::size_t uniqueness_questions(std::size_t solver, const PuzzleBlock& block) const;
  void report_wrong(std::size_t solver, std::size_t puzzle, const std::string& what,
                    BlockSample& sample) const;

  std::vector<SolverTraits> solvers_;
  SolveLimits limits_;
  Arbiter arbiter_;
  AnswerChecker answers_;
};

}  // namespace sudoku
