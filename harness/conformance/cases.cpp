#include "harness/conformance/cases.h"

#include <cstddef>

#include "engines/geometry.h"

namespace sudoku {
namespace {

constexpr std::string_view kComplete =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

constexpr std::string_view kHard =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// As few as a puzzle with one solution can have, in an order that no engine here takes long for.
constexpr std::string_view kFewestClues =
    "..1...2......34..56...5.....2.1.7.........6.3..8......3...........8..1..5........";

Grid grid_of(std::string_view line) {
  Grid grid;
  parse_line(line, grid);
  return grid;
}

void append(std::vector<Grid>& block, const std::vector<ConformanceCase>& cases,
            std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) block.push_back(cases[i % cases.size()].puzzle);
}

}  // namespace

Grid complete_grid() {
  return grid_of(kComplete);
}

std::vector<ConformanceCase> wrong_grids() {
  std::vector<ConformanceCase> cases;
  for (int cell = 0; cell < kCells; ++cell) {
    Grid grid = complete_grid();
    grid[cell] = static_cast<std::uint8_t>(grid[cell] % kSize + 1);
    cases.push_back({grid, 0});
  }
  return cases;
}

std::vector<ConformanceCase> grids_one_clue_short() {
  std::vector<ConformanceCase> cases;
  for (int cell = 0; cell < kCells; ++cell) {
    Grid grid = complete_grid();
    grid[cell] = 0;
    cases.push_back({grid, 1});
  }
  return cases;
}

std::vector<ConformanceCase> clashing_clues() {
  std::vector<ConformanceCase> cases;
  for (const auto& cells : kCellsOfHouse) {
    for (Grid puzzle : {Grid{}, grid_of(kHard)}) {
      puzzle[cells[1]] = 5;
      puzzle[cells[8]] = 5;
      cases.push_back({puzzle, 0});
    }
  }
  return cases;
}

std::vector<ConformanceCase> impossible_puzzles() {
  return {
      // a cell has no candidate
      {grid_of("8..7.3649.4.6.2.75.7.49.2...5..378........72.287..9..15.1.743.843.52.9...9.31.4.."),
       0},
      // a digit has no place in a house
      {grid_of(".1.7...3..4..82.....5.9128.15423.8......4572..87.695...2.9743.843..2....79631...2"),
       0},
      // every cell has a candidate and every digit a place
      {grid_of(".12.5.6499.....17.67.4.12.315.23.8...69.4.7212..1..53452.9.....43..269.7798.1..5."),
       0},
  };
}

std::vector<ConformanceCase> unique_puzzles() {
  return {
      {grid_of(".92481763413762985867359412624195378759843126138627594271538649386914257.45276831"),
       1},
      {grid_of(kHard), 1},
      {grid_of(kFewestClues), 1},
  };
}

std::vector<ConformanceCase> ambiguous_puzzles() {
  return {
      {grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395..."),
       5},
      {grid_of("7618.49..3.....124.52....78...6...4...91..7.....9....2...2...56.3649.2...2..6.49."),
       8},
      {grid_of("2....3.7.847....2353..8......4...3.212.......386..49.5....1.2....2...8.1713......"),
       237},
  };
}

std::vector<Grid> nearly_empty_grids() {
  std::vector<Grid> grids{Grid{}};
  for (int clues = 1; clues <= 8; ++clues) {
    Grid grid = grids.back();
    const int cell = 10 * (clues - 1);  // down the diagonal
    grid[cell] = complete_grid()[cell];
    grids.push_back(grid);
  }
  return grids;
}

std::vector<Grid> mixed_block() {
  std::vector<Grid> kinds;
  append(kinds, clashing_clues(), 4);
  append(kinds, ambiguous_puzzles(), 3);
  append(kinds, impossible_puzzles(), 3);
  append(kinds, {unique_puzzles().front(), {complete_grid(), 1}}, 2);
  std::vector<Grid> block;
  for (std::size_t i = 0; i < 64; ++i) block.push_back(kinds[i * 5 % kinds.size()]);
  return block;
}

}  // namespace sudoku
