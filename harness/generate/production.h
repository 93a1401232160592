#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "harness/generate/puzzle_maker.h"

namespace sudoku {

/// The puzzles of a plan from `first` to just before `end`.
struct PuzzleRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// Part `shard` (from 0) of the first `count` puzzles in `shard_count` parts of nearly equal size;
/// the parts in their order make the whole.
PuzzleRange shard_of(std::uint64_t count, std::uint64_t shard, std::uint64_t shard_count);

/// Makes the puzzles of a range on so many threads and hands them to `sink` block by block in their
/// order, one call at a time. False if `stop` ended it early. Throws WishUnreached and whatever
/// `sink` throws.
bool produce(const GeneratePlan& plan, PuzzleRange range, unsigned threads,
             const std::atomic<bool>& stop, const std::function<void(const MadePuzzles&)>& sink);

}  // namespace sudoku
