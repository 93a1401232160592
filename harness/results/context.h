#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/dataset/dataset.h"
#include "harness/dataset/shard.h"
#include "harness/results/result_files.h"
#include "harness/stats/task.h"

namespace sudoku {

/// Metadata of a run for context.json, without the machine and the build.
struct RunContext {
  struct DatasetEntry {
    std::string path;
    std::uint64_t puzzles = 0;
    std::uint64_t rejected = 0;
    std::uint64_t digest = 0;
    /// Size and digest of the file, as in InputFile, and the part of its text in the shard.
    struct Part {
      std::uint64_t file_bytes = 0;
      std::uint64_t file_digest = 0;
      TextRange range;
    };
    std::optional<Part> part{};
    Shape shape = k9x9;
  };
  std::vector<std::string> arguments;
  std::string started;  ///< UTC, ISO 8601
  std::uint64_t seed = 0;
  unsigned isomorphs = 1;  ///< of each puzzle
  unsigned threads = 1;
  std::int64_t clock_cost_ns = 0;  ///< subtracted from every time
  std::vector<std::string> engines;
  std::vector<DatasetEntry> datasets;
  std::optional<Shard> shard;
  /// Energy of the processor packages during the run, in microjoules.
  std::optional<std::uint64_t> package_uj;
  bool is_whole = false;  ///< the run was not interrupted and found no invalid input
  Task task = Task::object();
  std::vector<std::pair<std::string, std::string>> notes;  ///< of --context
  FileDigests files;                                       ///< empty until the files are complete
  /// Context of each merged shard, in their order; null if it has none.
  std::vector<nlohmann::ordered_json> shards;
};

/// Returns the entry of a dataset in context.json.
nlohmann::ordered_json json_of(const RunContext::DatasetEntry& dataset);

/// Returns the time as in `2026-01-31T23:59:58Z`.
std::string utc_now();

/// Returns context.json: the run, the machine, the build and the libraries. Values that the system
/// does not report are null.
std::string to_json(const RunContext& run);

}  // namespace sudoku
