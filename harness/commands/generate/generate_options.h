#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "harness/cli/common_options.h"
#include "harness/generate/hard_search.h"
#include "harness/generate/plan.h"

namespace sudoku {

struct GenerateOptions {
  GeneratePlan plan;
  std::uint64_t count = 0;  ///< puzzles of all shards together
  std::uint64_t shard = 0;  ///< from 0
  std::uint64_t shard_count = 1;
  std::optional<HardSearchPlan> mine;      ///< set: search for hard puzzles instead
  std::chrono::nanoseconds time_limit{0};  ///< for the search; 0: none
  unsigned threads = 1;
  std::string out;  ///< file; empty: standard output
  bool force = false;
  When progress = When::automatic;
};

/// Throws UsageError.
GenerateOptions generate_options(const OptionValues& values);

}  // namespace sudoku
