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
#include "harness/stats/verdict.h"

namespace sudoku {

/// What all rows of a dataset have in common.
struct DatasetPlan {
  RowKey key;                        ///< without the engine
  std::vector<std::string> engines;  ///< that run on the dataset
  unsigned isomorphs = 1;
  std::string baseline;                 ///< requested engine; empty: see baseline_of
  std::chrono::nanoseconds timeout{0};  ///< per puzzle; 0: none
};

/// Returns whether the row has a wrong answer or the engine failed. Such an engine is never the
/// baseline, and has no speedup and no score.
bool is_disqualified(const SummaryRow& row);

/// Derives the run rows and the summary rows of one dataset from the rows of its blocks: for a run,
/// for the shards of a run, and for saved results. Engines are named by their index in the plan.
/// Not thread-safe.
///
/// A repetition consists of parts: the one of a run, or those of all shards. For each part, add its
/// blocks and their totals in the order of the dataset. Then `end_repetition` makes its run rows.
/// Saved run rows are added with `add_run` instead.
class DatasetRows {
 public:
  explicit DatasetRows(DatasetPlan plan);

  const DatasetPlan& plan() const { return plan_; }
  /// Sets the digest of the puzzles, which may be known only once they are read.
  void set_digest(std::uint64_t digest) { plan_.key.dataset_digest = digest; }
  unsigned repetitions() const { return repetitions_; }

  void begin_repetition();
  /// Begins a part. The order of the engines starts anew, so no two blocks of different parts are
  /// paired.
  void begin_part();
  /// Adds the time of a block.
  void add_block(std::size_t engine, const Totals& block);
  /// Adds to the totals of the repetition: those of a block, or of all blocks of a part.
  void add_totals(std::size_t engine, const Totals& totals);
  /// Adds the time of a puzzle that was begun and timed by itself.
  void add_latency(std::size_t engine, const SolveResult& result, std::int64_t ns);

  /// Returns whether the answers differ from those of earlier repetitions. False unless the engine
  /// solved every puzzle in all of them.
  bool has_changed_answers(std::size_t engine) const;
  /// Adds a wrong answer of the repetition as a whole.
  void add_wrong(std::size_t engine) { ++current_[engine].wrong; }

  /// Ends the repetition and returns its run rows. `is_cut`: it ended early. `seeds` has the seed
  /// of each stochastic engine.
  std::vector<RunRow> end_repetition(bool is_cut,
                                     std::span<const std::optional<std::uint64_t>> seeds);
  /// Adds the run row of a repetition that has ended.
  void add_run(std::size_t engine, const RunRow& run);

  /// Sets, for a stochastic engine, the sum of SuccessCounts over all repetitions.
  void set_success_squares(std::size_t engine, std::uint64_t squares);

  /// Returns the run rows of skipped solvers, which hold no numbers.
  std::vector<RunRow> skipped_runs(std::span<const SkippedSolver> skipped) const;

  /// Returns the summary rows: one per engine, then one per skipped solver. Without scores of the
  /// virtual best engine.
  std::vector<SummaryRow> summary(std::span<const SkippedSolver> skipped) const;
  /// Adds these scores to the rows of `summary`.
  static void add_virtual_best(const VirtualBestScore& score, std::vector<SummaryRow>& rows);

 private:
  /// What is known of one engine over all repetitions.
  struct Engine {
    Totals totals;
    LatencyHistogram latencies;
    BlockTimes blocks;
    std::uint64_t first_puzzles = 0;  // in the first repetition
    std::vector<double> rates;        // of each repetition, in puzzles per second
    Verdict verdict = Verdict::ok;
    bool is_stochastic = false;
    std::optional<std::uint64_t> success_squares;
  };

  SummaryRow row_of(const Engine& engine, const std::string& id) const;
  std::optional<ShareEstimate> success_of(const Engine& engine) const;

  DatasetPlan plan_;
  std::vector<Engine> engines_;
  std::vector<Totals> current_;  // of the repetition
  unsigned repetitions_ = 0;
};

/// Returns the engine that the speedups refer to; empty if there is none. A requested engine is the
/// baseline unless it is disqualified; then there is none. Without a request, the fastest engine
/// that solved everything without a dispute is the baseline, or else the one that solved most.
std::string baseline_of(std::span<const SummaryRow> rows, const std::string& requested);

}  // namespace sudoku
