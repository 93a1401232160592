#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/results/context.h"
#include "harness/results/result_files.h"
#include "harness/results/row_columns.h"
#include "harness/stats/task.h"

namespace sudoku {

/// The result files of an earlier run. All members throw InputError.
struct SavedFiles {
  std::filesystem::path directory;
  nlohmann::ordered_json context{};  ///< contents of context.json; null if it is missing
  /// Digests of the other files. There are none if the run was not finished or the context was
  /// written by hand.
  FileDigests digests{};

  std::string file(const char* name) const { return (directory / name).string(); }

  /// Reads the rest of the file and checks its digest if it is known.
  void check_digest(CsvTable& table, const char* name) const;

  /// Reads all rows of a file and checks its digest.
  template <typename Row>
  std::vector<Row> load_rows(const char* name) const {
    RowReader<Row> table(file(name));
    std::vector<Row> rows;
    for (; table.row(); table.advance()) rows.push_back(std::move(*table.row()));
    check_digest(table, name);
    return rows;
  }
};

/// Reads context.json. Throws InputError if it is missing, damaged or of an old schema.
SavedFiles read_saved_files(const std::filesystem::path& directory);

/// One engine on one dataset in a saved run, over all repetitions.
struct SavedRow : SummaryRow {
  /// A block: its first puzzle and the digest of its puzzles.
  using Block = std::pair<std::uint64_t, std::uint64_t>;
  /// A block in one repetition.
  struct Sample {
    BlockTime time;
    double reference_ns = 0;  ///< of the reference work just before; 0 if unknown
  };
  /// Samples of the blocks in which every puzzle was solved.
  std::map<Block, std::vector<Sample>> blocks{};
  std::uint64_t unsolved_blocks = 0;  ///< all others

  /// A repetition, and the first puzzle of a block.
  using BlockRun = std::pair<unsigned, std::uint64_t>;
  std::map<BlockRun, std::optional<BlockTime>> times{};  ///< of all blocks

  void add_block(const BlockRow& block);
};

/// A run read from its result directory.
struct SavedRun {
  std::string path;
  std::vector<SavedRow> rows;  ///< dataset by dataset
  std::string cpu;             ///< from context.json; empty if unknown
  std::optional<Task> task;    ///< from context.json; nullopt if unknown
  std::string part{};          ///< measured part of the datasets, such as "shard 0 of 2"
  bool is_whole = true;        ///< the run was not interrupted and found no invalid input
};

/// Returns the rows of each dataset. The rows of a dataset must follow each other.
std::vector<std::span<const SavedRow>> by_dataset(std::span<const SavedRow> rows);

/// Returns the times of all blocks of a dataset for each of its rows. Pads each repetition to an
/// even number of entries, so that blocks of different repetitions do not form pairs.
std::vector<BlockTimes> times_of(std::span<const SavedRow> rows);

/// Loads a run to compare it, with names for people (see one_line). context.json and puzzles.csv
/// may be missing. Throws InputError if another file is missing, or if a file is damaged or of an
/// old schema.
SavedRun load_run(const std::filesystem::path& directory);

/// Loads the summary rows of a run, to show them. Throws InputError like load_run.
DatasetTables load_tables(const std::filesystem::path& directory);

/// The solutions of the puzzles of a dataset: a run of the count command, or a part of it.
struct CountResult {
  SummaryRow row;
  RunContext::DatasetEntry dataset;
  std::optional<Shard> shard{};
  bool is_whole = true;  ///< all puzzles of the dataset, or of the shard, are counted
};

/// Returns whether a directory has results of the count command.
bool has_counts(const std::filesystem::path& directory);

/// Loads the results of the count command. Throws InputError like load_run.
std::vector<CountResult> load_counts(const std::filesystem::path& directory);

}  // namespace sudoku
