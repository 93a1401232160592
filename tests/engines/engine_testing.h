#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engines/grid.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/puzzle/solving.h"
#include "tests/catch.h"

// Helpers for the tests of engines.

namespace sudoku {

/// An engine's result for a 9x9 puzzle.
struct GridAnswer : SolveResult {
  Grid first_solution;  ///< unspecified if there is none
};

/// Solves 9x9 puzzles in one call of the engine.
inline std::vector<GridAnswer> solve_grids(Engine& engine, std::span<const Grid> grids,
                                           const SolveLimits& limits,
                                           SolutionSink* sink = nullptr) {
  std::vector<Grid> solutions(grids.size());
  const auto results = solve_block(engine, boards_of(grids), limits, cells_of(solutions), sink);
  std::vector<GridAnswer> answers;
  for (std::size_t i = 0; i < grids.size(); ++i) answers.push_back({results[i], solutions[i]});
  return answers;
}

inline Grid grid_of(std::string_view line) {
  Grid grid;
  if (line.size() != kCells || parse_line(line, grid) != kCells) {
    throw std::invalid_argument("not a puzzle: " + std::string(line));
  }
  return grid;
}

/// Exchanges the rows and the columns of a board with this side.
template <typename Cells>
Cells transposed(const Cells& cells, std::size_t side) {
  Cells result = cells;
  for (std::size_t i = 0; i < side * side; ++i) result[i] = cells[i % side * side + i / side];
  return result;
}

/// Has 13,205,275,952,041,152 solutions.
inline const Grid kMany =
    grid_of("...4.....6.......................2.........................39...........7........");

inline SolveLimits limit_of(std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  return limits;
}

inline GridAnswer solve_one(Engine& engine, const Grid& puzzle, const SolveLimits& limits,
                            SolutionSink* sink = nullptr) {
  return solve_grids(engine, {&puzzle, 1}, limits, sink).front();
}

/// Writes an answer as an engine does.
inline void give(const GridAnswer& answer, std::size_t puzzle, const Answers& answers) {
  answers.results[puzzle] = answer;
  const Answers own = answers.subspan(puzzle, 1, k9x9);
  if (!own.solutions.empty()) as_grid(own.solutions) = answer.first_solution;
}

/// Keeps every solution, with the index of its puzzle.
class SolutionList final : public SolutionSink {
 public:
  void on_solution(std::size_t puzzle, const Board& solution) override {
    puzzles.push_back(puzzle);
    solutions.push_back(as_grid(solution));
  }

  std::vector<std::size_t> puzzles;
  std::vector<Grid> solutions;
};

/// Sets its stop signal after a number of solutions.
class StopAfterSolutions final : public SolutionSink {
 public:
  explicit StopAfterSolutions(std::uint64_t solutions) : left_(solutions) {}
  void on_solution(std::size_t, const Board&) override {
    if (--left_ == 0) stop = true;
  }

  std::atomic<bool> stop{false};

 private:
  std::uint64_t left_;
};

/// Checks that the solutions that an engine listed are right, different and as many as it counted.
inline void check_listed(const Boards& listed, const Board& puzzle, const SolveResult& result) {
  if (listed.size() != result.solutions) FAIL_CHECK(listed.size() << " solutions listed");
  std::set<std::string> different;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (!is_solution_of(listed[i], puzzle)) FAIL_CHECK("not a solution: " << format_line(puzzle));
    different.insert({listed[i].cells.begin(), listed[i].cells.end()});
  }
  if (different.size() != listed.size()) FAIL_CHECK("a solution twice: " << format_line(puzzle));
}

/// Returns the result for a board. Checks the listed solutions.
inline SolveResult checked_result(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  std::vector<std::vector<std::uint8_t>> listed(1);
  SolutionLists sink(listed);
  const SolveResult result = solve_block(engine, puzzle, limits, {}, &sink).front();
  check_listed({puzzle.shape, listed[0]}, puzzle, result);
  return result;
}

/// Calls `check(engine, traits)` for a new instance of every available engine.
template <typename Check>
void for_each_engine_at_all(Check&& check) {
  for (const EngineInfo& info : all_engines()) {
    INFO("engine " << info.id);
    const std::unique_ptr<Engine> engine = info.make({});
    if (engine == nullptr) {
      WARN("skipped: " << unavailable_message(info));
      continue;
    }
    check(*engine, info.traits);
  }
}

/// Calls `check(engine, traits)` for every available engine that never gives up.
template <typename Check>
void for_each_engine_and_traits(Check&& check) {
  for_each_engine_at_all([&check](Engine& engine, EngineTraits traits) {
    if (!has(traits, EngineTraits::kIncomplete)) check(engine, traits);
  });
}

/// Calls `check(engine)` for every variant of a family that this CPU can run.
template <typename Check>
void for_each_variant_of(std::string_view family, Check&& check) {
  for (const EngineInfo& info : all_engines()) {
    if (!info.id.starts_with(std::string(family) + '_')) continue;
    INFO("engine " << info.id);
    const std::unique_ptr<Engine> engine = info.make({});
    if (engine != nullptr) check(*engine);
  }
}

/// Calls `check(engine)` for every available engine that never gives up.
template <typename Check>
void for_each_engine(Check&& check) {
  for_each_engine_and_traits([&check](Engine& engine, EngineTraits) { check(engine); });
}

}  // namespace sudoku
