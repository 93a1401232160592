#include "harness/puzzle/unavoidable_sets.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include "engines/random.h"
#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

using CellSet = std::vector<std::size_t>;

/// An unavoidable set of two digits.
struct PairSet {
  CellSet cells;
  Digits pair = 0;

  /// Returns the number of cells in which the puzzle forbids one of the digits. In a puzzle without
  /// candidates, these are the clues.
  std::ptrdiff_t restrictions_of(const Board& puzzle) const {
    return std::ranges::count_if(
        cells, [&](std::size_t cell) { return (pair & ~puzzle.allowed(cell)) != 0; });
  }
};

/// Returns a set with the fewest restrictions, or the first one found with at most one.
PairSet least_restricted_set(const Board& puzzle, const Board& solution) {
  const HousesOfShape houses(puzzle.shape);
  const auto side = static_cast<std::uint8_t>(puzzle.shape.side());
  PairSet best;
  std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (std::uint8_t a = 1; a < side; ++a) {
    for (auto b = static_cast<std::uint8_t>(a + 1); b <= side; ++b) {
      for (CellSet& cells : unavoidable_sets(houses, solution, a, b)) {
        PairSet set{std::move(cells), digit_bit(a) | digit_bit(b)};
        const std::ptrdiff_t restrictions = set.restrictions_of(puzzle);
        if (restrictions >= fewest) continue;
        fewest = restrictions;
        best = std::move(set);
      }
      if (fewest <= 1) return best;
    }
  }
  return best;
}

/// Adds up to `count` random clues of the solution outside of the set.
void add_clues(OwnedBoard& puzzle, const Board& solution, const CellSet& set, std::size_t count) {
  CellSet places;
  for (std::size_t cell = 0; cell < solution.cells.size(); ++cell) {
    const bool is_in_set = std::ranges::find(set, cell) != set.end();
    if (!is_in_set && puzzle.cells()[cell] == 0) places.push_back(cell);
  }
  Random random(puzzle_hash(puzzle));
  shuffle(std::span(places), random);
  places.resize(std::min(places.size(), count));
  for (const std::size_t place : places) puzzle.cells()[place] = solution[place];
}

/// Eliminates up to `count` random candidates outside of the set, but none of the solution.
void eliminate_candidates(OwnedBoard& puzzle, const Board& solution, const CellSet& set,
                          std::size_t count) {
  std::vector<std::pair<std::size_t, Digits>> places;
  for (std::size_t cell = 0; cell < solution.cells.size(); ++cell) {
    if (std::ranges::find(set, cell) != set.end()) continue;
    const Digits others = Board(puzzle).allowed(cell) & ~digit_bit(solution[cell]);
    for (Digits left = others; left != 0; left &= left - 1) {
      places.emplace_back(cell, left & ~(left - 1));
    }
  }
  Random random(puzzle_hash(puzzle));
  shuffle(std::span(places), random);
  places.resize(std::min(places.size(), count));
  for (const auto& [cell, digit] : places) puzzle.candidates()[cell] &= ~digit;
}

}  // namespace

std::vector<CellSet> unavoidable_sets(const HousesOfShape& houses, const Board& solved,
                                      std::uint8_t a, std::uint8_t b) {
  std::vector<CellSet> sets;
  std::vector<bool> is_left;
  for (const std::uint8_t digit : solved.cells) is_left.push_back(digit == a || digit == b);
  for (std::size_t cell = 0; cell < solved.cells.size(); ++cell) {
    if (!is_left[cell]) continue;
    is_left[cell] = false;
    CellSet set{cell};
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (const std::size_t house : houses.of(set[i])) {
        for (const std::size_t other : houses.cells_of(house)) {
          if (is_left[other]) set.push_back(other);
          is_left[other] = false;
        }
      }
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

OwnedBoard without_uniqueness(const Board& puzzle, const Board& solution) {
  OwnedBoard open = puzzle;
  const PairSet set = least_restricted_set(puzzle, solution);
  const auto restrictions = static_cast<std::size_t>(set.restrictions_of(puzzle));
  for (const std::size_t cell : set.cells) open.cells()[cell] = 0;
  if (puzzle.candidates.empty()) {
    add_clues(open, solution, set.cells, restrictions);
    return open;
  }
  int added = 0;
  for (const std::size_t cell : set.cells) {
    open.candidates()[cell] |= set.pair;
    added += std::popcount(open.candidates()[cell]) - std::popcount(puzzle.allowed(cell));
  }
  eliminate_candidates(open, solution, set.cells, static_cast<std::size_t>(added));
  return open;
}

}  // namespace sudoku
