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

/// Calls an engine, then a function that may delay or change its answers.
class WrappedEngine final : public Engine {
 public:
  /// `begin_ns` is the wall time before the call.
  using After = std::function<void(std::span<const Grid>, const Answers&, std::int64_t begin_ns)>;

  WrappedEngine(std::unique_ptr<Engine> engine, After after)
      : engine_(std::move(engine)), after_(std::move(after)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    const std::int64_t begin_ns = stopwatch_.wall_ns();
    engine_->solve(puzzles, limits, answers, sink);
    after_(grids_of(puzzles), answers, begin_ns);
  }

 private:
  std::unique_ptr<Engine> engine_;
  After after_;
  SystemStopwatch stopwatch_;
};

/// Calls an engine like a plugin: through the structure of engines/plugin.h.
class EngineByBlocks final : public Engine {
 public:
  explicit EngineByBlocks(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* /*sink*/) override {
    counts_.resize(puzzles.size());
    guesses_.resize(puzzles.size());
    const SudokuBlock block{puzzles.shape.box_rows,
                            puzzles.shape.box_columns,
                            0,
                            puzzles.size(),
                            limits.max_solutions,
                            puzzles.cells.data(),
                            answers.solutions.data(),
                            counts_.data(),
                            guesses_.data(),
                            puzzles.candidates.data()};
    answer_block(*engine_, block, limits, answers.results);
  }

 private:
  std::unique_ptr<Engine> engine_;
  std::vector<SudokuCount> counts_;
  std::vector<std::uint64_t> guesses_;
};

Solver wrapped(const Solver& solver, std::string id, const WrappedEngine::After& after) {
  return {std::move(id),
          [make = solver.make, after] { return std::make_unique<WrappedEngine>(make(), after); },
          solver.takes_blocks};
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
  plan.goal = DigGoal{.min_solutions = 1, .max_solutions = 1, .end = DigEnd::at_last_cell};
  const std::atomic<bool> never{false};
  const auto engine = resolve_engine("lanes")->make({});
  const auto made = make_puzzles(plan, 0, blocks * block_size, *engine, never);
  std::vector<PuzzleBlock> all(blocks);
  for (std::size_t i = 0; i < made.puzzles.size(); ++i) {
    PuzzleBlock& block = all[i / block_size];
    if (block.puzzles.empty()) block.first_index = i;
    block.puzzles.push_back(made.puzzles[i]);
    block.lines.push_back(i + 1);
  }
  return all;
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
  std::vector<PuzzleBlock> all(blocks);
  for (std::size_t i = 0; i < blocks * block_size; ++i) {
    PuzzleBlock& block = all[i / block_size];
    if (block.puzzles.empty()) block.first_index = i;
    const Grid& puzzle = puzzles[i % puzzles.size()];
    block.puzzles.push_back(numbered_isomorphism(puzzle, 1, 1 + i / puzzles.size()).apply(puzzle));
    block.lines.push_back(i + 1);
  }
  return all;
}

Solver called_as_plugin(const Solver& solver) {
  return {solver.id, [make = solver.make] { return std::make_unique<EngineByBlocks>(make()); }};
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

ComparisonSeries compare_repeatedly(const Solver& first, const Solver& second,
                                    const std::vector<PuzzleBlock>& blocks, unsigned count,
                                    Stopwatch& stopwatch, const std::atomic<bool>& stop) {
  SolverComparison comparison({first, second}, blocks, {}, stopwatch, stop);
  while (comparison.series().count < count && comparison.repeat()) {
  }
  return comparison.series();
}

RatioTrials compare_ratios(SolverComparison& first, SolverComparison& second, unsigned count) {
  RatioTrials trials;
  std::vector<double> log_changes;
  while (trials.count < count && first.repeat() && second.repeat()) {
    ++trials.count;
    log_changes.push_back(
        std::log(second.series().ratios.back().value / first.series().ratios.back().value));
  }
  trials.first = first.series();
  trials.second = second.series();
  trials.change = estimate_ratio(std::move(log_changes));
  return trials;
}

Solver slowed_down(const Solver& solver, double share) {
  const auto stopwatch = std::make_shared<SystemStopwatch>();
  const auto wait = [share, stopwatch](std::span<const Grid>, const Answers&,
                                       std::int64_t begin_ns) {
    const auto taken_ns = static_cast<double>(stopwatch->wall_ns() - begin_ns);
    const auto end_ns = begin_ns + static_cast<std::int64_t>((1 + share) * taken_ns);
    while (stopwatch->wall_ns() < end_ns) {
    }
  };
  return wrapped(solver, solver.id + "-slowed", wait);
}

std::vector<InjectedFault> inject_faults(const Solver& solver) {
  using Corrupt = std::function<void(SolveResult&, Grid & solution)>;
  const auto fault = [&](std::string what, const Corrupt& corrupt) {
    const auto after = [corrupt](std::span<const Grid> puzzles, const Answers& answers,
                                 std::int64_t) {
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        const std::span cells = answers.subspan(i, 1, k9x9).solutions;
        if (gets_wrong_answer(puzzles[i])) corrupt(answers.results[i], as_grid(cells));
      }
    };
    return InjectedFault{std::move(what), wrapped(solver, solver.id + "-faulty", after)};
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
