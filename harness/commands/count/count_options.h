#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "harness/cli/common_options.h"

// The options of the count command. The plan command shares those that affect the counts.

namespace sudoku {

struct CountOptions {
  std::string input = "-";
  ReadOptions read;
  const EngineInfo* engine = nullptr;  ///< null: the fastest
  SolveLimits limits;
  unsigned threads = 1;
  bool per_puzzle = false;
  std::uint64_t shard = 0;  ///< from 0
  std::uint64_t shard_count = 1;
  std::string checkpoint;  ///< directory; empty: none
  bool resume = false;
  const EngineInfo* check = nullptr;  ///< counts a sample again; null: no check
  std::uint64_t sample = 0;           ///< puzzles
  std::uint64_t seed = 1;             ///< random seed of the sample
  std::string out;                    ///< directory; empty: none
  bool force = false;
  When progress = When::automatic;
  bool quiet = false;
};

/// Throws UsageError.
CountOptions count_options(const OptionValues& values);

/// Adds the options that affect the counts.
void add_counting(OptionTable& options);

/// Returns the options of add_counting; all others have their defaults. Throws UsageError.
CountOptions counting_options(const OptionValues& values);

/// Returns the given options of add_counting as arguments for the count command.
std::vector<std::string> counting_arguments(const OptionValues& values);

}  // namespace sudoku
