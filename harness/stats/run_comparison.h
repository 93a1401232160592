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
struct SavedRow : SummaryRow {
  /// A block: its first puzzle and the digest of its puzzles.
  using Block = std::pair<std::uint64_t, std::uint64_t>;
  /// A block in one repetition.
  struct Sample {
    BlockTime time;
    double reference_ns = 0;  ///< of the reference work just before; 0 if unknown
  };
  /// Samples of the blocks in which every puzzle was solved.
  std::map<Block, std::vector<Sample>> blocks{};
  std::uint64_t unsolved_blocks = 0;  ///< all others

  /// A repetition, and the first puzzle of a block.
  using BlockRun = std::pair<unsigned, std::uint64_t>;
  std::map<BlockRun, std::optional<BlockTime>> times{};  ///< of all blocks

  void add_block(const BlockRow& block);
};

/// A run read from its result directory.
struct SavedRun {
  std::string path;
  std::vector<SavedRow> rows;  ///< dataset by dataset
  std::string cpu;             ///< from context.json; empty if unknown
  std::optional<Task> task;    ///< from context.json; nullopt if unknown
  std::string part{};          ///< measured part of the datasets, such as "shard 0 of 2"
  bool is_whole = true;        ///< the run was not interrupted and found no invalid input
};

enum class Change : std::uint8_t {
  faster,
  slower,
  same,     ///< within the noise threshold, or the interval includes 1
  unknown,  ///< too few blocks for an interval
  absent,   ///< the engine did not run in one of the runs
  faulty,   ///< wrong answers or failures in one of the runs
};

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
