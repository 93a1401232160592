#pragma once

#include <cstdint>

#include "engines/random.h"

namespace sudoku {

/// The random numbers of puzzle `index` of a seed: they depend on these two alone, so that puzzles
/// can be made in any order and in any number of parts.
inline Random puzzle_random(std::uint64_t seed, std::uint64_t index) {
  Random of_seed(seed);
  // SplitMix64 is a bijection of its state: no two puzzles of a seed begin at the same one.
  Random of_index(of_seed.next() ^ index);
  return Random(of_index.next());
}

}  // namespace sudoku
