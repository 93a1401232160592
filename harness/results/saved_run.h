#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/stats/verdict.h"
#include "harness/results/task.h"
#include "harness/stats/rows.h"
#include "harness/stats/tally.h"

namespace sudoku {

/// One engine on one dataset, as a result directory has it.
struct SavedRow {
  RowKey key;
  Totals totals;  ///< of all repetitions
  Verdict verdict = Verdict::ok;

  /// A block: its first puzzle and the digest of its puzzles.
  using Block = std::pair<std::uint64_t, std::uint64_t>;
  /// A block in one repetition.
  struct Sample {
    BlockTime time;
    double reference_ns = 0;  ///< of the fixed piece of work before it; 0 where that is not known
  };
  /// The samples of each block in which every puzzle was answered. Where the file does not tell how
  /// many were, these are all blocks of an engine that answered everything, and none of another.
  std::map<Block, std::vector<Sample>> blocks{};
  std::uint64_t unanswered_blocks = 0;  ///< all others
};

/// What was saved of a run: summary.csv, blocks.csv and context.json of its directory.
struct SavedRun {
  std::string path;
  std::vector<SavedRow> rows;  ///< in the order of summary.csv
  std::string cpu;             ///< from context.json; empty where that is not known
  std::optional<Task> task;    ///< likewise
  std::string part{};          ///< of the datasets that was measured, such as "shard 0 of 2"
};

/// Throws InputError for files that are missing or damaged.
SavedRun load_run(const std::filesystem::path& directory);

}  // namespace sudoku
