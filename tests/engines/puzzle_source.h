#pragma once

#include <array>

#include "harness/puzzle/isomorph.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {

inline constexpr std::array<std::string_view, 3> kSolvedGrids{
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    "574981623961523478283647591417832956698154237352769184729418365135276849846395712",
    "269543178847961523531782694974156382125839746386274915698415237452397861713628459"};

/// Generates random puzzles. They depend only on the seed.
class PuzzleSource {
 public:
  explicit PuzzleSource(std::uint64_t seed) : random_(k9x9, seed), isomorphisms_(seed) {}

  /// Returns a solved grid with some cells emptied. Some grids have a changed or an added clue.
  Grid next() {
    const Grid solved = grid_of(kSolvedGrids[random_.below(kSolvedGrids.size())]);
    Grid grid = random_isomorphism(isomorphisms_).apply(solved);
    const std::vector<std::size_t> cells = random_.permutation(kCells);
    const std::size_t hole_count = 40 + random_.below(19);
    for (std::size_t i = 0; i < hole_count; ++i) grid.cells[cells[i]] = 0;
    const std::size_t damage = random_.below(4);
    if (damage == 1) grid.cells[cells[hole_count]] = random_.digit();
    if (damage == 2) grid.cells[cells[0]] = random_.digit();
    return grid;
  }

 private:
  BoardSource random_;
  Random isomorphisms_;
};

/// Generates solved grids with a given number of clues left.
class DugPuzzles {
 public:
  explicit DugPuzzles(std::uint64_t seed) : random_(k9x9, seed) {}

  Grid next(std::size_t clues) {
    const Grid solved = grid_of(kSolvedGrids[random_.below(kSolvedGrids.size())]);
    Grid puzzle;
    while (clues > 0) {
      const auto cell = static_cast<int>(random_.below(kCells));
      if (puzzle[cell] != 0) continue;
      puzzle[cell] = solved[cell];
      --clues;
    }
    return puzzle;
  }

 private:
  BoardSource random_;
};

inline std::vector<Grid> random_puzzles(std::uint64_t seed, std::size_t count) {
  PuzzleSource source(seed);
  std::vector<Grid> puzzles;
  for (std::size_t i = 0; i < count; ++i) puzzles.push_back(source.next());
  return puzzles;
}

}  // namespace sudoku
