// Plain recursion: the first empty cell in row-major order, its digits ascending, each tried if a
// scan of row, column and box finds no equal digit.
//
// State is the board alone. Clues that break the rules are found before the search, because a scan
// looks only at the peers of cells that it fills. There is no look-ahead: this is the slow, obvious
// engine that the others are compared with.

#include <array>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

bool is_allowed(const Grid& grid, int cell, int digit) {
  for (const std::uint8_t peer : kPeersOfCell[static_cast<std::size_t>(cell)]) {
    if (grid[peer] == digit) return false;
  }
  return true;
}

int next_allowed_digit(const Grid& grid, int cell, int digit) {
  while (digit <= kSize && !is_allowed(grid, cell, digit)) ++digit;
  return digit;
}

bool clues_obey_rules(const Grid& puzzle) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0 && !is_allowed(puzzle, cell, puzzle[cell])) return false;
  }
  return true;
}

int next_empty_cell(const Grid& grid, int cell) {
  while (cell < kCells && grid[cell] != 0) ++cell;
  return cell;
}

/// Fills the empty cells from `cell` on in every way. False if the monitor ended the search.
bool search(Grid& grid, int cell, SearchMonitor& monitor) {
  if (!monitor.visit_node()) return false;
  cell = next_empty_cell(grid, cell);
  if (cell == kCells) return monitor.found(grid);
  int digit = next_allowed_digit(grid, cell, 1);
  while (digit <= kSize) {
    const int next_digit = next_allowed_digit(grid, cell, digit + 1);
    if (next_digit <= kSize && !monitor.take_guess()) return false;
    grid[cell] = static_cast<std::uint8_t>(digit);
    const bool goes_on = search(grid, cell + 1, monitor);
    grid[cell] = 0;
    if (!goes_on) return false;
    digit = next_digit;
  }
  return true;
}

class NaiveEngine final : public Engine {
 public:
  void solve(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results, SolutionSink* sink) override {
    solve_each(puzzles, limits, results, sink, [](const Grid& puzzle, SearchMonitor& monitor) {
      Grid grid = puzzle;
      if (clues_obey_rules(puzzle)) search(grid, 0, monitor);
    });
  }
};

}  // namespace

std::unique_ptr<Engine> make_naive(const EngineOptions&) {
  return std::make_unique<NaiveEngine>();
}

}  // namespace sudoku
