#include "harness/measure/uniqueness_check.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/puzzle/board_masks.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

using CellSet = std::vector<std::size_t>;

std::ptrdiff_t clues_in(const Board& puzzle, const CellSet& set) {
  return std::count_if(set.begin(), set.end(), [&](std::size_t cell) { return puzzle[cell] != 0; });
}

/// One that has the fewest clues, and no more than a clue where there is such.
CellSet set_of_fewest_clues(const Board& puzzle, const Board& solution) {
  const BoardHouses houses(puzzle.shape);
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  CellSet best;
  auto fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (std::uint8_t a = 1; a < side; ++a) {
    for (auto b = static_cast<std::uint8_t>(a + 1); b <= side; ++b) {
      for (const CellSet& set : unavoidable_sets(houses, solution, a, b)) {
        const std::ptrdiff_t clues = clues_in(puzzle, set);
        if (clues < fewest) best = set;
        fewest = std::min(fewest, clues);
      }
      if (fewest <= 1) return best;
    }
  }
  return best;
}

}  // namespace

OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution) {
  OwnedBoard open = puzzle;
  for (const std::size_t cell : set_of_fewest_clues(puzzle, solution)) open.cells()[cell] = 0;
  return open;
}

std::string find_uniqueness_fault(Engine& engine, const Board& puzzle, const Board& solution,
                                  SolveLimits limits, std::chrono::nanoseconds taken) {
  constexpr std::chrono::seconds kPatience{1};
  limits.deadline = std::chrono::steady_clock::now() + kPatience + taken;
  const OwnedBoard open = without_uniqueness(puzzle, solution);
  OwnedBoard found(puzzle.shape);
  SolveResult result;
  engine.solve(Board(open), limits, {{&result, 1}, found.cells()}, nullptr);
  if (!is_answered(result) || result.solutions > 1) return {};
  const std::string found_count = number_of(result.solutions, "solution");
  if (open == OwnedBoard(puzzle)) return fmt::format("found {} of several", found_count);
  return fmt::format("found {} of {}, which has several: it is this puzzle without some clues",
                     found_count, format_line(open));
}

}  // namespace sudoku
