#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engines/board.h"
#include "engines/solution_count.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/stats/tally.h"
#include "harness/stats/verdict.h"

namespace sudoku {

// The rows of the result files. Where a value is missing, the column is empty. Rows that there are
// many of own no text.

/// What runs.csv and summary.csv say first of every row.
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
  std::optional<std::uint64_t> engine_seed{};  ///< of a stochastic one
};

/// A row of summary.csv: one engine and one dataset, over all repetitions.
struct SummaryRow {
  RowKey key;
  unsigned repetitions = 0;
  std::uint64_t pass_puzzles = 0;  ///< of the first repetition
  EngineTally tally;
  std::optional<MedianEstimate> block_ns;  ///< wall time per puzzle, over the blocks
  std::string baseline;                    ///< engine id; empty where no engine can be one
  std::string refused_baseline;            ///< that was asked for; its answers are wrong
  PairedRatio ratio;                       ///< to the baseline
  std::optional<double> par2_s;
  std::optional<double> vbs_par2_s;  ///< of the virtual best engine of the dataset
  std::optional<double> vbs_share;   ///< puzzles on which no other engine was faster, of all
  // Of a stochastic engine, where no pass ended early:
  std::optional<std::uint64_t> success_squares;  ///< see SuccessTally
  std::optional<ShareEstimate> success;          ///< of all passes and isomorphs
  Verdict verdict = Verdict::ok;
};

/// A row of blocks.csv: one engine, one block, one repetition.
struct BlockRow {
  std::string_view engine;
  std::string_view dataset;
  unsigned repetition = 0;
  std::uint64_t first_puzzle = 0;    ///< of the dataset, from 0
  std::uint64_t puzzles_digest = 0;  ///< sum of the hashes of the puzzles that were to be solved
  Totals totals;
  unsigned repeats = 0;
  std::int64_t reference_ns = 0;
};

/// A row of puzzles.csv: one puzzle, one engine, one repetition.
struct PuzzleRow {
  std::string_view dataset;
  std::uint64_t line = 0;
  OwnedBoard puzzle;
  std::uint64_t isomorph = 0;  ///< 0 is the puzzle as it stands in the dataset
  std::string_view engine;
  unsigned repetition = 0;
  std::string_view runstatus;  ///< see runstatus_of
  SolutionCount solutions = 0;
  std::optional<std::uint64_t> guesses;
  std::optional<std::int64_t> wall_ns;
};

/// Answered puzzles a second of the whole run, from the time summed over its threads; that of
/// puzzles that were cut short included.
double puzzles_per_second(const Totals& totals, unsigned threads);

/// ASlib's word for how the search of a puzzle ended, or `gave_up`, for which it has none.
std::string_view runstatus_of(const SolveResult& result, bool is_begun);

/// What the row tells of a puzzle that was begun, as far as totals need it: an answer counts as
/// that of a search that exhausted its tree, and every limit as a timeout.
SolveResult result_of(const PuzzleRow& row);

}  // namespace sudoku
