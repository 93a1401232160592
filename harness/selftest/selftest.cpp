#include "harness/selftest/selftest.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engines/block_answers.h"
#include "engines/random.h"
#include "engines/registry.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/solving.h"
#include "harness/stats/rows.h"

namespace sudoku {
namespace {

/// An engine whose calls a function answers, with the help of another engine.
class WrappedEngine final : public Engine {
 public:
  using Solve =
      std::function<void(Engine& engine, const Boards&, const SolveLimits&, const Answers&)>;

  WrappedEngine(std::unique_ptr<Engine> engine, Solve solve)
      : engine_(std::move(engine)), solve_(std::move(solve)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (sink != nullptr) return engine_->solve(puzzles, limits, answers, sink);
    solve_(*engine_, puzzles, limits, answers);
  }

 private:
  std::unique_ptr<Engine> engine_;
  Solve solve_;
};

Solver wrapped(const Solver& solver, std::string id, const WrappedEngine::Solve& solve) {
  return {std::move(id),
          [make = solver.make, solve] { return std::make_unique<WrappedEngine>(make(), solve); },
          solver.takes_blocks};
}

/// Divides puzzles into blocks of that size.
std::vector<PuzzleBlock> in_blocks(std::span<const Grid> puzzles, std::size_t block_size) {
  std::vector<PuzzleBlock> blocks(puzzles.size() / block_size);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    PuzzleBlock& block = blocks[i / block_size];
    if (block.puzzles.empty()) block.first_index = i;
    block.puzzles.push_back(puzzles[i]);
    block.lines.push_back(i + 1);
  }
  return blocks;
}

/// Returns a block source for one pass over the blocks.
auto source_of(const std::vector<PuzzleBlock>& blocks) {
  return [&blocks, next = std::size_t{0}](PuzzleBlock& block) mutable {
    if (next == blocks.size()) return false;
    block = blocks[next++];
    return true;
  };
}

RunPlan plan_of(const std::vector<Solver>& solvers, const std::atomic<bool>* stop) {
  RunPlan plan;
  plan.solvers = solvers;
  plan.limits.max_solutions = 2;
  plan.limits.stop = stop;
  plan.min_call_time = RunPlan::kMinCallTime;
  return plan;
}

/// Selects about one puzzle in a hundred for a wrong answer.
bool gets_wrong_answer(const Grid& puzzle) {
  unsigned hash = 0;
  for (int cell = 0; cell < kCells; ++cell) hash = 31 * hash + puzzle[cell];
  return hash % 100 == 0;
}

/// Swaps two digits: the grid still obeys the rules, but contradicts the clues.
Grid relabelled(Grid grid) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (grid[cell] == 1 || grid[cell] == 2) grid[cell] = static_cast<std::uint8_t>(3 - grid[cell]);
  }
  return grid;
}

std::vector<SolveResult> solve_with_bitmask(std::span<const Grid> puzzles,
                                            std::span<std::uint8_t> solutions = {}) {
  return solve_block(*find_engine("bitmask")->make({}), boards_of(puzzles), {}, solutions);
}

}  // namespace

std::vector<PuzzleBlock> selftest_blocks(std::uint64_t seed, std::size_t blocks,
                                         std::size_t block_size) {
  GeneratePlan plan;
  plan.seed = seed;
  plan.goal = kMinimalGoal;
  const std::atomic<bool> never{false};
  const auto engine = resolve_engine("lanes")->make({});
  return in_blocks(grids_of(make_puzzles(plan, 0, blocks * block_size, *engine, never).puzzles),
                   block_size);
}

std::vector<Grid> hardest(std::vector<Grid> puzzles, std::size_t share) {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  const auto results = solve_with_bitmask(puzzles);
  for (std::size_t i = 0; i < puzzles.size(); ++i) order.push_back({results[i].guesses, i});
  std::sort(order.rbegin(), order.rend());
  std::vector<Grid> kept;
  for (std::size_t i = 0; i < puzzles.size() / share; ++i) kept.push_back(puzzles[order[i].second]);
  return kept;
}

std::vector<Grid> with_more_clues(std::vector<Grid> puzzles, std::size_t more) {
  std::vector<Grid> solutions(puzzles.size());
  solve_with_bitmask(puzzles, cells_of(solutions));
  Random random(1);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    for (std::size_t added = 0; added < more;) {
      const auto cell = static_cast<int>(random.below(kCells));
      if (puzzles[i][cell] != 0) continue;
      puzzles[i][cell] = solutions[i][cell];
      ++added;
    }
  }
  return puzzles;
}

std::vector<PuzzleBlock> isomorph_blocks(const std::vector<Grid>& puzzles, std::size_t blocks,
                                         std::size_t block_size) {
  std::vector<Grid> isomorphs;
  for (std::size_t i = 0; i < blocks * block_size; ++i) {
    const Grid& puzzle = puzzles[i % puzzles.size()];
    isomorphs.push_back(numbered_isomorphism(puzzle, 1, 1 + i / puzzles.size()).apply(puzzle));
  }
  return in_blocks(isomorphs, block_size);
}

Solver called_as_plugin(const Solver& solver) {
  // Answers through the structure of engines/plugin.h. Each engine has its own vectors.
  const auto solve = [counts = std::vector<SudokuCount>(), guesses = std::vector<std::uint64_t>()](
                         Engine& engine, const Boards& puzzles, const SolveLimits& limits,
                         const Answers& answers) mutable {
    counts.resize(puzzles.size());
    guesses.resize(puzzles.size());
    const SudokuBlock block{puzzles.shape.box_rows,
                            puzzles.shape.box_columns,
                            0,
                            puzzles.size(),
                            limits.max_solutions,
                            puzzles.cells.data(),
                            answers.solutions.data(),
                            counts.data(),
                            guesses.data(),
                            puzzles.candidates.data()};
    answer_block(engine, block, limits, answers.results);
  };
  Solver plugin = wrapped(solver, solver.id, solve);
  plugin.takes_blocks = false;
  return plugin;
}

Solver with_block_calls(Solver solver, std::string id) {
  solver.id = std::move(id);
  solver.takes_blocks = true;
  return solver;
}

SolverComparison::SolverComparison(const std::vector<Solver>& solvers,
                                   const std::vector<PuzzleBlock>& blocks,
                                   std::chrono::nanoseconds min_call_time, Stopwatch& stopwatch,
                                   const std::atomic<bool>& stop)
    : plan_(plan_of(solvers, &stop)),
      check_(plan_.solvers, plan_.limits),
      runner_(plan_, stopwatch, check_),
      blocks_(blocks) {
  plan_.min_call_time = min_call_time;
  runner_.warm_up(blocks.front(), {std::chrono::milliseconds(20), 0});
}

bool SolverComparison::repeat() {
  std::array<BlockTimes, 2> times;
  runner_.run(source_of(blocks_), [&](BlockSample&& sample) {
    const auto totals = block_totals(sample);
    for (std::size_t i = 0; i < 2; ++i) {
      times[i].push_back(block_time_of(totals[i]));
      series_.interfered += totals[i].interfered;
    }
  });
  const Speedup speedup = speedup_of(times[1], times[0]);
  if (plan_.limits.is_stop_requested() || !speedup.ratio) return false;
  ++series_.count;
  if (is_conclusive(*speedup.ratio)) ++series_.significant;
  series_.ratios.push_back(*speedup.ratio);
  series_.blocks += speedup.blocks;
  return true;
}

RatioChange compare_ratios(SolverComparison& first, SolverComparison& second, unsigned count) {
  RatioChange change;
  std::vector<double> log_changes;
  while (change.count < count && first.repeat() && second.repeat()) {
    ++change.count;
    log_changes.push_back(
        std::log(second.series().ratios.back().value / first.series().ratios.back().value));
  }
  change.median = estimate_ratio(std::move(log_changes));
  return change;
}

Solver slowed_down(const Solver& solver, double share) {
  const auto solve = [share](Engine& engine, const Boards& puzzles, const SolveLimits& limits,
                             const Answers& answers) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    engine.solve(puzzles, limits, answers, nullptr);
    const auto taken = (1 + share) * (Clock::now() - begin);
    while (Clock::now() - begin < taken) {
    }
  };
  return wrapped(solver, solver.id + "-slowed", solve);
}

std::vector<InjectedFault> inject_faults(const Solver& solver) {
  using Corrupt = void (*)(SolveResult&, Grid & solution);
  const auto fault = [&](std::string what, Corrupt corrupt) {
    const auto solve = [corrupt](Engine& engine, const Boards& puzzles, const SolveLimits& limits,
                                 const Answers& answers) {
      engine.solve(puzzles, limits, answers, nullptr);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const std::span cells = answers.subspan(i, 1, k9x9).solutions;
        if (gets_wrong_answer(as_grid(puzzles[i]))) corrupt(answers.results[i], as_grid(cells));
      }
    };
    return InjectedFault{std::move(what), wrapped(solver, solver.id + "-faulty", solve)};
  };
  return {
      fault("counts one too many", [](SolveResult& result, Grid&) { ++result.solutions; }),
      fault("finds no solution", [](SolveResult& result, Grid&) { result.solutions = 0; }),
      fault("breaks a rule", [](SolveResult&, Grid& solution) { solution[0] = solution[1]; }),
      fault("drops the clues",
            [](SolveResult&, Grid& solution) { solution = relabelled(solution); }),
  };
}

bool is_detected(const InjectedFault& fault, const std::vector<Solver>& correct,
                 const std::vector<PuzzleBlock>& blocks, Stopwatch& stopwatch) {
  RunPlan plan = plan_of(correct, nullptr);
  plan.solvers.push_back(fault.solver);
  AnswerChecker check(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, check);
  bool is_exact = true;
  std::size_t wrong_answers = 0;
  runner.run(source_of(blocks), [&](BlockSample&& sample) {
    std::vector<bool> is_reported(sample.block.puzzles.size());
    for (const Fault& found : sample.faults) {
      is_exact &= found.engine == correct.size();
      is_reported[found.puzzle] = true;
    }
    // Other puzzles may be reported, too: the uniqueness probe removes clues, and a reduced puzzle
    // may be one of those with a wrong answer.
    for (std::size_t i = 0; i < is_reported.size(); ++i) {
      if (!gets_wrong_answer(as_grid(sample.block.puzzles[i]))) continue;
      ++wrong_answers;
      is_exact &= is_reported[i];
    }
  });
  return is_exact && wrong_answers > 0;
}

}  // namespace sudoku
