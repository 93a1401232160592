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

/// How the puzzles of a dataset are counted.
struct CountPlan {
  const EngineInfo* engine = nullptr;  ///< not null
  SolveLimits limits;
  unsigned threads = 1;
  bool per_puzzle = false;  ///< make rows of puzzles.csv
};

/// A count that is not what the dataset expects.
struct UnexpectedCount {
  std::uint64_t line = 0;  ///< where the puzzle begins
  std::string what;
};

/// A block of puzzles that have been counted.
struct CountedBlock {
  PuzzleBlock block;
  std::vector<SolveResult> results;
  BoardList solutions;  ///< the first ones, where the dataset expects something of them
  std::vector<UnexpectedCount> unexpected;
  std::string rows;              ///< of puzzles.csv, if they are asked for
  TextPosition end;              ///< where the next block begins
  std::uint64_t rejected = 0;    ///< bad lines that the reader has passed over up to `end`
  std::uint64_t bytes_read = 0;  ///< of the file, see DatasetReader
  CountTotals totals;            ///< of the puzzles alone, without lines and rejected ones
  std::int64_t wall_ns = 0;      ///< in the engine
  bool is_stopped = false;       ///< the stop signal came before all was counted
  bool is_recorded = true;       ///< false for the last one before a bad line

  /// As new, but for the memory that it keeps.
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

/// Counts what `reader` has still to read, in blocks, on several threads and in bounded memory, and
/// adds it to `record`. After each block, in the order of the puzzles and on one thread at a time,
/// `on_block` is called with it and with the record, which then ends where the block ends; a block
/// that ends before a bad line is counted, but no part of the record. The
/// lines of the record are the reader's, less `lines_before`. Sets `record.is_whole` unless the
/// stop signal of the limits ends it early. Throws InputError for data that cannot be read; the
/// record tells of the blocks before, then.
void count_puzzles(const CountPlan& plan, DatasetReader& reader, std::uint64_t lines_before,
                   CountRecord& record,
                   const std::function<void(const CountedBlock&, const CountRecord&)>& on_block);

}  // namespace sudoku
