#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/measure/runner.h"
#include "harness/stats/rows.h"

// The rows of a block. They own no text: what is given here has to outlive them.

namespace sudoku {

/// Of blocks.csv, one for each engine; `totals` are those of count_block.
std::vector<BlockRow> block_rows(const BlockSample& sample, std::span<const Totals> totals,
                                 std::span<const Solver> solvers, const std::string& dataset,
                                 unsigned repetition);

/// Of puzzles.csv, puzzle by puzzle one for each engine.
std::vector<PuzzleRow> puzzle_rows(const BlockSample& sample, std::span<const Solver> solvers,
                                   const std::string& dataset, unsigned repetition);

}  // namespace sudoku
