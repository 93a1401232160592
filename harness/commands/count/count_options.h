#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/registry.h"
#include "harness/cli/common_options.h"

// What the count command and the plans of many such have in common: what decides about the result.

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
  const EngineInfo* check = nullptr;  ///< counts a sample again; null: none
  std::uint64_t sample = 0;           ///< puzzles
  std::uint64_t seed = 1;             ///< of the sample
  std::string out;                    ///< directory; empty: none
  bool force = false;
  When progress = When::automatic;
  bool quiet = false;
};

/// Throws UsageError.
CountOptions count_options(const OptionValues& values);

void add_counting(OptionTable& options);

/// The options of `add_counting`, all others as they are by default.
CountOptions counting_options(const OptionValues& values);

/// Those that were typed, as arguments for the count command.
std::vector<std::string> counting_arguments(const OptionValues& values);

}  // namespace sudoku
