#include "harness/bench/block_rows.h"

#include <optional>

namespace sudoku {

std::vector<BlockRecord> block_rows(const BlockSample& sample, std::span<const Totals> totals,
                                    std::span<const Contestant> contestants,
                                    const std::string& dataset, unsigned repetition) {
  std::vector<BlockRecord> rows;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    rows.push_back({contestants[i].id, dataset, repetition, sample.block.first_index,
                    sample.block.digest, totals[i], sample.repeats,
                    sample.engines[i].reference_ns});
  }
  return rows;
}

std::vector<PuzzleRecord> puzzle_rows(const BlockSample& sample,
                                      std::span<const Contestant> contestants,
                                      const std::string& dataset, unsigned repetition) {
  std::vector<PuzzleRecord> rows;
  for (std::size_t p = 0; p < sample.block.puzzles.size(); ++p) {
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      const SolveResult& result = sample.engines[i].results[p];
      const std::int64_t ns = sample.engines[i].puzzle_ns[p];
      const bool is_begun = ns != EngineSample::kNotBegun;
      rows.push_back({dataset, sample.block.lines[p], sample.block.puzzles[p],
                      p % sample.block.isomorphs, contestants[i].id, repetition,
                      runstatus_of(result, is_begun), result.solutions,
                      result.has_guesses ? std::optional(result.guesses) : std::nullopt,
                      ns >= 0 ? std::optional(ns) : std::nullopt});
    }
  }
  return rows;
}

}  // namespace sudoku
