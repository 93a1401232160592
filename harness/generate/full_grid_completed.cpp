#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <vector>

#include "engines/registry.h"
#include "harness/generate/full_grid.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// One of the digits in a mask that is not empty.
std::uint8_t draw_digit(HouseMasks<HousesOfShape>::Digits digits, Random& random,
                        GenerateEffort& effort) {
  const int count = std::popcount(digits);
  if (count > 1) ++effort.guesses;
  for (auto left = random.below(static_cast<std::uint64_t>(count)); left > 0; --left) {
    digits &= digits - 1;
  }
  return static_cast<std::uint8_t>(std::countr_zero(digits) + 1);
}

}  // namespace

GridCompleter::GridCompleter(const Shape& shape)
    : houses_(shape), clues_(shape), engine_(default_engine(shape).make({})) {}

/// Clues in a quarter of the cells, none forbidden by another: so few that most such boards can be
/// completed, and that it is easy on large ones. False where a cell has no candidate left.
bool GridCompleter::draw_clues(Random& random, GenerateEffort& effort) {
  const std::span<std::uint8_t> board = clues_.cells();
  std::fill(board.begin(), board.end(), std::uint8_t{0});
  std::vector<std::uint16_t> cells(board.size());
  std::iota(cells.begin(), cells.end(), std::uint16_t{0});
  shuffle(std::span(cells), random);
  HouseMasks masks(houses_);
  for (const std::uint16_t cell : std::span(cells).first(cells.size() / 4)) {
    const HouseMasks<HousesOfShape>::Digits candidates = masks.candidates_of(cell);
    if (candidates == 0) return false;
    board[cell] = draw_digit(candidates, random, effort);
    masks.toggle(cell, board[cell]);
  }
  return true;
}

std::optional<OwnedBoard> GridCompleter::draw(Random& random, GenerateEffort& effort,
                                              const std::atomic<bool>& stop) {
  // Guesses and no time, so that the same clues are given up on every machine.
  const SolveLimits limits{.max_solutions = 1, .max_guesses = 1000, .stop = &stop};
  OwnedBoard solution(houses_.shape());
  for (; !stop.load(); ++effort.restarts) {
    if (!draw_clues(random, effort)) continue;
    SolveResult result;
    engine_->solve(Board(clues_), limits, {{&result, 1}, solution.cells()}, nullptr);
    if (result.solutions == 0) continue;
    OwnedBoard grid(houses_.shape());
    random_isomorphism(random, houses_.shape()).apply(solution, grid.cells());
    return grid;
  }
  return std::nullopt;
}

}  // namespace sudoku
