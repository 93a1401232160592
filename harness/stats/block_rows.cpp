#include "harness/stats/block_rows.h"

#include <optional>

namespace sudoku {

std::vector<BlockRow> block_rows(const BlockSample& sample, std::span<const Totals> totals,
                                 std::span<const Solver> solvers, const std::string& dataset,
                                 unsigned repetition) {
  std::vector<BlockRow> rows;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    rows.push_back({solvers[i].id, dataset, repetition, sample.block.first_index,
                    sample.block.digest, totals[i], sample.repeats,
                    sample.engines[i].reference_ns});
  }
  return rows;
}

std::vector<PuzzleRow> puzzle_rows(const BlockSample& sample, std::span<const Solver> solvers,
                                   const std::string& dataset, unsigned repetition) {
  std::vector<PuzzleRow> rows;
  for (std::size_t p = 0; p < sample.block.puzzles.size(); ++p) {
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      const SolveResult& result = sample.engines[i].results[p];
      const std::int64_t ns = sample.engines[i].puzzle_ns[p];
      const bool is_begun = ns != EngineSample::kNotBegun;
      rows.push_back({dataset, sample.block.lines[p], sample.block.puzzles[p],
                      p % sample.block.isomorphs, solvers[i].id, repetition,
                      runstatus_of(result, is_begun), result.solutions,
                      result.has_guesses ? std::optional(result.guesses) : std::nullopt,
                      ns >= 0 ? std::optional(ns) : std::nullopt});
    }
  }
  return rows;
}

}  // namespace sudoku
