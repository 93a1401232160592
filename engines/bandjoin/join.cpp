#include "engines/bandjoin/join.h"

#include <algorithm>

namespace sudoku::bandjoin {
namespace {

Grid transposed(const Grid& grid) {
  Grid result;
  for (int cell = 0; cell < kCells; ++cell)
    result[cell % kSize * kSize + cell / kSize] = grid[cell];
  return result;
}

}  // namespace

SolutionCount Join::count(const Grid& puzzle, Interruption& interruption) {
  if (!upright_.load(puzzle) || interruption.has_come()) return 0;
  return plan(puzzle, interruption).count(memory_, interruption);
}

Board& Join::plan(const Grid& puzzle, Interruption& interruption) {
  // Less work than that is done before the other orientation is looked at, and symmetries with
  // other roles.
  constexpr double kWorthTurning = 3e5;
  constexpr double kWorthPlanning = 1.5e8;

  const double upright_work = upright_.plan();
  if (upright_work <= kWorthTurning || !turned_.load(transposed(puzzle))) return upright_;
  const double turned_work = turned_.plan();
  Board& chosen = turned_work < upright_work ? turned_ : upright_;
  const bool is_worth_planning = std::min(upright_work, turned_work) > kWorthPlanning &&
                                 chosen.planned_work(interruption) > kWorthPlanning;
  if (!is_worth_planning) return chosen;
  const double upright_left = upright_.plan_with_symmetries(interruption);
  const double turned_left = turned_.plan_with_symmetries(interruption);
  return turned_left < upright_left ? turned_ : upright_;
}

}  // namespace sudoku::bandjoin
