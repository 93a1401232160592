#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/stats/rows.h"
#include "harness/stats/task.h"

namespace sudoku {

/// One engine on one dataset in a saved run, over all repetitions.
struct SavedRow {
  RowKey key;
  Totals totals;
  Verdict verdict = Verdict::ok;

  /// A block: its first puzzle and the digest of its puzzles.
  using Block = std::pair<std::uint64_t, std::uint64_t>;
  /// A block in one repetition.
  struct Sample {
    BlockTime time;
    double reference_ns = 0;  ///< of the reference work just before; 0 if unknown
  };
  /// Samples of the blocks in which every puzzle was answered.
  std::map<Block, std::vector<Sample>> blocks{};
  std::uint64_t unanswered_blocks = 0;  ///< all others

  void add_block(const BlockRow& block);
};

/// A run as a result directory has it.
struct SavedRun {
  std::string path;
  std::vector<SavedRow> rows;  ///< dataset by dataset
  std::string cpu;             ///< from context.json; empty if unknown
  std::optional<Task> task;    ///< likewise
  std::string part{};          ///< measured part of the datasets, such as "shard 0 of 2"
};

}  // namespace sudoku
