#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/tally.h"

namespace sudoku {

/// One engine on one dataset, as a result directory has it.
struct SavedRow {
  std::string engine;
  std::string dataset;
  std::uint64_t dataset_digest = 0;
  std::uint64_t max_solutions = 0;
  std::uint64_t threads = 0;
  std::uint64_t seed = 0;
  std::uint64_t answer_digest = 0;
  std::string verdict;

  /// A block: its first puzzle and the digest of its puzzles.
  using Block = std::pair<std::uint64_t, std::uint64_t>;
  /// A block in one repetition.
  struct Sample {
    BlockTime time;
    double reference_ns = 0;  ///< of the fixed piece of work before it; 0 where that is not known
  };
  /// The samples of each block that was completed.
  std::map<Block, std::vector<Sample>> blocks;
};

/// What was saved of a run: summary.csv and blocks.csv of its directory.
struct SavedRun {
  std::string path;
  std::vector<SavedRow> rows;  ///< in the order of summary.csv
  std::string cpu;             ///< from context.json; empty where that is not known
};

/// Throws InputError for files that are missing or damaged.
SavedRun load_run(const std::filesystem::path& directory);

}  // namespace sudoku
