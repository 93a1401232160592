#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/board.h"
#include "harness/count/count_histogram.h"
#include "harness/results/column_text.h"
#include "harness/results/csv_table.h"
#include "harness/stats/task.h"

namespace sudoku {

/// What decides about a result, whatever machine counts: two shards go together only if all this is
/// equal.
struct CountTask {
  std::string engine;
  std::uint64_t file_bytes = 0;   ///< as it is stored; 0 where that is not known
  std::uint64_t file_digest = 0;  ///< see InputFile
  std::string format;             ///< such as line
  Shape shape = k9x9;             ///< of the boards
  std::string symbols = "auto";   ///< as asked for
  std::string column;             ///< of the puzzles, as it was asked for
  std::string expect_column;      ///< likewise
  bool skip_invalid = false;
  std::uint64_t max_solutions = 0;
  std::uint64_t timeout_ns = 0;
  bool per_puzzle = false;
  std::uint64_t shard_count = 1;
};

/// What has been counted, over a run of whole blocks.
struct CountTotals {
  std::uint64_t lines = 0;  ///< of the text
  std::uint64_t puzzles = 0;
  std::uint64_t rejected = 0;
  std::uint64_t dataset_digest = 0;
  CountHistogram histogram;     ///< of the puzzles counted to the end
  std::uint64_t capped = 0;     ///< puzzles with `max_solutions` solutions or more
  std::uint64_t timeouts = 0;   ///< puzzles
  SolutionCount solutions = 0;  ///< of all puzzles but those with a timeout; of capped ones the cap
  std::uint64_t answer_digest = 0;
  std::uint64_t puzzles_csv_bytes = 0;   ///< of the rows of puzzles.csv
  std::uint64_t puzzles_csv_digest = 0;  ///< likewise, see puzzle_counts.h
  std::uint64_t mismatches = 0;          ///< counts that are not what the dataset expects
  std::uint64_t check_mismatches = 0;    ///< counts that another engine does not confirm

  CountTotals& operator+=(const CountTotals& other);
};

/// How it went, which is another time different.
struct CountCost {
  unsigned threads = 1;
  std::int64_t wall_ns = 0;  ///< sum over blocks of the time in the engine, over all threads
  std::int64_t cpu_ns = 0;   ///< of the whole process, from reading to counting
};

/// A row of counts.csv, and of the checkpoint: what has been counted of a range of the text.
struct CountRecord {
  CountTask task;
  std::string dataset;  ///< as typed
  std::uint64_t shard = 0;
  std::uint64_t begin_byte = 0;  ///< of the decompressed text
  std::uint64_t end_byte = 0;
  bool is_whole = false;  ///< the range is all of the shard
  CountTotals totals;
  CountCost cost;
};

/// In the field's order, with its line end. The last of the columns that do not depend on the
/// machine is a digest of the others, and the very last one of all, so that a damaged row is found
/// out.
std::vector<ColumnText> counts_columns();
std::string counts_header();
std::string to_csv(const CountRecord& record);

/// The task as context.json tells of it.
Task task_of(const CountRecord& record);

/// A record and where it was read.
struct StoredRecord {
  CountRecord record;
  std::string file;
  std::uint64_t line = 0;
};

/// The last record of a file that has one row or, as a checkpoint, one for each block; every row is
/// proved, by its digests, as one that a count can have, and as one that goes on from the row
/// before. Nothing where there is no row. Throws InputError.
std::optional<StoredRecord> find_last_record(const std::string& path, TornEnd torn_end);

/// The same of a file that has to have a row, and whole ones alone.
StoredRecord read_last_record(const std::string& path);

/// What is unlike in two tasks, such as "max_solutions is 2, not 0"; empty where they are equal.
std::string difference(const CountTask& task, const CountTask& expected);

}  // namespace sudoku
