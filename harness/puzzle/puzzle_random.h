#pragma once

#include <cstdint>

#include "engines/random.h"

namespace sudoku {

/// Returns the random generator of puzzle `index` of a seed. It depends on nothing else, so puzzles
/// can be generated in any order and on any number of threads.
inline Random puzzle_random(std::uint64_t seed, std::uint64_t index) {
  Random of_seed(seed);
  // SplitMix64 is a bijection of its state, so all puzzles of a seed get different generators.
  Random of_index(of_seed.next() ^ index);
  return Random(of_index.next());
}

}  // namespace sudoku
