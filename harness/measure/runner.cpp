#include "harness/measure/runner.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "harness/base/cpus.h"
#include "harness/base/workers.h"
#include "harness/measure/interference_repeats.h"
#include "harness/measure/iterations.h"
#include "harness/measure/time_budgets.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

/// Returns a random isomorph of each puzzle of a block. An engine that solves the isomorphs has not
/// seen the puzzles themselves.
BoardList isomorphs_of(const PuzzleBlock& block) {
  const Boards puzzles = block.puzzles;
  Random random(block.first_index);
  BoardList isomorphs(puzzles.shape);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    isomorphs.push_back(random_isomorphism(random, puzzles.shape).apply(puzzles[i]));
  }
  return isomorphs;
}

/// Keeps the last puzzles that an engine solved quickly, to prepare it with them.
class Preparation {
 public:
  explicit Preparation(std::size_t most) : most_(most) {}

  /// Returns puzzles of the same kind from other blocks. Their times add up to at most 1 ms.
  BoardList puzzles(const PuzzleBlock& block) const {
    BoardList puzzles;
    std::int64_t left_ns = kLongestNs;
    for (auto known = known_.rbegin(); known != known_.rend() && puzzles.size() < most_; ++known) {
      if (Board(known->puzzle).kind() != Boards(block.puzzles).kind()) break;
      if (known->block == block.first_index) continue;
      if ((left_ns -= known->ns) < 0) break;
      puzzles.push_back(known->puzzle);
    }
    return puzzles;
  }

  void remember(const PuzzleBlock& block, const EngineSample& sample) {
    const std::size_t begin = block.puzzles.size() - std::min(most_, block.puzzles.size());
    for (std::size_t i = begin; i < block.puzzles.size(); ++i) {
      const Board puzzle = block.puzzles[i];
      remember(block.first_index, puzzle, sample.results[i], sample.time_of(i));
    }
  }

  /// Keeps puzzles of the warm-up, which belong to no block. The engine solved all of `puzzles` in
  /// `call_ns` nanoseconds.
  void remember(const Boards& puzzles, std::span<const SolveResult> results, std::int64_t call_ns) {
    const std::int64_t puzzle_ns = call_ns / static_cast<std::int64_t>(puzzles.size());
    const std::size_t count = std::min(most_, puzzles.size());
    for (std::size_t i = 0; i < count; ++i) remember(kNoBlock, puzzles[i], results[i], puzzle_ns);
  }

 private:
  struct Known {
    std::uint64_t block;
    OwnedBoard puzzle;
    std::int64_t ns;
  };
  static constexpr std::int64_t kLongestNs = 1'000'000;
  static constexpr std::uint64_t kNoBlock = std::numeric_limits<std::uint64_t>::max();

  void remember(std::uint64_t block, const Board& puzzle, const SolveResult& result,
                std::int64_t ns) {
    if (ns > kLongestNs || !is_solved(result)) return;
    known_.push_back({block, puzzle, ns});
    if (known_.size() > 2 * most_) known_.pop_front();
  }

  std::size_t most_;
  std::deque<Known> known_;
};

/// The executors of one solver on one thread. They are used in rotation. Each is at another place
/// in memory, so that one lucky or unlucky place does not decide the result.
struct PlacedExecutors {
  const Solver& solver;
  const Measuring& measuring;
  Preparation preparation;
  std::vector<std::unique_ptr<Executor>> places{solver.places};

  /// Returns the executor for a block. Blocks with opposite orders get the same one.
  Executor& for_block(std::size_t number) {
    auto& place = places[number / 2 % places.size()];
    if (!place) place = make_executor(solver, measuring);
    return *place;
  }

  /// Called before a repetition: deletes the executors, so that the next ones get other places or
  /// another seed.
  void renew() {
    if (places.size() == 1 && !solver.is_stochastic()) return;
    for (auto& place : places) place.reset();
  }
};

/// The executors of one thread, in the order of the solvers.
using ThreadExecutors = std::deque<PlacedExecutors>;

/// Turns answers after `max_time` into timeouts, even if the engine did not notice. 0 means no
/// limit.
void mark_late_answers(std::chrono::nanoseconds max_time, EngineSample& sample) {
  if (max_time.count() == 0) return;
  const bool is_alone = sample.results.size() == 1;
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    const bool is_timed = sample.puzzle_ns[i] != EngineSample::kNotTimed;
    const std::int64_t ns = is_alone && !is_timed ? sample.time_of(i) : sample.puzzle_ns[i];
    SolveResult& result = sample.results[i];
    if (ns > max_time.count() && is_solved(result)) result.outcome = Outcome::timeout;
  }
}

}  // namespace

class Runner::Impl {
 public:
  Impl(const RunPlan& plan, Stopwatch& stopwatch, BlockCheck& check)
      : plan_(plan),
        measuring_{stopwatch, sudoku::clock_costs(stopwatch), plan.counts_events,
                   plan.preparation_time},
        check_(check),
        workers_(plan.threads, [this] { return make_executors(); }),
        warmup_puzzles_(plan.solvers.size(), Preparation(plan.preparation)) {
    if (plan.pin) workers_.pin();
  }

  ThreadExecutors make_executors() const {
    ThreadExecutors executors;
    for (const Solver& solver : plan_.solvers) {
      executors.push_back({solver, measuring_, Preparation(plan_.preparation)});
    }
    return executors;
  }

  void begin_repetition(const EarlierBlocks& earlier) {
    repeats_.emplace();
    workers_.for_each([](ThreadExecutors& executors) {
      for (PlacedExecutors& placed : executors) placed.renew();
    });
    budgets_.emplace(plan_);
    for (std::size_t i = 0; i < earlier.sums.size(); ++i) budgets_->add(i, earlier.sums[i]);
  }

  /// Measures the block, again after interference, and probes the engines.
  void solve_block(BlockSample& sample, std::size_t number, ThreadExecutors& executors) {
    run_all(sample, number, executors);
    repeats_->count_block();
    while (!plan_.limits.is_stop_requested() && repeats_->try_repeat(sample)) {
      for (std::size_t i = 0; i < executors.size(); ++i) budgets_->remove(i, sample.engines[i]);
      ++sample.repeats;
      run_all(sample, number, executors);
    }
    std::vector<Executor*> used;
    for (PlacedExecutors& placed : executors) used.push_back(&placed.for_block(number));
    check_.probe(used, sample);
    for (std::size_t i = 0; i < executors.size(); ++i) {
      executors[i].preparation.remember(sample.block, sample.engines[i]);
    }
  }

  /// Measures the block with every engine and checks the answers.
  void run_all(BlockSample& sample, std::size_t number, ThreadExecutors& executors) {
    Stopwatch& stopwatch = measuring_.stopwatch;
    sample.engines.resize(executors.size());
    SystemPeriod period{stopwatch.system_counters(), {}, stopwatch.wall_ns(), processors_};
    std::vector<std::size_t> cut;  // solvers that the slow limit cut
    for (std::size_t turn = 0; turn < executors.size(); ++turn) {
      const std::size_t i = solver_at(turn, number);
      const Nanoseconds share = budgets_->share(i, sample.block.fraction_before);
      run_one(i, sample, number, executors, share);
      if (budgets_->is_cut(i, sample.engines[i], share)) cut.push_back(i);
    }
    for (const std::size_t i : cut) {
      if (budgets_->try_stop(i)) continue;
      // The limit came from the times of earlier blocks, but this block takes all engines longer.
      budgets_->remove(i, sample.engines[i]);
      run_one(i, sample, number, executors, budgets_->share_without_slow_limit(i));
    }
    period.wall_ns = stopwatch.wall_ns() - period.wall_ns;
    period.end = stopwatch.system_counters();
    mark_interference(period, sample.engines);
    sample.faults = check_.check(sample.block, sample.engines);
    for (const Fault& fault : sample.faults) budgets_->add_fault(fault.engine);
  }

  void run_one(std::size_t solver, BlockSample& sample, std::size_t number,
               ThreadExecutors& executors, Nanoseconds share) {
    plan_.on_solver_start(solver);
    const std::int64_t reference_ns = reference_work_ns(measuring_.stopwatch);
    Executor& executor = executors[solver].for_block(number);
    EngineSample& engine = sample.engines[solver];
    BoardList preparation = executors[solver].preparation.puzzles(sample.block);
    if (preparation.empty()) preparation = warmup_puzzles_[solver].puzzles(sample.block);
    engine = measure(solver, executor, sample.block, preparation, share);
    engine.reference_ns = reference_ns;
    budgets_->add(solver, engine);
  }

  /// Two successive blocks have opposite orders: of any two engines, each runs once before the
  /// other and fills the caches for it. The next two blocks begin with the next engine.
  std::size_t solver_at(std::size_t turn, std::size_t block) const {
    const std::size_t count = plan_.solvers.size();
    return (block / 2 + (block % 2 == 0 ? turn : count - 1 - turn)) % count;
  }

  EngineSample measure(std::size_t solver, Executor& executor, const PuzzleBlock& block,
                       const BoardList& preparation, Nanoseconds share) {
    SolveLimits limits = plan_.limits;
    if (share != Nanoseconds::max()) limits.deadline = std::chrono::steady_clock::now() + share;
    if (share.count() == 0 || limits.is_stop_requested()) return blank_sample(block.puzzles);

    EngineSample sample = measure_call(executor, block.puzzles, preparation, limits, share);
    lengthen_call(executor, block, preparation, limits, share, sample);
    mark_late_answers(plan_.limits.max_time, sample);
    if (!plan_.solvers[solver].is_cpu_time_known) {
      sample.cpu_ns = 0;
      sample.events = {};
    }
    if (!plan_.solvers[solver].is_memory_known) sample.peak_bytes.reset();
    return sample;
  }

  EngineSample measure_call(Executor& executor, const Boards& puzzles, const BoardList& preparation,
                            const SolveLimits& limits, Nanoseconds share) {
    // With several threads, other engines use energy at the same time.
    const bool measures_energy = plan_.threads == 1;
    Stopwatch& stopwatch = measuring_.stopwatch;
    const EnergyReading energy = measures_energy ? stopwatch.energy() : EnergyReading{};
    EngineSample sample = executor.measure(puzzles, preparation, limits, share);
    if (measures_energy) sample.package_uj = microjoules_between(energy, stopwatch.energy());
    return sample;
  }

  /// Measures a short block again, with more iterations, until the call takes long enough. This
  /// usually takes two more calls: the first one is slower per puzzle, so it predicts a time that
  /// is too long.
  void lengthen_call(Executor& executor, const PuzzleBlock& block, const BoardList& preparation,
                     const SolveLimits& limits, Nanoseconds share, EngineSample& sample) {
    constexpr double kMargin = 1.1;
    constexpr std::size_t kMostPuzzles = 4096;
    const std::size_t most = kMostPuzzles / block.puzzles.size();
    const std::int64_t least_ns = plan_.min_call_time.count();
    while (sample.wall_ns < least_ns && sample.iterations < most && is_solved_in_one_call(sample)) {
      const double iteration_ns = static_cast<double>(std::max<std::int64_t>(sample.wall_ns, 1)) /
                                  static_cast<double>(sample.iterations);
      const double wanted = std::ceil(kMargin * static_cast<double>(least_ns) / iteration_ns);
      const auto count = static_cast<std::size_t>(std::min(wanted, static_cast<double>(most)));
      const Iterations iterations(
          block.puzzles, std::max<std::size_t>(count, sample.iterations + 1), block.first_index);
      auto longer = iterations.sample_of_block(
          measure_call(executor, iterations.puzzles(), preparation, limits, share));
      if (!longer) return;
      sample = std::move(*longer);
    }
  }

  /// Returns the time per solved puzzle in nanoseconds. Keeps some puzzles, which prepare the
  /// engine before its first block.
  double warm_up_engine(std::size_t solver, Executor& executor, const Boards& puzzles,
                        Warmup warmup) {
    warmup_puzzles_[solver] = Preparation(plan_.preparation);
    const bool is_timed = warmup.time.count() > 0;
    if (!is_timed && warmup.puzzles == 0) return 0;
    Stopwatch& stopwatch = measuring_.stopwatch;
    SolveLimits limits = plan_.limits;
    std::int64_t end_ns = std::numeric_limits<std::int64_t>::max();
    if (is_timed) {
      limits.deadline = std::chrono::steady_clock::now() + warmup.time;
      end_ns = stopwatch.wall_ns() + warmup.time.count();
    }
    const std::size_t step = plan_.solvers[solver].takes_blocks ? puzzles.size() : 1;
    EngineSample unmeasured = blank_sample(puzzles.subspan(0, step));
    std::int64_t solved = 0;
    std::int64_t solving_ns = 0;
    for (std::uint64_t done = 0; warmup.puzzles == 0 || done < warmup.puzzles; done += step) {
      const std::int64_t begin_ns = stopwatch.wall_ns();
      if (limits.is_stop_requested() || begin_ns >= end_ns) break;
      const Boards next = puzzles.subspan(done % puzzles.size(), step);
      executor.solve(next, limits, unmeasured.answers(), nullptr);
      const std::int64_t call_ns = stopwatch.wall_ns() - begin_ns;
      solving_ns += call_ns;
      solved += std::ranges::count_if(unmeasured.results, is_finished);
      warmup_puzzles_[solver].remember(next, unmeasured.results, call_ns);
    }
    return static_cast<double>(solving_ns) / static_cast<double>(std::max<std::int64_t>(solved, 1));
  }

  const RunPlan& plan_;
  const Measuring measuring_;
  BlockCheck& check_;
  const unsigned processors_ = usable_threads();
  Workers<ThreadExecutors> workers_;
  std::vector<Preparation> warmup_puzzles_;  // of each solver
  // Of this repetition:
  std::optional<InterferenceRepeats> repeats_;
  std::optional<TimeBudgets> budgets_;
};

Runner::Runner(const RunPlan& plan, Stopwatch& stopwatch, BlockCheck& check)
    : impl_(std::make_unique<Impl>(plan, stopwatch, check)) {}

Runner::~Runner() = default;

ClockCosts Runner::clock_costs() const { return impl_->measuring_.clock_costs; }

std::vector<double> Runner::warm_up(const PuzzleBlock& block, Warmup warmup) {
  std::vector<double> puzzle_ns(impl_->plan_.solvers.size());
  if (block.puzzles.empty()) return puzzle_ns;
  const BoardList puzzles = isomorphs_of(block);
  impl_->workers_.run_on_one([&](ThreadExecutors& executors) {
    for (std::size_t i = 0; i < executors.size(); ++i) {
      puzzle_ns[i] = impl_->warm_up_engine(i, executors[i].for_block(0), puzzles, warmup);
    }
  });
  return puzzle_ns;
}

std::vector<std::size_t> Runner::stopped_solvers() const {
  std::vector<std::size_t> stopped;
  for (std::size_t i = 0; impl_->budgets_ && i < impl_->plan_.solvers.size(); ++i) {
    if (impl_->budgets_->is_stopped(i)) stopped.push_back(i);
  }
  return stopped;
}

void Runner::run(const std::function<bool(PuzzleBlock&)>& source,
                 const std::function<void(BlockSample&&)>& sink, const EarlierBlocks& earlier) {
  struct Slot {
    BlockSample sample;
    std::size_t number = 0;
  };
  impl_->begin_repetition(earlier);
  std::size_t block_count = earlier.count;
  impl_->workers_.run<Slot>(
      [&](Slot& slot) {
        slot.number = block_count++;
        return !impl_->plan_.limits.is_stop_requested() && source(slot.sample.block);
      },
      [&](Slot& slot, ThreadExecutors& executors) {
        impl_->solve_block(slot.sample, slot.number, executors);
      },
      [&](Slot& slot) { sink(std::move(slot.sample)); });
}

}  // namespace sudoku
