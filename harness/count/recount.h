#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "engines/registry.h"
#include "harness/dataset/dataset_reader.h"

namespace sudoku {

/// A sample of the puzzles that go by, counted to the end or not, whatever their order and number:
/// those with the smallest keys, which are drawn by the seed and the puzzle. Not thread-safe.
class CountSample {
 public:
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t line = 0;
    BoardList puzzle;  ///< one
    SolveResult result;
  };

  CountSample(std::uint64_t size, std::uint64_t seed) : size_(size), seed_(seed) {}

  void add(const PuzzleBlock& block, std::span<const SolveResult> results);

  /// In the order of the lines.
  std::vector<Entry> take();

 private:
  std::uint64_t size_;
  std::uint64_t seed_;
  std::vector<Entry> entries_;  // a heap, the largest key on top
};

struct Recount {
  std::uint64_t checked = 0;    ///< puzzles that both engines have counted
  std::uint64_t undecided = 0;  ///< puzzles that one of them has not
  /// Those that differ: the sample's entry, and what the other engine counts.
  struct Difference {
    CountSample::Entry entry;
    SolutionCount solutions = 0;
  };
  std::vector<Difference> differences;
};

/// Counts the puzzles of a sample again. Throws UsageError if the engine is unavailable.
Recount count_again(const std::vector<CountSample::Entry>& sample, const EngineInfo& engine,
                    const SolveLimits& limits, unsigned threads);

}  // namespace sudoku
