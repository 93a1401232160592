#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "engines/registry.h"
#include "harness/count/count_record.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

/// Parameters of a count.
struct CountPlan {
  const EngineInfo* engine = nullptr;  ///< not null
  SolveLimits limits;
  unsigned threads = 1;
  bool per_puzzle = false;  ///< format rows of puzzles.csv
};

/// A count that contradicts the dataset's expectation.
struct UnexpectedCount {
  std::uint64_t line = 0;  ///< first line of the puzzle, from 1
  std::string what;
};

/// A block of counted puzzles.
struct CountedBlock {
  PuzzleBlock block;
  std::vector<SolveResult> results;
  BoardList solutions;  ///< first solutions; filled if the dataset has expectations
  std::vector<UnexpectedCount> unexpected;
  std::string rows;              ///< of puzzles.csv, if requested
  TextPosition end;              ///< begin of the next block
  std::uint64_t rejected = 0;    ///< invalid lines that the reader skipped up to `end`
  std::uint64_t bytes_read = 0;  ///< of the file, see DatasetReader
  CountTotals totals;            ///< without `lines` and `rejected`
  std::int64_t wall_ns = 0;      ///< wall time inside the engine
  bool is_stopped = false;       ///< the stop signal was set before all puzzles were counted
  bool is_recorded = true;       ///< false for the last block before an invalid line

  /// Resets the block and keeps its memory.
  void clear() {
    block.puzzles.clear();
    block.lines.clear();
    results.clear();
    unexpected.clear();
    rows.clear();
    totals = {};
    is_stopped = false;
  }
};

/// Counts the remaining puzzles of `reader` in blocks, on several threads and in bounded memory,
/// and adds the results to `record`. Calls `on_block` after each block, in order and from one
/// thread at a time. The record then ends with that block. The last block before an invalid line is
/// counted but not recorded. `lines_before` is subtracted from the reader's line numbers for
/// `record.totals.lines`. Sets `record.is_whole` unless the stop signal of the limits ends the
/// count early. Throws InputError if the data cannot be read; the record then covers the blocks
/// before.
void count_puzzles(const CountPlan& plan, DatasetReader& reader, std::uint64_t lines_before,
                   CountRecord& record,
                   const std::function<void(const CountedBlock&, const CountRecord&)>& on_block);

}  // namespace sudoku
