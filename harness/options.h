#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engines/engine.h"
#include "engines/registry.h"
#include "harness/dataset/dataset.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/dataset_writer.h"
#include "harness/generate/mine.h"
#include "harness/generate/plan.h"
#include "harness/measure/runner.h"

namespace sudoku {

enum class When : std::uint8_t { automatic, always, never };

enum class Verbosity : std::uint8_t { quiet, normal, verbose };

enum class SolutionOutput : std::uint8_t { automatic, grid, line, csv };

/// An engine that the user brings along.
struct PluginSpec {
  std::string name;
  std::string file;  ///< a shared library
  std::string symbol = "SolveSudoku";
};
struct CommandSpec {
  std::string name;
  std::string command;  ///< for the shell
};

struct BenchOptions {
  std::vector<std::string> datasets;  ///< `-` is standard input
  ReadOptions read;
  Selection selection;
  std::vector<const EngineInfo*> engines;
  EngineOptions engine_options;
  std::vector<PluginSpec> plugins;
  std::vector<CommandSpec> commands;
  SolveLimits limits;
  std::chrono::nanoseconds time_limit{0};
  Warmup warmup;
  unsigned repetitions = 1;
  std::size_t block_size = 0;  ///< puzzles; 0: by the size of the dataset
  unsigned threads = 1;
  bool pin = false;
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

struct SolveOptions {
  std::string input = "-";
  ReadOptions read;
  const EngineInfo* engine = nullptr;
  EngineOptions engine_options;
  SolveLimits limits;
  SolutionOutput output = SolutionOutput::automatic;
  bool timing = false;
  bool quiet = false;
};

struct ConvertOptions {
  std::string input = "-";
  ReadOptions read;
  PuzzleForm form = PuzzleForm::line;
  std::string out;  ///< a file; empty: standard output
  bool force = false;
  bool quiet = false;
};

struct AuditOptions {
  std::string input;
  ReadOptions read;
  std::chrono::nanoseconds timeout{0};  ///< of each search
  bool isomorphs = false;               ///< look for isomorphic puzzles
  bool json = false;                    ///< the report for programs
  std::size_t list = 10;                ///< findings of each kind to list
  unsigned threads = 1;
  When progress = When::automatic;
  bool quiet = false;
};

struct CompareOptions {
  std::string old_run;  ///< result directories
  std::string new_run;
  double noise_threshold = 0;  ///< as a part of 1
};

struct SelftestOptions {
  const EngineInfo* engine = nullptr;
  unsigned trials = 0;  ///< of each kind
  std::uint64_t seed = 1;
};

struct ConformanceOptions {
  std::vector<const EngineInfo*> engines;
  std::vector<PluginSpec> plugins;
  std::vector<CommandSpec> commands;
  std::chrono::nanoseconds timeout{0};  ///< of each question
};

struct GenerateOptions {
  GeneratePlan plan;
  std::uint64_t count = 0;  ///< of the puzzles of all shards
  std::uint64_t shard = 0;  ///< from 0
  std::uint64_t shard_count = 1;
  std::optional<MinePlan> mine;            ///< a search for hard puzzles, instead of the plan
  std::chrono::nanoseconds time_limit{0};  ///< of the search; 0: none
  unsigned threads = 1;
  std::string out;  ///< file; empty: standard output
  bool force = false;
  When progress = When::automatic;
};

struct CountOptions {
  std::string input = "-";
  ReadOptions read;
  const EngineInfo* engine = nullptr;  ///< null: the fastest
  SolveLimits limits;
  unsigned threads = 1;
  bool per_puzzle = false;
  std::uint64_t shard = 0;  ///< from 0
  std::uint64_t shard_count = 1;
  std::string checkpoint;  ///< directory; empty: none
  bool resume = false;
  const EngineInfo* check = nullptr;  ///< counts a sample again; null: none
  std::uint64_t sample = 0;           ///< puzzles
  std::uint64_t seed = 1;             ///< of the sample
  std::string out;                    ///< directory; empty: none
  bool force = false;
  When progress = When::automatic;
  bool quiet = false;
};

struct MergeOptions {
  std::vector<std::string> inputs;  ///< counts.csv of the shards, or their directories
  std::string out;                  ///< directory; empty: none
  bool force = false;
  bool quiet = false;
};

enum class Backend : std::uint8_t { slurm, parallel, local };

struct JobPlanOptions {
  Backend backend = Backend::local;
  std::uint64_t shard_count = 0;
  std::string dataset;
  std::string out;                           ///< directory of the shards and of their union
  std::uint64_t max_running = 0;             ///< shards at once; 0: as the backend likes
  unsigned threads = 1;                      ///< of each shard
  bool is_exclusive = false;                 ///< each shard has a node of its own
  ReadOptions read;                          ///< of the dataset
  std::vector<std::string> count_arguments;  ///< for the count command, as typed
};

struct EnginesOptions {};

/// The command line asks for this text on standard output, nothing else.
struct TextRequest {
  std::string text;
};

using Command =
    std::variant<BenchOptions, SolveOptions, GenerateOptions, ConvertOptions, AuditOptions,
                 CompareOptions, SelftestOptions, CountOptions, MergeOptions, JobPlanOptions,
                 ConformanceOptions, EnginesOptions, TextRequest>;

/// Reads `arguments` (without the program's name): a command word, or none for `bench`, then its
/// options. Throws UsageError.
Command parse_command_line(std::span<const std::string> arguments);

}  // namespace sudoku
