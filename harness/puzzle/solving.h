#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/engine.h"
#include "engines/grid.h"
#include "engines/registry.h"

namespace sudoku {

/// Returns the engine that decides fastest whether puzzles in blocks have exactly one solution.
inline const EngineInfo& uniqueness_engine(const BoardKind& kind) {
  // On larger boards, a few puzzles that take thousands of guesses dominate the time.
  constexpr std::size_t kLastEasySide = 16;
  return kind.shape.side() <= kLastEasySide ? fastest_on_blocks(kind) : *find_engine("learn");
}

/// Solves puzzles in one call of the engine. For `solutions` and `sink`, see Engine.
inline std::vector<SolveResult> solve_block(Engine& engine, const Boards& puzzles,
                                            const SolveLimits& limits,
                                            std::span<std::uint8_t> solutions = {},
                                            SolutionSink* sink = nullptr) {
  std::vector<SolveResult> results(puzzles.size());
  if (!results.empty()) engine.solve(puzzles, limits, {results, solutions}, sink);
  return results;
}

/// Collects the solutions of each puzzle of a call, one board after the other.
class SolutionLists final : public SolutionSink {
 public:
  /// `lists` has one list of cells per puzzle.
  explicit SolutionLists(std::span<std::vector<std::uint8_t>> lists) : lists_(lists) {}
  void on_solution(std::size_t puzzle, const Board& solution) override {
    lists_[puzzle].insert(lists_[puzzle].end(), solution.cells.begin(), solution.cells.end());
  }

 private:
  std::span<std::vector<std::uint8_t>> lists_;
};

}  // namespace sudoku
