#include "engines/bandjoin/join.h"

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
  const double upright_work = upright_.plan();
  // Less than that is done before the other orientation is looked at.
  constexpr double kWorthTurning = 3e5;
  const bool is_turned = upright_work > kWorthTurning && turned_.load(transposed(puzzle)) &&
                         turned_.plan() < upright_work;
  return (is_turned ? turned_ : upright_).count(memory_, interruption);
}

}  // namespace sudoku::bandjoin
