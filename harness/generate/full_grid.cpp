#include "harness/generate/full_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>
#include <vector>

#include "engines/registry.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/puzzle_random.h"

namespace sudoku {
namespace {

/// Draws one of the digits of a non-empty mask.
template <typename Mask>
std::uint8_t draw_digit(Mask digits, Random& random, GenerateEffort& effort) {
  const int count = std::popcount(digits);
  if (count > 1) ++effort.guesses;
  for (auto left = random.below(static_cast<std::uint64_t>(count)); left > 0; --left) {
    digits &= static_cast<Mask>(digits - 1);
  }
  return static_cast<std::uint8_t>(std::countr_zero(digits) + 1);
}

/// Fills the grid row by row. Returns false at a cell without candidates.
bool fill_at_random(Grid& grid, Random& random, GenerateEffort& effort) {
  const Houses9x9 houses;
  HouseMasks masks(houses);
  for (int cell = 0; cell < kCells; ++cell) {
    const DigitMask candidates = masks.candidates_of(cell);
    if (candidates == 0) return false;
    // A single candidate takes no random number.
    grid[cell] = std::has_single_bit(candidates)
                     ? static_cast<std::uint8_t>(std::countr_zero(candidates) + 1)
                     : draw_digit(candidates, random, effort);
    masks.toggle(cell, grid[cell]);
  }
  return true;
}

class Backtracking {
 public:
  Backtracking(Random& random, GenerateEffort& effort) : random_(random), effort_(effort) {}

  /// Fills the cells from `cell` on. Returns false, with these cells unchanged, if that fails.
  bool fill(int cell) {
    if (cell == kCells) return true;
    std::array<std::uint8_t, kSize> digits{};
    std::size_t count = 0;
    const DigitMask candidates = masks_.candidates_of(cell);
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      if ((candidates & mask_of(digit)) != 0) digits[count++] = digit;
    }
    shuffle(std::span(digits).first(count), random_);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + 1 < count) ++effort_.guesses;
      grid_[cell] = digits[i];
      masks_.toggle(cell, digits[i]);
      if (fill(cell + 1)) return true;
      masks_.toggle(cell, digits[i]);
    }
    return false;
  }

  const Grid& grid() const { return grid_; }

 private:
  Random& random_;
  GenerateEffort& effort_;
  Grid grid_;
  Houses9x9 houses_;
  HouseMasks<Houses9x9> masks_{houses_};
};

}  // namespace

Grid full_grid_lasvegas(Random& random, GenerateEffort& effort) {
  Grid grid;
  while (!fill_at_random(grid, random, effort)) ++effort.restarts;
  return grid;
}

Grid full_grid_backtrack(Random& random, GenerateEffort& effort) {
  Backtracking search(random, effort);
  search.fill(0);
  return search.grid();
}

Grid full_grid(GridMethod method, Random& random, GenerateEffort& effort) {
  switch (method) {
    case GridMethod::lasvegas: return full_grid_lasvegas(random, effort);
    case GridMethod::backtrack: return full_grid_backtrack(random, effort);
    case GridMethod::uniform: break;
  }
  return full_grid_uniform(random, effort);
}

GridCompleter::GridCompleter(const Shape& shape)
    : houses_(shape), clues_(shape), engine_(default_engine(shape).make({})) {}

/// Places random candidates in a quarter of the cells: few enough that most such boards have a
/// completion that is easy to find. Returns false at a cell without candidates.
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
  // A limit of guesses, unlike one of time, gives the same grids on every machine.
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
