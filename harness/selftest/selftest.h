#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/runner.h"
#include "harness/measure/stopwatch.h"
#include "harness/stats/statistics.h"

namespace sudoku {

// The harness measures itself: whether it sees a difference where there is none, sees one where
// there is one, and catches engines that answer wrong.

/// Comparisons of two solvers.
struct Trials {
  unsigned count = 0;
  unsigned told_apart = 0;     ///< the interval of the ratio excludes 1
  std::vector<double> ratios;  ///< how many times as fast as the first the second solver was
  std::uint64_t blocks = 0;
  std::uint64_t interfered = 0;  ///< blocks that stayed interfered, of either
};

/// The puzzles of a trial, in blocks; seeded, all minimal.
std::vector<PuzzleBlock> selftest_blocks(std::uint64_t seed, std::size_t blocks,
                                         std::size_t block_size);

/// The puzzles that the engine has to guess at most; one in `share` of them.
std::vector<Grid> hardest(std::vector<Grid> puzzles, std::size_t share);

/// The puzzles with so many clues of their solution more.
std::vector<Grid> with_more_clues(std::vector<Grid> puzzles, std::size_t more);

/// Blocks of isomorphs of these puzzles, none of which is there twice.
std::vector<PuzzleBlock> isomorph_blocks(const std::vector<Grid>& puzzles, std::size_t blocks,
                                         std::size_t block_size);

/// Compares two solvers `count` times on the blocks, as bench does, on one thread. An interrupt
/// (`stop`) ends it early.
Trials compare_repeatedly(const Solver& first, const Solver& second,
                          const std::vector<PuzzleBlock>& blocks, unsigned count,
                          Stopwatch& stopwatch, const std::atomic<bool>& stop);

/// The same engine under another name that takes longer by that share of its CPU time, which it
/// spends at the end of every call. Both it and the engine it slows down are to take blocks.
Solver slowed_down(const Solver& solver, double share);

/// An engine that answers some puzzles wrong.
struct PlantedFault {
  std::string what;
  Solver solver;
};

/// `solver`, but wrong in one of a few ways on one puzzle in a hundred.
std::vector<PlantedFault> planted_faults(const Solver& solver);

/// Whether a run of the faulty solver beside two honest ones names it for every puzzle that it
/// gets wrong, and none of the others.
bool is_caught(const PlantedFault& fault, const std::vector<Solver>& honest,
               const std::vector<PuzzleBlock>& blocks, Stopwatch& stopwatch);

/// The solver, given whole blocks.
Solver taking_blocks(Solver solver, std::string id);

}  // namespace sudoku
