#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/measure/context.h"
#include "harness/results/record.h"

namespace sudoku {

/// What `bench --shard` has written, but for the rows of blocks and puzzles.
struct BenchShard {
  /// Of a row of summary.csv what no other file tells.
  struct Scores {
    std::optional<double> par2_s;
    std::optional<double> vbs_par2_s;
    std::optional<double> vbs_share;
  };

  std::filesystem::path directory;
  nlohmann::json context;  ///< of context.json
  Shard shard;
  std::map<std::string, std::string> task;  ///< see RunContext
  std::vector<RunContext::DatasetEntry> datasets;
  std::vector<RunRecord> runs;  ///< of runs.csv; their totals have no times of answered puzzles
  std::vector<Scores> scores;   ///< of summary.csv

  std::string file(const char* name) const { return (directory / name).string(); }
  /// Of an option that decides about the result.
  std::string option(const std::string& name) const;
  bool has_puzzles() const { return option("per-puzzle") == "true"; }
};

/// Throws InputError for files that are missing or damaged, and for results of what was no shard.
BenchShard load_bench_shard(const std::filesystem::path& directory);

/// Puts the shards of one run into their order. Throws InputError, which names the file, unless
/// each shard is there once and was solved to its end, all are of the same datasets, engines and
/// options, and each begins where the one before it ends.
void order_bench_shards(std::vector<BenchShard>& shards);

}  // namespace sudoku
