#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/houses.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// Counts the solutions of small boards with candidates: tries every candidate of a cell with the
/// fewest.
class CountByTrial {
 public:
  explicit CountByTrial(const Board& puzzle, std::uint64_t limit)
      : houses_(puzzle.shape), limit_(limit) {
    std::vector<Digits> allowed;
    for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
      allowed.push_back(puzzle.allowed(cell));
    }
    search(std::move(allowed), std::vector<bool>(puzzle.cells.size()));
  }

  std::uint64_t count() const { return count_; }

 private:
  void search(std::vector<Digits> allowed, std::vector<bool> is_filled) {
    std::size_t best = allowed.size();
    for (std::size_t cell = 0; cell < allowed.size(); ++cell) {
      if (is_filled[cell]) continue;
      if (best == allowed.size() || std::popcount(allowed[cell]) < std::popcount(allowed[best])) {
        best = cell;
      }
    }
    if (best == allowed.size()) {
      ++count_;
      return;
    }
    is_filled[best] = true;
    for (Digits rest = allowed[best]; rest != 0 && count_ < limit_; rest &= rest - 1) {
      const Digits digit = rest & -rest;
      std::vector<Digits> next = allowed;
      for (std::size_t cell = 0; cell < next.size(); ++cell) {
        if (!is_filled[cell] &&
            share_house(houses_, static_cast<int>(best), static_cast<int>(cell))) {
          next[cell] &= ~digit;
        }
      }
      search(std::move(next), is_filled);
    }
  }

  HousesOfShape houses_;
  std::uint64_t limit_;
  std::uint64_t count_ = 0;
};

inline std::uint64_t count_by_trial(const Board& puzzle, std::uint64_t limit = 2) {
  return CountByTrial(puzzle, limit).count();
}

/// Whether the puzzle has one solution, and more with any other candidate.
inline bool is_minimal_in_candidates(const Board& puzzle) {
  if (count_by_trial(puzzle) != 1) return false;
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    for (std::uint8_t digit = 1; digit <= puzzle.shape.side(); ++digit) {
      if ((puzzle.allowed(cell) & digit_bit(digit)) != 0) continue;
      OwnedBoard restored = puzzle;
      restored.candidates()[cell] |= digit_bit(digit);
      if (count_by_trial(restored) == 1) return false;
    }
  }
  return true;
}

/// An engine that counts by trial and writes no solutions.
class TrialEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* /*sink*/) override {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      answers.results[i] = {};
      answers.results[i].solutions = count_by_trial(puzzles[i], limits.max_solutions);
    }
  }
};

}  // namespace sudoku
