#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "harness/dataset/dataset.h"
#include "harness/dataset/shard.h"
#include "harness/stats/task.h"

namespace sudoku {

/// What of a run stands in context.json beside the machine and the build.
struct RunContext {
  struct DatasetEntry {
    std::string path;
    std::uint64_t puzzles = 0;
    std::uint64_t rejected = 0;
    std::uint64_t digest = 0;
    /// Where the dataset is cut: its file, see InputFile, and the part of its text.
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
  /// What the processor packages took from its beginning to its end, in microjoules.
  std::optional<std::uint64_t> package_uj;
  bool is_whole = false;  ///< all of it has been solved, as far as the limits allow
  Task task;              ///< what was asked for
  std::vector<std::pair<std::string, std::string>> notes;  ///< of --context
  /// XXH3-64 of the result files beside it, by their names, once they are whole.
  std::map<std::string, std::uint64_t> files;
  std::vector<std::string>
      shards;  ///< context.json of each that the run has joined, in their order
};

/// Changes when a column or a key of the result files changes its meaning or goes away.
inline constexpr int kSchemaVersion = 5;
/// Oldest schema that can be read: that of version 0.2.0.
inline constexpr int kOldestSchema = 3;

/// Throws InputError for a context.json, read from `path`, of an older schema than kOldestSchema.
void refuse_old_schema(const nlohmann::ordered_json& context, const std::string& path);

/// The moment as in `2026-01-31T23:59:58Z`.
std::string utc_now();

/// context.json: host, processor, caches, kernel, load, affinity, quota, compiler, flags, commit,
/// library versions, and the run itself, see json_file.h. What the system does not tell is null.
std::string to_json(const RunContext& run);

}  // namespace sudoku
