#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/stats/saved_run.h"
#include "harness/stats/statistics.h"

namespace sudoku {

enum class Change : std::uint8_t {
  faster,
  slower,
  same,     ///< within the noise threshold, or not to be told apart
  unsure,   ///< faster or slower, but something else used the processors in one of the runs
  unknown,  ///< too few blocks to compare
  absent,   ///< the engine did not run in one of them
  faulty,   ///< an engine that answers wrong, or breaks down, has no speed
};

/// One engine on one dataset in two runs.
struct ComparedRow {
  std::string engine;
  std::string dataset;  ///< as the new run names it
  /// How many times as fast as in the old run the engine was: median over the blocks, paired.
  std::optional<MedianEstimate> times;
  std::uint64_t blocks = 0;  ///< that both runs answered in full, on a processor that was alike
  std::uint64_t unlike_blocks = 0;      ///< likewise, but one with less of a processor
  std::uint64_t unanswered_blocks = 0;  ///< in one of the runs; they take no part
  Change change = Change::unknown;
  bool has_other_answers = false;   ///< both answered everything, but not the same
  bool is_worse = false;            ///< the new verdict is worse, or much less was answered
  std::vector<std::string> doubts;  ///< verdicts of the two rows that make times doubtful
};

struct Comparison {
  std::vector<ComparedRow> rows;
  std::vector<std::string> notes;  ///< what only one run has, and what else to know
};

/// The row of the other run to compare a row with: of the same engine and puzzles, and if there are
/// several, of the dataset of that name. Null where there is none.
const SavedRow* find_partner(const SavedRow& row, const SavedRun& other);

/// What is not known of a run without context.json, or of an old one; empty of others.
std::string note_on_task(const SavedRun& run);

/// Throws InputError, naming the new run, where the two had another task, other shards, or other
/// puzzles by the same name.
void require_comparable(const SavedRun& old_run, const SavedRun& new_run);

/// Compares two rows of runs that can be compared. A change counts beyond `noise_threshold`, as a
/// part of 1, where the interval excludes 1.
ComparedRow compare_rows(const SavedRow& old_row, const SavedRow& new_row, double noise_threshold);

/// Compares what both runs have: engines by name, datasets by digest. A change counts beyond
/// `noise_threshold`, as a part of 1, where the interval excludes 1. Throws InputError, naming the
/// new run, for runs that cannot be compared: they have no dataset and engine in common, or another
/// task.
Comparison compare_runs(const SavedRun& old_run, const SavedRun& new_run, double noise_threshold);

}  // namespace sudoku
