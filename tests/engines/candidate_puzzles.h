#pragma once

#include <algorithm>

#include "engines/houses.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

// Random puzzles with candidates.

namespace sudoku {

/// Returns a puzzle with candidates. The candidates of a cell are its digits in one or two solved
/// boards and `percent` percent of the other digits. Some puzzles also have one of these changes: a
/// clue, the same candidates in two cells, a missing candidate, a cell without candidates, or a
/// house that lacks a digit.
inline OwnedBoard puzzle_with_candidates(BoardSource& source, std::size_t percent) {
  const Shape shape = source.shape();
  const HousesOfShape houses(shape);
  OwnedBoard puzzle(shape);
  std::ranges::copy(source.candidates(1 + source.below(2), percent), puzzle.candidates().begin());
  const std::size_t cell = source.below(shape.cells());
  const std::uint8_t digit = source.digit();
  switch (source.below(8)) {
    case 0: puzzle.candidates()[cell] = 0; break;
    case 1: puzzle.candidates()[cell] &= ~digit_bit(digit); break;
    case 2: puzzle.cells()[cell] = digit; break;
    case 3:
      for (const std::size_t i : houses.cells_of(source.below(3 * shape.side()))) {
        puzzle.candidates()[i] &= ~digit_bit(digit);
      }
      break;
    case 4: puzzle.candidates()[cell] = puzzle.candidates()[(cell + 1) % shape.cells()]; break;
    default: break;
  }
  return puzzle;
}

/// Returns such 9x9 puzzles with no, one and many solutions.
inline BoardList puzzles_with_candidates(std::uint64_t seed, std::size_t count) {
  BoardSource source(k9x9, seed);
  BoardList puzzles;
  for (std::size_t i = 0; i < count; ++i) {
    puzzles.push_back(puzzle_with_candidates(source, 15 + 3 * source.below(8)));
  }
  return puzzles;
}

/// Returns a 9x9 puzzle with one solution that allows as many candidates as possible after `tries`
/// random ones.
inline OwnedBoard nearly_minimal(std::uint64_t seed, std::size_t tries) {
  const auto engine = resolve_engine("lanes")->make({});
  BoardSource source(k9x9, seed);
  OwnedBoard puzzle;
  std::ranges::copy(source.candidates(1, 0), puzzle.candidates().begin());
  for (std::size_t i = 0; i < tries; ++i) {
    Digits& digits = puzzle.candidates()[source.below(kCells)];
    const Digits before = digits;
    digits |= digit_bit(source.digit());
    if (solve_block(*engine, Board(puzzle), limit_of(2))[0].solutions != 1) digits = before;
  }
  return puzzle;
}

}  // namespace sudoku
