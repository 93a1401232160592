#pragma once

#include <cstdint>

namespace sudoku {

/// One of several parts that make a whole.
struct Shard {
  std::uint64_t number = 0;  ///< from 0
  std::uint64_t count = 1;   ///< of all parts
};

/// Of puzzles, bytes or lines that are numbered from 0: from `first` to just before `end`.
struct IndexRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// The part of the first `count` that is the shard's, all of nearly equal size; the parts in their
/// order make the whole.
IndexRange range_of(Shard shard, std::uint64_t count);

}  // namespace sudoku
