#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/board.h"
#include "engines/solution_count.h"
#include "harness/measure/sample.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/stats/confidence_interval.h"
#include "harness/stats/latency_histogram.h"
#include "harness/stats/noise.h"
#include "harness/stats/solution_histogram.h"
#include "harness/stats/speedup.h"
#include "harness/stats/verdict.h"

namespace sudoku {

struct VirtualBestScore;

/// Sums over puzzles that one engine was given.
struct Totals {
  std::uint64_t puzzles = 0;        ///< started
  std::uint64_t clues = 0;          ///< of these puzzles
  std::uint64_t solved = 0;         ///< of these puzzles
  std::uint64_t timeouts = 0;       ///< started, and stopped by a limit or an interrupt
  std::uint64_t gave_up = 0;        ///< started, and given up by a search that is not exhaustive
  std::uint64_t failed = 0;         ///< started, and the engine failed
  std::uint64_t skipped = 0;        ///< not started because of a limit or an interrupt
  std::uint64_t wrong = 0;          ///< with a wrong answer, or on which the engine failed
  std::uint64_t disagreements = 0;  ///< with a disputed answer
  SolutionCount solutions = 0;      ///< of solved puzzles
  SolutionHistogram histogram{};    ///< of solved puzzles, without those that stopped at a limit
  std::uint64_t guesses = 0;        ///< of solved puzzles
  bool has_guesses = true;          ///< the guesses of all solved puzzles are known
  std::int64_t wall_ns = 0;
  std::int64_t cpu_ns = 0;
  std::int64_t time_ns = 0;        ///< sum over the blocks of EngineSample::time_ns / iterations
  std::int64_t error_ns = 0;       ///< systematic error of `time_ns`
  std::int64_t interfered_ns = 0;  ///< wall time of the blocks with interference
  std::int64_t lost_ns = 0;        ///< part of it that other programs took
  Disturbance disturbance;         ///< during these blocks
  std::uint64_t interfered = 0;    ///< blocks with interference
  std::uint64_t repeated = 0;      ///< blocks that were measured again
  std::uint64_t blocks = 0;
  std::uint64_t switches = 0;       ///< involuntary context switches
  std::int64_t solved_ns = 0;       ///< wall time of solved puzzles, or of their blocks
  std::uint64_t answer_digest = 0;  ///< of solved puzzles
  /// Largest memory use of one copy of the engine; nullopt if unknown.
  std::optional<std::uint64_t> peak_bytes{};
  // The next three are nullopt if they are unknown for any block in which a puzzle was started.
  EventCounts events{};
  std::uint64_t scaled = 0;  ///< blocks for which one of `events` is an estimate
  std::optional<std::uint64_t> package_uj{};

  /// Adds the totals of other puzzles. Caps sums that do not fit.
  Totals& operator+=(const Totals& other);

  /// Returns the number of puzzles, started or not.
  std::uint64_t given() const { return puzzles + skipped; }
};

inline bool has_solved_all(const Totals& totals) {
  return totals.skipped == 0 && totals.solved == totals.puzzles;
}

/// Returns the verdict on a run row. `ended_early` is true if its repetition ended early.
Verdict verdict_of(const Totals& totals, bool ended_early);

/// Returns solved puzzles per second, for all threads together. The time includes puzzles that were
/// not solved.
double puzzles_per_second(const Totals& totals, unsigned threads);

// The rows of the result files. A missing value is an empty field. Rows of blocks and puzzles own
// no text: the texts that they refer to must outlive them.

/// First columns of runs.csv and summary.csv.
struct RowKey {
  std::string engine;
  std::string dataset;
  std::uint64_t dataset_digest = 0;
  std::uint64_t max_solutions = 0;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  Shape shape = k9x9;  ///< of the boards
};

/// A row of runs.csv: one engine, one dataset, one repetition.
struct RunRow {
  RowKey key;
  unsigned repetition = 0;  ///< from 0
  Totals totals;
  Verdict verdict = Verdict::ok;
  Noise noise = Noise::none;
  std::optional<std::uint64_t> engine_seed{};  ///< of a stochastic engine
};

/// A row of summary.csv: one engine, one dataset, all repetitions.
struct SummaryRow {
  RowKey key;
  unsigned repetitions = 0;
  std::uint64_t pass_puzzles = 0;  ///< puzzles in the first repetition
  /// Of all repetitions, except the answer digest, which is that of the first repetition.
  Totals totals;
  LatencyQuantiles latencies;  ///< of the puzzles that were started and timed by themselves
  /// Some puzzles were timed by themselves. Always false in a saved row, because files lack it.
  bool is_timed_by_puzzle = false;
  std::optional<Estimate> block_ns;  ///< median `time_ns` per puzzle, over the blocks
  std::string baseline;              ///< engine id; empty if no engine can be it
  std::string refused_baseline;      ///< the requested baseline, if its answers are wrong
  Speedup speedup;                   ///< over the baseline
  bool is_own = false;               ///< a solver of the user: a plugin or a command
  /// Speedups of a solver with `is_own` over the engines of the dataset, by id. Empty if the times
  /// of the blocks are unknown.
  std::map<std::string, Speedup> own_speedups{};
  std::optional<double> par2_s;
  std::optional<double> vbs_par2_s;  ///< of the virtual best engine of the dataset
  std::optional<double> vbs_share;   ///< share of puzzles on which no other engine was faster
  // Of a stochastic engine, if no repetition ended early:
  std::optional<std::uint64_t> success_squares;  ///< see SuccessCounts
  std::optional<Estimate> success;               ///< over all repetitions and isomorphs
  Verdict verdict = Verdict::ok;
  Noise noise = Noise::none;
  /// Relative difference between the rates of the repetitions; 0 if unknown.
  double spread = 0;
};

/// Returns the row of an engine on a dataset; null if there is none.
template <typename Rows>
auto* find_row(Rows& rows, std::string_view engine, std::string_view dataset) {
  const auto row = std::ranges::find_if(rows, [&](const auto& candidate) {
    return candidate.key.engine == engine && candidate.key.dataset == dataset;
  });
  return row == rows.end() ? nullptr : &*row;
}

/// Summary rows of the datasets of a run: the rows of one dataset, at least one, per element.
using DatasetTables = std::vector<std::vector<SummaryRow>>;

/// Returns whether there are wrong or disputed answers.
bool has_faults(const DatasetTables& tables);

/// Returns whether the engine solved every puzzle of every repetition.
inline bool is_complete(const SummaryRow& row) {
  return row.verdict != Verdict::partial && has_solved_all(row.totals);
}

/// A row of blocks.csv: one engine, one block, one repetition.
struct BlockRow {
  std::string_view engine;
  std::string_view dataset;
  unsigned repetition = 0;
  std::uint64_t first_puzzle = 0;    ///< in the dataset, from 0
  std::uint64_t puzzles_digest = 0;  ///< sum of the hashes of the puzzles given to the engine
  Totals totals;
  unsigned repeats = 0;  ///< how often the block was measured again
  std::int64_t reference_ns = 0;
  std::uint64_t iterations = 1;  ///< of the measured call; the totals are those of one iteration
};

/// The ASlib run status of a search, or `gave_up`, which ASlib lacks.
enum class RunStatus : std::uint8_t {
  ok,
  timeout,
  gave_up,
  crash,
  other,  ///< the puzzle was not started
};
constexpr std::array<std::string_view, 5> names_of(RunStatus) {
  return {"ok", "timeout", "gave_up", "crash", "other"};
}

/// A row of puzzles.csv: one puzzle, one engine, one repetition.
struct PuzzleRow {
  std::string_view dataset;
  std::uint64_t line = 0;
  OwnedBoard puzzle;
  std::uint64_t isomorph = 0;  ///< 0 is the puzzle as it is in the dataset
  std::string_view engine;
  unsigned repetition = 0;
  RunStatus runstatus = RunStatus::other;
  SolutionCount solutions = 0;
  std::optional<std::uint64_t> guesses;
  std::optional<std::int64_t> wall_ns;
};

/// Names of the rows of a block.
struct BlockNames {
  std::span<const std::string> engines;  ///< in the order of the sample
  std::string_view dataset;
  unsigned repetition = 0;
};

/// Returns the totals of a block for each of its engines.
std::vector<Totals> block_totals(const BlockSample& sample);

/// Returns one row per engine.
std::vector<BlockRow> block_rows(const BlockSample& sample, const BlockNames& names);

/// Returns the status of a search. `is_started` is false if the puzzle was not started.
RunStatus runstatus_of(const SolveResult& result, bool is_started);

/// What all rows of a dataset have in common.
struct DatasetPlan {
  RowKey key;                        ///< without the engine
  std::vector<std::string> engines;  ///< engines that run on the dataset
  std::vector<SkippedSolver> skipped;
  std::vector<std::string> own;  ///< plugins and commands of the user among the engines
  unsigned isomorphs = 1;
  std::string baseline;                 ///< requested engine; empty: see baseline_of
  std::chrono::nanoseconds timeout{0};  ///< per puzzle; 0: none
};

/// Returns the relative difference between the rates of the fastest and the slowest repetition of
/// an engine. 0 for stochastic engines, which differ by their seeds, if a puzzle was not
/// solved, and without runs.
double spread_of(std::span<const RunRow> runs);

/// Sets `own_speedups` of the rows with `is_own`. `times` has one entry per row.
void compare_own_solvers(std::span<SummaryRow> rows, std::span<const BlockTimes> times);

/// Returns the plan of a dataset as far as the run rows of a saved run show it. Ignores rows of
/// other datasets.
DatasetPlan plan_of(std::span<const RunRow> runs, const std::string& dataset);

/// Derives the run rows and the summary rows of one dataset from the rows of its blocks and the
/// times of its puzzles. Works for a run and for the shards of a run. Members identify engines by
/// index in the plan. Not thread-safe.
///
/// A repetition has a part for each shard, or one part without shards. For each part, add blocks
/// and totals in the order of the dataset. Then `end_repetition` makes the run rows.
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

  /// Returns whether the engine gave other answers than in the first repetition. Returns false if
  /// it did not solve every puzzle in every repetition so far.
  bool has_changed_answers(std::size_t engine) const;
  /// Counts a wrong answer that concerns the whole repetition.
  void add_wrong(std::size_t engine) { ++engines_[engine].current.wrong; }
  /// Counts disputed answers that were found after the blocks.
  void add_disagreements(std::size_t engine, std::uint64_t puzzles) {
    engines_[engine].current.disagreements += puzzles;
  }

  /// Ends the repetition and returns its run rows. `seeds` has one entry per engine; nullopt if it
  /// is not stochastic.
  std::vector<RunRow> end_repetition(bool ended_early,
                                     std::span<const std::optional<std::uint64_t>> seeds);

  /// Sets, for a stochastic engine, the sum of SuccessCounts over all repetitions.
  void set_success_squares(std::size_t engine, std::uint64_t squares) {
    engines_[engine].success_squares = squares;
  }

  /// Returns the run rows of skipped solvers, which hold no numbers.
  std::vector<RunRow> skipped_runs() const;

  /// Returns the summary rows: one per engine, then one per skipped solver. Without scores of the
  /// virtual best engine.
  std::vector<SummaryRow> summary() const;
  /// Adds the scores of the virtual best engine to the rows of `summary`.
  static void add_virtual_best(const VirtualBestScore& score, std::vector<SummaryRow>& rows);

 private:
  struct Engine {
    std::vector<RunRow> runs;
    Totals current;  // of the repetition that has not ended
    LatencyHistogram latencies;
    BlockTimes blocks;
    std::size_t first_block = 0;  // of the repetition that has not ended
    std::optional<std::uint64_t> success_squares;
  };

  SummaryRow row_of(const Engine& engine) const;
  std::optional<Estimate> success_of(const Engine& engine, const SummaryRow& row) const;

  DatasetPlan plan_;
  std::vector<Engine> engines_;
  unsigned repetitions_ = 0;
};

}  // namespace sudoku
