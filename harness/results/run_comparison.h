#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/saved_run.h"
#include "harness/stats/change.h"

namespace sudoku {

/// One engine on one dataset in two runs.
struct ComparedRow {
  std::string engine;
  std::string dataset;                ///< name in the new run
  std::optional<Estimate> speedup;    ///< over the old run: median over paired blocks
  std::uint64_t blocks = 0;           ///< in this median
  std::uint64_t unlike_blocks = 0;    ///< excluded, because the CPU was faster in one run
  std::uint64_t unsolved_blocks = 0;  ///< excluded, because a run did not solve them
  Change change = Change::unknown;
  bool has_other_answers = false;    ///< both solved everything, with different answers
  bool is_worse = false;             ///< the verdict is worse, or clearly fewer puzzles were solved
  std::vector<std::string> remarks;  ///< noise, and verdicts other than `ok`, of the two rows
};

struct Comparison {
  std::vector<ComparedRow> rows;
  bool lacks_rows = false;         ///< the new run lacks rows of the old one
  std::vector<std::string> notes;  ///< rows of only one run, and other remarks
};

/// Returns the row of another run with the same engine and puzzles; null if there is none. If there
/// are several, prefers the one with the same dataset name.
const SavedRow* find_partner(const SavedRow& row, const SavedRun& other);

/// Returns a remark if the task of a run is unknown; otherwise an empty text.
std::string note_on_task(const SavedRun& run);

/// Throws InputError if the runs have different tasks or shards, or different puzzles by the same
/// name, for example because a run was interrupted.
void require_comparable(const SavedRun& old_run, const SavedRun& new_run);

/// Compares two rows of comparable runs. A change is reported if it exceeds `noise_threshold` (a
/// share of 1) and the interval excludes 1.
ComparedRow compare_rows(const SavedRow& old_row, const SavedRow& new_row, double noise_threshold);

/// Compares the rows that both runs have: engines by name, datasets by digest. Throws InputError if
/// the runs are not comparable or have no row or block in common.
Comparison compare_runs(const SavedRun& old_run, const SavedRun& new_run, double noise_threshold);

}  // namespace sudoku
