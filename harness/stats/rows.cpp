#include "harness/stats/rows.h"

namespace sudoku {

std::vector<BlockRow> block_rows(const BlockSample& sample, const BlockNames& names) {
  const std::vector<Totals> totals = block_totals(sample);
  std::vector<BlockRow> rows;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    rows.push_back({names.engines[i], names.dataset, names.repetition, sample.block.first_index,
                    sample.block.digest, totals[i], sample.repeats,
                    sample.engines[i].reference_ns});
  }
  return rows;
}

std::vector<PuzzleRow> puzzle_rows(const BlockSample& sample, const BlockNames& names) {
  std::vector<PuzzleRow> rows;
  for (std::size_t p = 0; p < sample.block.puzzles.size(); ++p) {
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      const SolveResult& result = sample.engines[i].results[p];
      const std::int64_t ns = sample.engines[i].puzzle_ns[p];
      const bool is_begun = ns != EngineSample::kNotBegun;
      rows.push_back({names.dataset, sample.block.lines[p], sample.block.puzzles[p],
                      p % sample.block.isomorphs, names.engines[i], names.repetition,
                      runstatus_of(result, is_begun), result.solutions,
                      result.has_guesses ? std::optional(result.guesses) : std::nullopt,
                      ns >= 0 ? std::optional(ns) : std::nullopt});
    }
  }
  return rows;
}

double puzzles_per_second(const Totals& totals, unsigned threads) {
  if (totals.wall_ns <= 0) return 0;
  return static_cast<double>(totals.solved) * threads * 1e9 / static_cast<double>(totals.wall_ns);
}

std::string_view runstatus_of(const SolveResult& result, bool is_begun) {
  if (!is_begun) return "other";
  if (result.outcome == Outcome::failed) return "crash";
  if (result.outcome == Outcome::gave_up) return "gave_up";
  return is_answered(result) ? "ok" : "timeout";
}

SolveResult result_of(const PuzzleRow& row) {
  SolveResult result;
  result.solutions = row.solutions;
  result.guesses = row.guesses.value_or(0);
  result.has_guesses = row.guesses.has_value();
  if (row.runstatus == "crash") result.outcome = Outcome::failed;
  if (row.runstatus == "gave_up") result.outcome = Outcome::gave_up;
  if (row.runstatus == "timeout") result.outcome = Outcome::timeout;
  return result;
}

}  // namespace sudoku
