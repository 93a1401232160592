#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engines/engine.h"
#include "harness/base/system.h"
#include "harness/cli/option_table.h"
#include "harness/dataset/dataset.h"
#include "harness/external/solvers.h"
#include "harness/measure/runner.h"
#include "harness/stats/task.h"

namespace sudoku {

enum class Verbosity : std::uint8_t { quiet, normal, verbose };

/// What a run is asked for.
struct BenchOptions {
  std::vector<std::string> datasets;  ///< `-` is standard input
  ReadOptions read;
  Selection selection;
  RequestedSolvers solvers;
  SolveLimits limits;
  std::chrono::nanoseconds time_limit{0};
  Warmup warmup;
  unsigned repetitions = 1;
  std::size_t block_size = 0;  ///< puzzles; 0: by the size of the dataset
  unsigned threads = 1;
  bool pin = false;
  bool counters = false;
  std::string baseline;  ///< engine of the run; empty: the fastest
  std::string out;       ///< directory; empty: results/<dataset>-<UTC time>
  bool force = false;
  bool per_puzzle = false;
  std::string gbench;  ///< file in the form of Google Benchmark; empty: none
  std::vector<std::pair<std::string, std::string>> context;
  When progress = When::automatic;
  When color = When::automatic;
  Verbosity verbosity = Verbosity::normal;
};

/// Of what is asked for, the threads that this process may use.
unsigned threads_of(const BenchOptions& options);

/// What of it changes the results, as context.json has it.
Task task_of(const BenchOptions& options);

/// Reads the options of the command line. Throws UsageError.
BenchOptions bench_options(const OptionValues& values);

}  // namespace sudoku
