#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "engines/houses.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/solving.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

// Random 9x9 puzzles with candidates, and a search to compare engines with.

namespace sudoku {

/// Counts the solutions of a 9x9 puzzle up to a limit, or all for 0. Shares no code with engines.
class PlainCount {
 public:
  static std::uint64_t of(const Board& puzzle, std::uint64_t limit) {
    Cells cells{};
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = puzzle.allowed(i);
    PlainCount count(limit);
    count.search(cells);
    return count.found_;
  }

 private:
  using Cells = std::array<Digits, kCells>;
  static constexpr int kNone = kSize + 1;

  explicit PlainCount(std::uint64_t limit) : limit_(limit) {}

  /// Tries the cells of a digit in a house, or the digits of a cell, whichever are fewer.
  void search(const Cells& cells) {
    int fewest = kNone;
    std::vector<std::array<std::size_t, 2>> options;  // cell and digit - 1
    for (std::size_t i = 0; i < cells.size() && fewest > 1; ++i) {
      const int size = std::popcount(cells[i]);
      if (size >= fewest || settled_[i]) continue;
      fewest = size;
      options.clear();
      for (std::size_t d = 0; d < kSize; ++d) {
        if ((cells[i] >> d & 1) != 0) options.push_back({i, d});
      }
    }
    for (std::size_t house = 0; house < kHouses && fewest > 1; ++house) {
      for (std::size_t d = 0; d < kSize && fewest > 1; ++d) {
        std::vector<std::array<std::size_t, 2>> places;
        bool is_settled = false;
        for (const auto cell : Houses9x9::cells_of(house)) {
          if ((cells[cell] >> d & 1) == 0) continue;
          places.push_back({cell, d});
          is_settled = is_settled || settled_[cell];
        }
        if (is_settled || static_cast<int>(places.size()) >= fewest) continue;
        fewest = static_cast<int>(places.size());
        options = places;
      }
    }
    if (fewest == kNone) ++found_;
    for (const auto& [cell, digit] : options) {
      if (limit_ != 0 && found_ == limit_) return;
      Cells child = cells;
      for (const std::size_t peer : kPeersOfCell[cell]) child[peer] &= ~(Digits{1} << digit);
      child[cell] = Digits{1} << digit;
      settled_[cell] = true;
      search(child);
      settled_[cell] = false;
    }
  }

  std::uint64_t limit_;
  std::uint64_t found_ = 0;
  std::array<bool, kCells> settled_{};
};

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
