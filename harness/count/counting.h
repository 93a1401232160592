#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/engine.h"
#include "engines/registry.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/stats/rows.h"

namespace sudoku {

/// Adapts the number of puzzles per block so that a block takes about a quarter of a second. Short
/// blocks lose little work on a kill, and let threads finish together. The maximum fills an engine
/// that searches many puzzles at once. Thread-safe.
class BlockSizer {
 public:
  std::size_t size() const { return size_.load(std::memory_order_relaxed); }

  /// Records the wall time of a block.
  void note(std::size_t puzzles, std::int64_t wall_ns) {
    constexpr std::int64_t kLong = 400'000'000;
    constexpr std::int64_t kShort = 100'000'000;
    constexpr std::size_t kLargest = 16384;
    if (wall_ns > kLong) size_ = std::max<std::size_t>(puzzles / 2, 1);
    if (wall_ns < kShort) size_ = std::max(size(), std::min(2 * puzzles, kLargest));
  }

 private:
  std::atomic<std::size_t> size_{32};
};

/// Parameters of a count.
struct CountPlan {
  const EngineInfo* engine = nullptr;  ///< not null
  SolveLimits limits;
  unsigned threads = 1;
  bool per_puzzle = false;         ///< format rows of puzzles.csv
  BlockNames names;                ///< of the rows; one engine
  std::uint64_t first_puzzle = 0;  ///< number of puzzles before the reader's position
};

/// A block of counted puzzles.
struct CountedBlock {
  BlockSample sample;          ///< of one engine. The faults are counts that contradict the dataset
  std::vector<BlockRow> rows;  ///< one
  std::string puzzle_rows;     ///< rows of puzzles.csv, if requested
  std::uint64_t end_byte = 0;  ///< position in the text after the block
  std::uint64_t stored_bytes = 0;  ///< of the file up to the end of the block
  bool is_stopped = false;         ///< the stop signal was set before all puzzles were counted

  /// Resets the block and keeps its memory.
  void clear();
};

/// Counts the remaining puzzles of `reader` in blocks, on several threads and in bounded memory.
/// Calls `on_block` for each complete block in the order of the dataset, from any thread. Returns
/// false if the stop signal of the limits ended it early. Throws UsageError if the engine is
/// unavailable. Throws the errors of `reader` after `on_block` has received all earlier blocks.
bool count_puzzles(const CountPlan& plan, DatasetReader& reader,
                   const std::function<void(const CountedBlock&)>& on_block);

/// Draws a random sample of counted puzzles from a stream. Keeps the puzzles with the smallest
/// keys. A key depends only on the seed and the puzzle, so the order of blocks does not matter. Not
/// thread-safe.
class CountSample {
 public:
  struct Entry {
    std::uint64_t line = 0;
    OwnedBoard puzzle;
    SolveResult result;
  };

  CountSample(std::uint64_t size, std::uint64_t seed) : size_(size), seed_(seed) {}

  void add(const PuzzleBlock& block, std::span<const SolveResult> results);

  /// Returns the entries, sorted by line.
  std::vector<Entry> entries() const;

 private:
  std::uint64_t size_;
  std::uint64_t seed_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Entry> entries_;  // by key and line
};

/// Result of counting a sample with a second engine.
struct Recount {
  struct Difference {
    CountSample::Entry entry;
    SolutionCount solutions = 0;  ///< count of the second engine
  };

  std::uint64_t checked = 0;    ///< puzzles counted by both engines
  std::uint64_t undecided = 0;  ///< puzzles that an engine did not count completely
  std::vector<Difference> differences;
};

/// Counts the puzzles of a sample again. Throws UsageError if the engine is unavailable.
Recount count_again(const std::vector<CountSample::Entry>& sample, const EngineInfo& engine,
                    const SolveLimits& limits, unsigned threads);

}  // namespace sudoku
