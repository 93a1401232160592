#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/board.h"
#include "engines/solution_count.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/stats/speedup.h"
#include "harness/stats/statistics.h"
#include "harness/stats/totals.h"
#include "harness/stats/verdict.h"

namespace sudoku {

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
  std::optional<std::uint64_t> engine_seed{};  ///< of a stochastic engine
};

/// A row of summary.csv: one engine, one dataset, all repetitions.
struct SummaryRow {
  RowKey key;
  unsigned repetitions = 0;
  std::uint64_t pass_puzzles = 0;  ///< puzzles in the first repetition
  Totals totals;                   ///< of all repetitions; the answer digest is that of one
  LatencyHistogram latencies;      ///< of the puzzles that were begun and timed by themselves
  std::optional<MedianEstimate> block_ns;  ///< wall time per puzzle, over the blocks
  std::string baseline;                    ///< engine id; empty if no engine can be it
  std::string refused_baseline;            ///< the requested baseline, if its answers are wrong
  Speedup speedup;                         ///< over the baseline
  std::optional<double> par2_s;
  std::optional<double> vbs_par2_s;  ///< of the virtual best engine of the dataset
  std::optional<double> vbs_share;   ///< share of puzzles on which no other engine was faster
  // Of a stochastic engine, if no repetition ended early:
  std::optional<std::uint64_t> success_squares;  ///< see SuccessCounts
  std::optional<ShareEstimate> success;          ///< over all repetitions and isomorphs
  Verdict verdict = Verdict::ok;
};

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
};

/// A row of puzzles.csv: one puzzle, one engine, one repetition.
struct PuzzleRow {
  std::string_view dataset;
  std::uint64_t line = 0;
  OwnedBoard puzzle;
  std::uint64_t isomorph = 0;  ///< 0 is the puzzle as it is in the dataset
  std::string_view engine;
  unsigned repetition = 0;
  std::string_view runstatus;  ///< see runstatus_of
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

/// Returns one row per engine.
std::vector<BlockRow> block_rows(const BlockSample& sample, const BlockNames& names);

/// Returns one row per puzzle and engine, puzzle by puzzle.
std::vector<PuzzleRow> puzzle_rows(const BlockSample& sample, const BlockNames& names);

/// Returns answered puzzles per second of wall time. The time is that of all threads and includes
/// puzzles that were cut short.
double puzzles_per_second(const Totals& totals, unsigned threads);

/// Returns the ASlib run status of a search, or `gave_up`, which ASlib lacks.
std::string_view runstatus_of(const SolveResult& result, bool is_begun);

/// Reconstructs the result of a puzzle that was begun. An answer becomes an exhausted search, and
/// every limit becomes a timeout.
SolveResult result_of(const PuzzleRow& row);

}  // namespace sudoku
