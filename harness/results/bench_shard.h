#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/results/context.h"
#include "harness/results/file_digests.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// What `bench --shard` has written, but for the rows of blocks and puzzles.
struct BenchShard {
  std::filesystem::path directory;
  nlohmann::ordered_json context;  ///< of context.json
  FileDigests digests;             ///< likewise
  Shard shard;
  Task task;
  std::vector<RunContext::DatasetEntry> datasets;
  std::vector<RunRow> runs;         ///< of runs.csv
  std::vector<SummaryRow> summary;  ///< of summary.csv, see summary_reader

  std::string file(const char* name) const { return (directory / name).string(); }
  std::uint64_t number(std::string_view option) const {
    return find_value<std::uint64_t>(task, option).value_or(0);
  }
  /// 0 where context.json does not tell it.
  std::uint64_t schema_version() const;
  std::string baseline() const { return find_value<std::string>(task, "baseline").value_or(""); }
  bool has_puzzles() const { return find_value<bool>(task, "per_puzzle").value_or(false); }
};

/// Throws InputError for files that are missing or damaged, for totals that cannot be, and for
/// results of what was no shard, or of an earlier version, which do not prove themselves.
BenchShard load_bench_shard(const std::filesystem::path& directory);

/// Puts the shards of one run into their order. Throws InputError, which names the file, unless
/// each shard is there once and was solved to its end, all are of the same datasets, engines and
/// options, and each begins where the one before it ends.
void order_bench_shards(std::vector<BenchShard>& shards);

}  // namespace sudoku
