#pragma once

#include <optional>

#include "harness/cli/dataset_options.h"
#include "harness/cli/run_options.h"
#include "harness/dataset/puzzle_writer.h"
#include "harness/generate/hard_search.h"
#include "harness/generate/plan.h"

namespace sudoku {

// The words of --method and --symmetry.
extern const std::map<std::string_view, GridMethod> kGridMethods;
extern const std::map<std::string_view, Symmetry> kSymmetries;

struct GenerateOptions {
  OptionValues values;
  GeneratePlan plan{};
  bool has_new_seed = false;             ///< the seed is drawn and not given
  std::uint64_t count = 0;               ///< puzzles of all shards together
  std::optional<HardSearchPlan> mine{};  ///< set: search for hard puzzles instead
  Shard shard = shard_option(values);
  /// For the search; 0: none.
  std::chrono::nanoseconds time_limit = values.duration("time-limit", std::chrono::seconds(0));
  unsigned threads = thread_count(values);
  std::string out = values.text("out");  ///< file; empty: standard output
  const PuzzleWriter* writer = nullptr;  ///< format of the puzzles
  When progress = progress_option(values);
};

/// Throws UsageError.
GenerateOptions generate_options(const OptionValues& values);

}  // namespace sudoku
