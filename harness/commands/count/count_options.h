#pragma once

#include "harness/cli/dataset_options.h"
#include "harness/cli/engine_options.h"
#include "harness/cli/limit_options.h"
#include "harness/cli/run_options.h"

// The options of the count command. The plan command shares those that affect the counts.

namespace sudoku {

/// The options that affect the counts.
struct CountingOptions {
  OptionValues values;
  ReadOptions read = read_options(values);
  const EngineInfo* engine = counting_engine(values);  ///< null: the fastest
  SolveLimits limits = solve_limits(values, 0);
  bool per_puzzle = values.has("per-puzzle");

  /// Returns the engine of --engine, or null.
  static const EngineInfo* counting_engine(const OptionValues& values);
};

/// Adds the options that affect the counts.
void add_counting(OptionTable& options);

/// Returns the given options of add_counting as arguments for the count command.
std::vector<std::string> counting_arguments(const OptionValues& values);

struct CountOptions : CountingOptions {
  std::string input = only_dataset(values, "count");
  Shard shard = shard_option(values);
  unsigned threads = thread_count(values);
  std::string checkpoint = values.text("checkpoint");  ///< directory; empty: none
  bool resume = values.has("resume");
  /// Counts a sample again; null: no check.
  const EngineInfo* check = values.has("check") ? engine_named(values.text("check")) : nullptr;
  std::uint64_t sample = check == nullptr ? 0 : values.number("check-sample", 100, 1);  ///< puzzles
  std::uint64_t seed = 1;                ///< random seed of the sample
  std::string out = values.text("out");  ///< directory; empty: none
  bool force = values.has("force");
  When progress = progress_option(values);
  bool quiet = values.has("quiet");

  /// Whether to print the rows of puzzles.csv to standard output, and the table to standard error.
  bool prints_rows() const { return per_puzzle && out.empty(); }
};

/// Throws UsageError.
CountOptions count_options(const OptionValues& values);

}  // namespace sudoku
