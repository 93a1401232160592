#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "harness/dataset/shard.h"
#include "harness/generate/puzzle_maker.h"

namespace sudoku {

/// Makes the puzzles of a range on so many threads and hands them to `sink` block by block in their
/// order, one call at a time. False if `stop` ended it early. Throws RequirementsUnmet and whatever
/// `sink` throws.
bool produce(const GeneratePlan& plan, IndexRange range, unsigned threads,
             const std::atomic<bool>& stop, const std::function<void(const MadePuzzles&)>& sink);

}  // namespace sudoku
