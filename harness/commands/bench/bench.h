#pragma once

#include "harness/base/system.h"
#include "harness/cli/option_table.h"
#include "harness/cli/result_options.h"
#include "harness/commands/bench/exports.h"
#include "harness/dataset/dataset.h"
#include "harness/external/solver_factory.h"
#include "harness/measure/runner.h"
#include "harness/report/summary_table.h"
#include "harness/stats/task.h"

namespace sudoku {

enum class Verbosity : std::uint8_t { quiet, normal, verbose };

/// The options of the bench command.
struct BenchOptions {
  std::vector<std::string> datasets;  ///< `-` is standard input
  ReadOptions read;
  Selection selection;
  RequestedSolvers solvers;
  SolveLimits limits;
  std::chrono::nanoseconds time_limit{0};             ///< per engine and repetition; 0: none
  std::optional<SlowLimit> slow_limit = SlowLimit();  ///< nullopt with --time-limit
  Warmup warmup;
  unsigned repetitions = 1;
  std::size_t block_size = 0;  ///< puzzles; 0: depends on the size of the dataset
  unsigned threads = 1;
  bool pin = false;
  bool counters = false;
  std::string baseline;  ///< id of an engine; empty: the fastest
  ResultOptions results;
  bool per_puzzle = false;  ///< write puzzles.csv; always with a checkpoint
  std::vector<Export> exports;
  std::vector<std::pair<std::string, std::string>> context;  ///< notes for context.json
  When progress = When::automatic;
  TableStyle style;
  Verbosity verbosity = Verbosity::normal;

  bool prints_tables() const { return verbosity != Verbosity::quiet && !is_stdout_export(exports); }
};

/// Returns the number of threads, limited to the CPUs that this process may use.
unsigned threads_of(const BenchOptions& options);

/// Returns the options that affect the results, for context.json.
Task task_of(const BenchOptions& options);

/// Throws UsageError.
BenchOptions bench_options(const OptionValues& values);

/// Makes the solvers of a run, for datasets with boards of these kinds.
using MakeSolvers = std::function<std::vector<Solver>(std::span<const BoardKind>)>;

/// Runs the solvers on the datasets and writes the results. `arguments` is the command line, for
/// context.json.
ExitCode run_bench(const BenchOptions& options, const MakeSolvers& make_solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments);

}  // namespace sudoku
