#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/stats/rows.h"
#include "harness/stats/scores.h"

namespace sudoku {

/// What all rows of a dataset have in common.
struct DatasetPlan {
  RowKey key;                        ///< without the engine
  std::vector<std::string> engines;  ///< that run on the dataset
  std::vector<SkippedSolver> skipped;
  unsigned isomorphs = 1;
  std::string baseline;                 ///< requested engine; empty: see baseline_of
  std::chrono::nanoseconds timeout{0};  ///< per puzzle; 0: none
};

/// Returns the plan of a dataset as far as the run rows of a saved run show it. Ignores rows of
/// other datasets.
DatasetPlan plan_of(std::span<const RunRow> runs, const std::string& dataset);

/// Derives the run rows and the summary rows of one dataset from the rows of its blocks. Works for
/// a run, for the shards of a run, and for saved results. Members identify engines by index in the
/// plan. Not thread-safe.
///
/// A repetition has a part for each shard, or one part without shards. For each part, add blocks
/// and totals in the order of the dataset. Then `end_repetition` makes the run rows. Add saved run
/// rows with `add_run` instead.
class DatasetRows {
 public:
  explicit DatasetRows(DatasetPlan plan);

  const DatasetPlan& plan() const { return plan_; }
  /// Sets the digest of the puzzles, which may be known only once they are read.
  void set_digest(std::uint64_t digest) { plan_.key.dataset_digest = digest; }
  unsigned repetitions() const { return repetitions_; }

  /// Begins a part. The order of the engines restarts, so blocks of different parts do not form
  /// pairs.
  void begin_part();
  /// Adds the time of a block.
  void add_block(std::size_t engine, const Totals& block);
  /// Adds the totals of a block, or of all blocks of a part, to the repetition.
  void add_totals(std::size_t engine, const Totals& totals) { engines_[engine].current += totals; }
  /// Adds the time of a puzzle that was started and timed by itself; nullopt if it was not solved.
  void add_latency(std::size_t engine, std::optional<std::int64_t> ns);

  /// Returns whether the answers differ from the first repetition. False unless the engine solved
  /// every puzzle in all repetitions.
  bool has_changed_answers(std::size_t engine) const;
  /// Adds a wrong answer of the repetition as a whole.
  void add_wrong(std::size_t engine) { ++engines_[engine].current.wrong; }

  /// Ends the repetition and returns its run rows. `seeds` has the seed of each stochastic engine.
  std::vector<RunRow> end_repetition(bool ended_early,
                                     std::span<const std::optional<std::uint64_t>> seeds);
  /// Adds the run row of a repetition that has ended. Ignores other datasets and skipped solvers.
  void add_run(const RunRow& run);

  /// Sets, for a stochastic engine, the sum of SuccessCounts over all repetitions.
  void set_success_squares(std::size_t engine, std::uint64_t squares) {
    engines_[engine].success_squares = squares;
  }

  /// Returns the run rows of skipped solvers, which hold no numbers.
  std::vector<RunRow> skipped_runs() const;

  /// Returns the summary rows: one per engine, then one per skipped solver. Without scores of the
  /// virtual best engine.
  std::vector<SummaryRow> summary() const;
  /// Adds these scores to the rows of `summary`.
  static void add_virtual_best(const VirtualBestScore& score, std::vector<SummaryRow>& rows);

 private:
  struct Engine {
    std::vector<RunRow> runs;
    Totals current;  // of the repetition that has not ended
    LatencyHistogram latencies;
    BlockTimes blocks;
    std::optional<std::uint64_t> success_squares;
  };

  SummaryRow row_of(const Engine& engine) const;
  std::optional<Estimate> success_of(const Engine& engine, const SummaryRow& row) const;

  DatasetPlan plan_;
  std::vector<Engine> engines_;
  unsigned repetitions_ = 0;
};

}  // namespace sudoku
