#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/measure/runner.h"
#include "harness/results/record.h"

// The rows of a block. They own no text: what is given here has to outlive them.

namespace sudoku {

/// Of blocks.csv, one for each engine; `totals` are those of count_block.
std::vector<BlockRecord> block_rows(const BlockSample& sample, std::span<const Totals> totals,
                                    std::span<const Contestant> contestants,
                                    const std::string& dataset, unsigned repetition);

/// Of puzzles.csv, puzzle by puzzle one for each engine.
std::vector<PuzzleRecord> puzzle_rows(const BlockSample& sample,
                                      std::span<const Contestant> contestants,
                                      const std::string& dataset, unsigned repetition);

}  // namespace sudoku
