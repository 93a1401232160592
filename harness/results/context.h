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
    /// Size and digest of a file, as in InputFile.
    struct File {
      std::uint64_t bytes = 0;
      std::uint64_t digest = 0;
    };
    std::optional<File> file{};         ///< nullopt for standard input and pipes
    std::optional<IndexRange> range{};  ///< the part of the text in the shard
    Shape shape = k9x9;
  };
  std::string command;  ///< the command that made the run, such as `bench`
  std::vector<std::string> arguments;
  std::string started;  ///< UTC, ISO 8601
  std::uint64_t seed = 0;
  unsigned isomorphs = 1;  ///< of each puzzle
  unsigned threads = 1;
  std::int64_t clock_cost_ns = 0;  ///< subtracted from every time
  std::vector<std::string> engines;
  std::vector<std::string> own_engines;  ///< the engines that are plugins or commands of the user
  std::vector<DatasetEntry> datasets;
  std::optional<Shard> shard;
  /// Energy of the processor packages during the run, in microjoules.
  std::optional<std::uint64_t> package_uj;
  bool is_whole = false;  ///< the run was not interrupted and found no invalid input
  Task task = Task::object();
  std::vector<std::pair<std::string, std::string>> notes;  ///< of --context
  FileDigests files;                                       ///< empty until the files are complete
};

/// Returns the entry of a dataset that is read from `input`, without data about its puzzles.
RunContext::DatasetEntry entry_of(const InputFile& input);

/// Returns the entry of a dataset for context.json.
nlohmann::ordered_json json_of(const RunContext::DatasetEntry& dataset);
/// Reads such an entry. Throws std::exception if a member is missing or not valid.
RunContext::DatasetEntry dataset_of(const nlohmann::ordered_json& json);

/// Returns the command that made the run of a context; `bench` if it is unknown.
std::string command_of(const nlohmann::ordered_json& context);

/// Returns the ids of the plugins and commands in a context; none if the context lacks the member
/// `own_engines`. Throws std::exception if the member is not valid.
std::vector<std::string> own_engines_of(const nlohmann::ordered_json& context);

/// Compares what determines the answers of two runs: command, options, engines, files and number of
/// shards. Describes the first difference, as in "--timeout is 10s, not 1s". Returns an empty text
/// if there is none. Throws std::exception if a member is missing or not valid.
std::string difference(const nlohmann::ordered_json& context, const nlohmann::ordered_json& other);

/// Returns the time as in `2026-01-31T23:59:58Z`.
std::string utc_now();

/// Returns context.json: the run, the machine, the build and the libraries. Values that the system
/// does not report are null.
std::string to_json(const RunContext& run);

}  // namespace sudoku
