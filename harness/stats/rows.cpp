#include "harness/stats/rows.h"

namespace sudoku {

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
