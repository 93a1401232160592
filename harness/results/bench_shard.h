#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/results/context.h"
#include "harness/results/result_files.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Results of `bench --shard`, without the rows of blocks and puzzles.
struct BenchShard {
  std::filesystem::path directory;
  nlohmann::ordered_json context;  ///< contents of context.json
  FileDigests digests;             ///< from context.json
  Shard shard;
  Task task;
  std::vector<RunContext::DatasetEntry> datasets;
  std::vector<RunRow> runs;         ///< of runs.csv
  std::vector<SummaryRow> summary;  ///< of summary.csv, see summary_reader

  std::string file(const char* name) const { return (directory / name).string(); }
  std::uint64_t number(std::string_view option) const {
    return find_value<std::uint64_t>(task, option).value_or(0);
  }
  /// Return null if there is no such row. Datasets are named by their index.
  const RunRow* find_run(std::size_t dataset, const std::string& engine, unsigned repetition) const;
  const SummaryRow* find_summary(std::size_t dataset, const std::string& engine) const;
  std::string baseline() const { return find_value<std::string>(task, "baseline").value_or(""); }
  bool has_puzzles() const { return find_value<bool>(task, "per_puzzle").value_or(false); }
};

/// Loads a shard. Throws InputError if a file is missing, damaged or of an old schema, if the run
/// was not a shard, or if it did not run to its end.
BenchShard load_bench_shard(const std::filesystem::path& directory);

/// Sorts the shards of one run. Throws InputError unless each shard is there once, all have the
/// same datasets, engines and options, and each begins where the one before ends.
void order_bench_shards(std::vector<BenchShard>& shards);

}  // namespace sudoku
