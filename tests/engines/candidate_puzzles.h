#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/solving.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/plain_count.h"
#include "tests/engines/puzzle_source.h"

// Random 9x9 puzzles with candidates.

namespace sudoku {

/// Generates random puzzles with candidates. They depend only on the seed.
class CandidatePuzzles {
 public:
  explicit CandidatePuzzles(std::uint64_t seed) : random_(seed), clues_(seed) {}

  /// Returns puzzles with no, one and many solutions, with and without clues.
  BoardList mixed(std::size_t count) {
    BoardList puzzles;
    for (std::size_t i = 0; i < count; ++i) {
      OwnedBoard puzzle = around_solution(20 + 4 * below(8));
      const std::size_t kind = below(8);
      const std::size_t cell = below(kCells);
      if (kind == 0) puzzle.candidates()[cell] = 0;
      if (kind == 1) puzzle.candidates()[cell] &= digit_bit(digit());
      if (kind == 2) puzzle.cells()[cell] = digit();
      if (kind >= 6) puzzle = with_clues();
      puzzles.push_back(puzzle);
    }
    return puzzles;
  }

  /// Returns a puzzle with one solution that allows as many candidates as possible after `tries`
  /// random ones.
  OwnedBoard nearly_minimal(std::size_t tries) {
    const auto engine = resolve_engine("lanes")->make({});
    OwnedBoard puzzle = around_solution(0);
    for (std::size_t i = 0; i < tries; ++i) {
      Digits& digits = puzzle.candidates()[below(kCells)];
      const Digits before = digits;
      digits |= digit_bit(digit());
      if (solve_block(*engine, Board(puzzle), limit_of(2))[0].solutions != 1) digits = before;
    }
    return puzzle;
  }

  /// Returns a puzzle without clues. Each cell has its digit in a solved grid and some percent of
  /// the other digits.
  OwnedBoard around_solution(std::size_t percent) {
    const Grid solved = grid_of(kSolvedGrids[below(kSolvedGrids.size())]);
    OwnedBoard puzzle;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      Digits digits = digit_bit(solved.cells[cell]);
      for (std::uint8_t d = 1; d <= kSize; ++d) {
        if (below(100) < percent) digits |= digit_bit(d);
      }
      puzzle.candidates()[cell] = digits;
    }
    return puzzle;
  }

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  std::uint8_t digit() { return static_cast<std::uint8_t>(1 + below(kSize)); }

 private:
  /// Returns a puzzle with clues and a few candidates less.
  OwnedBoard with_clues() {
    OwnedBoard puzzle = clues_.next();
    for (std::size_t i = 0; i < 6; ++i) puzzle.candidates()[below(kCells)] &= ~digit_bit(digit());
    return puzzle;
  }

  std::mt19937_64 random_;
  PuzzleSource clues_;
};

}  // namespace sudoku
