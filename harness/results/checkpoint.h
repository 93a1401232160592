#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "harness/measure/runner.h"
#include "harness/results/context.h"
#include "harness/results/result_files.h"
#include "harness/results/row_columns.h"
#include "harness/stats/tally.h"

namespace sudoku {

/// The finished blocks of an interrupted run. Reads them from the files of its checkpoint:
/// blocks.csv, and puzzles.csv if the run has it. Not thread-safe.
class Checkpoint {
 public:
  /// Throws InputError if the checkpoint in a directory belongs to another run than the one with
  /// this context.json, or if its context is damaged.
  static void require_same_run(const std::filesystem::path& directory, const std::string& context);

  /// Opens the files that `results` resumes. Call it before rows are added. Throws InputError if a
  /// file is damaged, like all members.
  explicit Checkpoint(const ResultDirectory& results);

  /// Reads the next block of the dataset. `puzzles` is the number of puzzles that the block had in
  /// the interrupted run. Returns false if the dataset has no more puzzles.
  using Read = std::function<bool(PuzzleBlock& block, std::uint64_t puzzles)>;
  /// Receives the rows of a finished block.
  using Use = std::function<void(std::span<const BlockRow> rows)>;

  /// Passes the finished blocks of the current repetition of a tally to the tally and to `use`.
  /// Returns them for the runner. Throws InputError if a block has other puzzles than `read`
  /// returns.
  EarlierBlocks replay(Tally& tally, const Read& read, const Use& use);

  /// Returns whether all finished blocks have been passed on.
  bool is_at_end() { return !blocks_.row(); }

 private:
  std::vector<BlockRow> next(const BlockNames& names);
  std::vector<EngineSample> answers(const BlockNames& names, const PuzzleBlock& block);

  RowReader<BlockRow> blocks_;
  std::optional<RowReader<PuzzleRow>> puzzles_;
};

}  // namespace sudoku
