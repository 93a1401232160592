#include "harness/generate/clue_replacement.h"

#include <array>
#include <cstdint>

#include "engines/houses.h"

namespace sudoku {
namespace {

struct Clue {
  std::uint8_t cell;
  std::uint8_t digit;
};

/// Number of solutions by cell and digit.
using SolutionCounts = std::array<std::array<std::uint32_t, kSize + 1>, kCells>;

SolutionCounts count_by_clue(const std::vector<const Grid*>& solutions) {
  SolutionCounts counts{};
  for (const Grid* solution : solutions) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++counts[cell][solution->cells[cell]];
  }
  return counts;
}

/// Returns the clues that leave at least one and at most `most` of the solutions, but not all.
std::vector<Clue> clues_leaving(const std::vector<const Grid*>& solutions, std::size_t most) {
  const SolutionCounts counts = count_by_clue(solutions);
  std::vector<Clue> clues;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 1; digit <= kSize; ++digit) {
      const std::uint32_t left = counts[cell][digit];
      if (left != 0 && left < solutions.size() && left <= most) clues.push_back({cell, digit});
    }
  }
  return clues;
}

}  // namespace

Grid drop_clues(const Grid& puzzle, int count, Random& random) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) cells.push_back(cell);
  }
  shuffle(std::span(cells), random);
  Grid reduced = puzzle;
  for (const int cell : std::span(cells).first(static_cast<std::size_t>(count))) reduced[cell] = 0;
  return reduced;
}

std::optional<Grid> add_clues(const Grid& puzzle, std::span<const Grid> solutions, int count,
                              Random& random) {
  Grid child = puzzle;
  std::vector<const Grid*> left;
  for (const Grid& solution : solutions) left.push_back(&solution);
  for (int added = 1; added <= count && left.size() > 1; ++added) {
    const std::size_t most = added == count ? 1 : left.size();
    const std::vector<Clue> clues = clues_leaving(left, most);
    if (clues.empty()) return std::nullopt;
    const Clue clue = clues[random.below(clues.size())];
    child[clue.cell] = clue.digit;
    std::erase_if(left,
                  [clue](const Grid* solution) { return (*solution)[clue.cell] != clue.digit; });
  }
  return child;
}

}  // namespace sudoku
