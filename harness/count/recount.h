#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "engines/registry.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

/// Draws a random sample of counted puzzles from a stream. Keeps the puzzles with the smallest
/// keys; a key depends only on the seed and the puzzle, so the order of blocks does not matter. Not
/// thread-safe.
class CountSample {
 public:
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t line = 0;
    BoardList puzzle;  ///< exactly one
    SolveResult result;
  };

  CountSample(std::uint64_t size, std::uint64_t seed) : size_(size), seed_(seed) {}

  void add(const PuzzleBlock& block, std::span<const SolveResult> results);

  /// Removes and returns the entries, sorted by line.
  std::vector<Entry> take();

 private:
  std::uint64_t size_;
  std::uint64_t seed_;
  std::vector<Entry> entries_;  // heap with the largest key first
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
