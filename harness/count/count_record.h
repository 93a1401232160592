#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/board.h"
#include "harness/count/count_histogram.h"
#include "harness/results/columns.h"
#include "harness/results/csv_table.h"
#include "harness/stats/task.h"

namespace sudoku {

/// Everything that determines the counts, on any machine. Shards can be merged only if their tasks
/// are equal.
struct CountTask {
  std::string engine;             ///< id or `auto`
  std::uint64_t file_bytes = 0;   ///< stored size of the dataset; 0 if unknown
  std::uint64_t file_digest = 0;  ///< see InputFile
  std::string format;             ///< such as `line`
  Shape shape = k9x9;
  std::string symbols = "auto";  ///< `--symbols`
  std::string column;            ///< `--column`
  std::string expect_column;     ///< `--expect-column`
  bool skip_invalid = false;
  std::uint64_t max_solutions = 0;  ///< 0: no limit
  std::uint64_t timeout_ns = 0;     ///< per puzzle; 0: no limit
  bool per_puzzle = false;
  std::uint64_t shard_count = 1;
};

/// Sums over consecutive blocks of puzzles.
struct CountTotals {
  std::uint64_t lines = 0;     ///< lines of the dataset
  std::uint64_t puzzles = 0;   ///< valid puzzles
  std::uint64_t rejected = 0;  ///< invalid lines
  std::uint64_t dataset_digest = 0;
  CountHistogram histogram;    ///< completely counted puzzles
  std::uint64_t capped = 0;    ///< puzzles with `max_solutions` solutions or more
  std::uint64_t timeouts = 0;  ///< puzzles
  /// Solutions of all puzzles without a timeout. Capped puzzles add `max_solutions`.
  SolutionCount solutions = 0;
  std::uint64_t answer_digest = 0;
  std::uint64_t puzzles_csv_bytes = 0;   ///< size of the rows of puzzles.csv
  std::uint64_t puzzles_csv_digest = 0;  ///< sum of the XXH3-64 hashes of these rows
  std::uint64_t mismatches = 0;          ///< counts that contradict the dataset's expectations
  std::uint64_t check_mismatches = 0;    ///< counts that contradict the engine of `--check`

  /// Adds a puzzle. `count` is nullopt after a timeout, and `max_solutions` if the puzzle is
  /// capped.
  void add(const Board& puzzle, std::optional<SolutionCount> count, bool is_capped);

  /// Adds the totals of the following blocks.
  CountTotals& operator+=(const CountTotals& other);
};

/// Resources used by a count. They differ from run to run.
struct CountCost {
  unsigned threads = 1;
  std::int64_t wall_ns = 0;  ///< wall time inside the engine, summed over blocks
  std::int64_t cpu_ns = 0;   ///< CPU time of the whole process, including reading
};

/// A row of counts.csv or checkpoint.csv: the counts of a range of the dataset.
struct CountRecord {
  CountTask task;
  std::string dataset;           ///< path as typed
  std::uint64_t shard = 0;       ///< from 0
  std::uint64_t begin_byte = 0;  ///< in the decompressed text
  std::uint64_t end_byte = 0;
  bool is_whole = false;  ///< the range covers the whole shard
  CountTotals totals;
  CountCost cost;
};

/// Describes the columns of counts.csv. `row_digest` covers the columns before it, which do not
/// depend on the machine. `check` covers all columns.
std::vector<ColumnText> counts_columns();

/// Returns the header of counts.csv, with its line end.
std::string counts_header();

/// Returns the row of a record, with its line end.
std::string to_csv(const CountRecord& record);

/// Returns the task for context.json.
Task task_of(const CountRecord& record);

/// A record and the file and line that it was read from.
struct StoredRecord {
  CountRecord record;
  std::string file;
  std::uint64_t line = 0;
};

/// Reads the last record of counts.csv or of a checkpoint, which has a row per block. Returns
/// nullopt if there is no row. Throws InputError if a row is damaged.
std::optional<StoredRecord> find_last_record(const std::string& path, TornEnd torn_end);

/// Reads the last record. Throws InputError also if there is no row or the last row is torn.
StoredRecord read_last_record(const std::string& path);

/// Describes the first difference between two tasks, as in "max_solutions is '2', not '0'". Empty
/// if they are equal.
std::string difference(const CountRecord& record, const CountRecord& expected);

/// Sorts the shards of one dataset. Throws InputError with the file name if a shard is missing,
/// repeated or incomplete, has another task, or does not begin at the end of the previous one.
void order_shards(std::vector<StoredRecord>& shards);

/// Returns the record of the whole dataset from all its shards in order.
CountRecord merge_shards(const std::vector<StoredRecord>& shards);

}  // namespace sudoku
