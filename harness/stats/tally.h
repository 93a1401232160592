#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/check/expectation_review.h"
#include "harness/measure/solver.h"
#include "harness/stats/rows.h"
#include "harness/stats/scores.h"

namespace sudoku {

/// Derives rows from the blocks of one dataset: run rows after each repetition, and summary rows at
/// the end. Not thread-safe.
class Tally : private DatasetRows {
 public:
  /// `solvers` are the engines of the plan, in the same order. They must outlive the tally.
  Tally(DatasetPlan plan, std::span<const Solver> solvers);

  using DatasetRows::add_disagreements;
  using DatasetRows::skipped_runs;

  void begin_repetition() { begin_part(); }

  /// Adds the next block. `rows` are its block rows. For a block from a checkpoint, the sample has
  /// the outcomes and times of single puzzles, but no solutions. If the checkpoint has no rows for
  /// single puzzles, the sample has no engines.
  void add(std::span<const BlockRow> rows, const BlockSample& sample);

  /// Returns the names in the rows of the current repetition. They are valid while the tally lives.
  BlockNames names() const;

  /// Results of one repetition.
  struct Repetition {
    std::vector<RunRow> runs;          ///< one per engine
    std::vector<std::size_t> changed;  ///< engines with other answers than in the first repetition
  };

  /// `digest` is the digest of the puzzles. `seeds` has one entry per engine; nullopt for an
  /// engine that is not stochastic.
  Repetition end_repetition(std::uint64_t digest, bool ended_early,
                            std::span<const std::optional<std::uint64_t>> seeds);

  /// Returns the summary rows of all solvers. Call it once, after the last repetition.
  std::vector<SummaryRow> summary();

  /// Returns a note if most of the expected counts contradict the answers; empty otherwise. See
  /// ExpectationReview::note.
  std::string expectation_note(const std::string& column) const { return review_.note(column); }

 private:
  void add_latencies(std::size_t engine, const EngineSample& sample);

  std::span<const Solver> solvers_;
  VirtualBest virtual_best_;
  std::vector<SuccessCounts> successes_;  // of stochastic engines
  ExpectationReview review_;              // of the answers of the first repetition
};

}  // namespace sudoku
