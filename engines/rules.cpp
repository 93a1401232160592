#include "engines/rules.h"

#include <cstddef>

namespace sudoku {
namespace {

constexpr unsigned kAllDigits = 0x3FE;  // bits 1 to 9

bool keeps_clues(const Grid& solution, const Grid& puzzle) {
  bool keeps = true;
  for (std::size_t i = 0; i < puzzle.cells.size(); ++i) {
    keeps &= puzzle.cells[i] == 0 || puzzle.cells[i] == solution.cells[i];
  }
  return keeps;
}

/// The digits of the nine cells that start at `cell` and lie `across` apart in threes, the threes
/// `down` apart, as bits.
unsigned digits_seen(const Grid& grid, std::size_t cell, std::size_t across, std::size_t down) {
  unsigned seen = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) seen |= 1U << grid.cells[cell + i * down + j * across];
  }
  return seen;
}

}  // namespace

bool is_solution_of(const Grid& solution, const Grid& puzzle) {
  for (const auto digit : solution.cells) {
    if (digit > 9) return false;
  }
  unsigned shared = kAllDigits;
  for (std::size_t i = 0; i < 9; ++i) {
    shared &= digits_seen(solution, 9 * i, 1, 3);                   // row i
    shared &= digits_seen(solution, i, 9, 27);                      // column i
    shared &= digits_seen(solution, i / 3 * 27 + i % 3 * 3, 1, 9);  // box i
  }
  return shared == kAllDigits && keeps_clues(solution, puzzle);
}

}  // namespace sudoku
