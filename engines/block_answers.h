#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "engines/engine.h"
#include "engines/plugin.h"

namespace sudoku {

/// Returns the shape of the boards of a block.
inline Shape shape_of(const SudokuBlock& block) {
  return {static_cast<std::uint8_t>(block.box_rows), static_cast<std::uint8_t>(block.box_columns)};
}

/// Returns the puzzles of a block.
inline Boards boards_of(const SudokuBlock& block) {
  const Shape shape = shape_of(block);
  const std::size_t cells = block.puzzle_count * shape.cells();
  return {shape, {block.puzzles, cells}, {block.candidates, block.candidates ? cells : 0}};
}

/// Returns the limit of a block as SolveLimits::max_solutions.
inline std::uint64_t max_solutions_of(const SudokuBlock& block) {
  return block.limit == std::numeric_limits<std::uint64_t>::max() ? 0 : block.limit;
}

/// Solves a block with an engine that supports its boards, and writes the answers as
/// engines/plugin.h defines them. `results` has an entry per puzzle and receives the results of the
/// engine.
inline void answer_block(Engine& engine, const SudokuBlock& block, const SolveLimits& limits,
                         std::span<SolveResult> results) {
  const Boards puzzles = boards_of(block);
  std::ranges::fill(results, SolveResult{});
  engine.solve(puzzles, limits, {results, {block.solutions, puzzles.cells.size()}}, nullptr);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const SolutionCount solutions = results[i].solutions;
    block.counts[i] = {static_cast<std::uint64_t>(solutions),
                       static_cast<std::uint64_t>(solutions >> 64U)};
    if (results[i].has_guesses) block.guesses[i] = results[i].guesses;
  }
}

}  // namespace sudoku
