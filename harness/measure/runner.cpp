#include "harness/measure/runner.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "engines/random.h"
#include "engines/rules.h"
#include "harness/base/cpus.h"
#include "harness/base/memory_meter.h"
#include "harness/base/workers.h"
#include "harness/measure/external_engine.h"
#include "harness/measure/interference.h"
#include "harness/measure/listing.h"
#include "harness/measure/uniqueness_check.h"
#include "harness/measure/verdict.h"

namespace sudoku {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

/// The time that one engine may still use in a pass, shared by all threads.
class TimeBudget {
 public:
  TimeBudget(Nanoseconds limit, unsigned threads) : limit_ns_(limit.count()), threads_(threads) {}

  /// What a thread may use now, if there is a limit. Not negative.
  Nanoseconds share() const {
    if (limit_ns_ == 0) return Nanoseconds::max();
    return Nanoseconds(std::max<std::int64_t>(limit_ns_ - spent_ns_.load() / threads_, 0));
  }
  /// Takes from what is left; gives back where `ns` is negative.
  void spend(std::int64_t ns) { spent_ns_ += ns; }

 private:
  std::int64_t limit_ns_;
  std::int64_t threads_;
  std::atomic<std::int64_t> spent_ns_{0};
};

/// The last puzzles that an engine answered in little time: what it is prepared with.
class Preparation {
 public:
  explicit Preparation(std::size_t most) : most_(most) {}

  /// Puzzles of the same shape that are not of that block.
  BoardList puzzles(const PuzzleBlock& block) const {
    BoardList puzzles;
    std::int64_t left_ns = kLongestNs;
    for (auto known = known_.rbegin(); known != known_.rend() && puzzles.size() < most_; ++known) {
      if (known->puzzle.shape() != block.puzzles.shape()) break;  // of another dataset
      if (known->block == block.first_index) continue;
      if ((left_ns -= known->ns) < 0) break;
      puzzles.push_back(known->puzzle[0]);
    }
    return puzzles;
  }

  void remember(const PuzzleBlock& block, const EngineSample& sample) {
    const std::size_t begin = block.puzzles.size() - std::min(most_, block.puzzles.size());
    for (std::size_t i = begin; i < block.puzzles.size(); ++i) {
      const std::int64_t ns = sample.time_of(i);
      if (ns > kLongestNs || !is_answered(sample.results[i])) continue;
      known_.push_back({block.first_index, {}, ns});
      known_.back().puzzle.push_back(block.puzzles[i]);
    }
    const std::size_t kept = std::min(known_.size(), 2 * most_);
    known_.erase(known_.begin(), known_.end() - static_cast<std::ptrdiff_t>(kept));
  }

 private:
  struct Known {
    std::uint64_t block;
    BoardList puzzle;
    std::int64_t ns;
  };
  static constexpr std::int64_t kLongestNs = 1'000'000;

  std::size_t most_;
  std::vector<Known> known_;
};

/// One engine in several places of memory, which take their turns: where its data happen to lie can
/// make an engine a few percent faster or slower (Mytkowicz et al., Producing Wrong Data Without
/// Doing Anything Obviously Wrong, 2009; Curtsinger and Berger, STABILIZER, 2013).
class PlacedEngine {
 public:
  PlacedEngine(const Contestant& contestant, std::size_t preparation)
      : contestant_(&contestant), places_(contestant.places), preparation_(preparation) {}

  /// A copy of the engine, and the memory that it has taken.
  struct Copy {
    std::unique_ptr<std::byte[]> gap;  // in memory, before the engine
    MemoryMeter memory;
    std::unique_ptr<Engine> engine;
  };

  /// The one whose turn it is in that round.
  Copy& at(std::size_t round) {
    Copy& copy = places_[round % places_.size()];
    if (!copy.engine) make(copy);
    return copy;
  }

  /// Another pass: all places are given up for new ones.
  void move() {
    const bool has_another_seed = contestant_->make_by_seed != nullptr;
    if (places_.size() > 1 || has_another_seed) places_ = std::vector<Copy>(places_.size());
  }

  Preparation& preparation() { return preparation_; }

 private:
  static constexpr std::size_t kPage = 4096;

  void make(Copy& copy) {
    thread_local Random random(1);
    copy.gap = std::make_unique<std::byte[]>(1 + random.below(kPage));
    const CountedMemory counted(copy.memory);
    copy.engine = contestant_->make();
  }

  const Contestant* contestant_;
  std::vector<Copy> places_;
  Preparation preparation_;
};

/// Those of one thread, in the order of the contestants.
using PlacedEngines = std::vector<PlacedEngine>;

PlacedEngines placed_engines(const RunPlan& plan) {
  PlacedEngines engines;
  for (const Contestant& contestant : plan.contestants) {
    engines.emplace_back(contestant, plan.preparation);
  }
  return engines;
}

std::vector<std::string> ids_of(const RunPlan& plan) {
  std::vector<std::string> ids;
  for (const Contestant& contestant : plan.contestants) ids.push_back(contestant.id);
  return ids;
}

}  // namespace

class Runner::Impl {
  using Copy = PlacedEngine::Copy;

 public:
  Impl(const RunPlan& plan, Stopwatch& stopwatch)
      : plan_(plan),
        stopwatch_(stopwatch),
        clock_costs_(sudoku::clock_costs(stopwatch)),
        referees_(plan.limits.max_solutions, plan.limits.stop),
        judge_(ids_of(plan), plan.limits.max_solutions, &referees_),
        workers_(plan.threads, [&plan] { return placed_engines(plan); }) {
    if (plan.pin) workers_.pin();
  }

  ClockCosts clock_costs() const { return clock_costs_; }
  bool are_referees_out_of_time() const { return referees_.are_out_of_time(); }

  void warm_up(const PuzzleBlock& block, Warmup warmup) {
    workers_.run_on_one([&](PlacedEngines& engines) {
      for (std::size_t i = 0; i < engines.size(); ++i) {
        warm_up_engine(plan_.contestants[i], engines[i].at(0), block, warmup);
      }
    });
  }

  void run(const std::function<bool(PuzzleBlock&)>& source,
           const std::function<void(BlockSample&&)>& sink) {
    begin_pass();
    std::size_t block_count = 0;
    workers_.run<Slot>(
        [&](Slot& slot) {
          slot.number = block_count++;
          return !plan_.limits.is_stop_requested() && source(slot.sample.block);
        },
        [&](Slot& slot, PlacedEngines& engines) { solve_block(slot.sample, slot.number, engines); },
        [&](Slot& slot) { sink(std::move(slot.sample)); });
  }

 private:
  /// A block on its way through the pipeline.
  struct Slot {
    BlockSample sample;
    std::size_t number = 0;
  };

  void begin_pass() {
    measured_blocks_ = repeats_ = 0;
    workers_.for_each([](PlacedEngines& engines) {
      for (PlacedEngine& engine : engines) engine.move();
    });
    budgets_.clear();
    for (std::size_t i = 0; i < plan_.contestants.size(); ++i) {
      budgets_.push_back(std::make_unique<TimeBudget>(plan_.time_limit, plan_.threads));
    }
  }

  /// Solves the block, and once more where something interfered.
  void solve_block(BlockSample& sample, std::size_t number, PlacedEngines& engines) {
    take_turns(sample, number, engines);
    sample.faults = judge_.judge(sample.block, sample.engines);
    ++measured_blocks_;
    while (may_repeat(sample)) {
      for (std::size_t i = 0; i < budgets_.size(); ++i) {
        budgets_[i]->spend(-sample.engines[i].wall_ns);
      }
      ++sample.repeats;
      take_turns(sample, number, engines);
      sample.faults = judge_.judge(sample.block, sample.engines);
    }
    for (std::size_t i = 0; i < engines.size(); ++i) {
      Engine& engine = *engines[i].at(number / 2).engine;
      check_listing(i, engine, sample);
      check_uniqueness(i, engine, sample);
      engines[i].preparation().remember(sample.block, sample.engines[i]);
    }
  }

  /// Has an engine list the solutions of a puzzle with several: whether they differ is in no count.
  void check_listing(std::size_t contestant, Engine& engine, BlockSample& sample) const {
    const bool is_external = dynamic_cast<const ExternalEngine*>(&engine) != nullptr;
    if (is_external || !plan_.contestants[contestant].lists_solutions) return;
    const std::vector<SolveResult>& results = sample.engines[contestant].results;
    const auto answer = std::find_if(results.begin(), results.end(), [](const auto& result) {
      return is_answered(result) && result.solutions > 1;
    });
    if (answer == results.end() || is_accused(contestant, sample)) return;
    if (plan_.limits.is_stop_requested()) return;
    const auto puzzle = static_cast<std::size_t>(answer - results.begin());
    const std::string what =
        find_listing_fault(engine, sample.block.puzzles[puzzle], *answer, plan_.limits.stop);
    if (what.empty()) return;
    accuse(contestant, puzzle, what, sample);
  }

  /// Asks an engine anew of puzzles that it found to have one solution only, one of them with a
  /// clue elsewhere: no such answer shows that a second one was looked for.
  void check_uniqueness(std::size_t contestant, Engine& engine, BlockSample& sample) {
    if (is_accused(contestant, sample) || plan_.limits.is_stop_requested()) return;
    const EngineSample& answers = sample.engines[contestant];
    auto indices = quickest_unique(answers, uniqueness_questions(engine, sample.block));
    if (indices.empty()) return;
    std::sort(indices.begin(), indices.end());
    UniquePuzzles unique;
    unique.opened = (sample.block.digest >> 32) % indices.size();
    const std::size_t opened = indices[unique.opened];
    auto solution = verified_solution(sample, opened);
    if (!solution) solution = referees_.solution_of(sample.block.puzzles[opened]);
    if (!solution) return;
    unique.solution = *solution;
    Nanoseconds taken{0};
    for (const std::size_t i : indices) {
      unique.puzzles.push_back(sample.block.puzzles[i]);
      taken += Nanoseconds(answers.time_of(i));
    }
    const std::string what = find_uniqueness_fault(engine, unique, plan_.limits, taken);
    if (!what.empty()) accuse(contestant, opened, what, sample);
  }

  /// Of how many puzzles an engine is asked anew. One that the user brings along might tell a
  /// single question from those of a run: it is asked some, and now and then a whole block.
  static std::size_t uniqueness_questions(const Engine& engine, const PuzzleBlock& block) {
    constexpr std::size_t kSome = 4;
    constexpr std::uint64_t kOneBlockOf = 8;
    if (dynamic_cast<const ExternalEngine*>(&engine) == nullptr) return 1;
    const bool is_turn = block.first_index == 0 || block.digest % kOneBlockOf == 0;
    return is_turn ? block.puzzles.size() : kSome;
  }

  /// Of the puzzles that were found to have one solution only, the quickest first, at most so many,
  /// and beyond the first no more than take little time.
  static std::vector<std::size_t> quickest_unique(const EngineSample& sample, std::size_t most) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < sample.results.size(); ++i) {
      const SolveResult& result = sample.results[i];
      if (result.outcome == Outcome::exhausted && result.solutions == 1) indices.push_back(i);
    }
    std::sort(indices.begin(), indices.end(), [&sample](std::size_t a, std::size_t b) {
      return std::pair(sample.time_of(a), a) < std::pair(sample.time_of(b), b);
    });
    std::int64_t left_ns = kLongestRepeatNs;
    const auto is_too_much = [&](std::size_t i) { return (left_ns -= sample.time_of(i)) < 0; };
    const auto end = std::find_if(indices.begin(), indices.end(), is_too_much);
    const auto affordable = std::max<std::ptrdiff_t>(end - indices.begin(), 1);
    indices.resize(std::min({indices.size(), most, static_cast<std::size_t>(affordable)}));
    return indices;
  }

  static std::optional<OwnedBoard> verified_solution(const BlockSample& sample,
                                                     std::size_t puzzle) {
    for (const EngineSample& engine : sample.engines) {
      const SolveResult& result = engine.results[puzzle];
      if (result.solutions == 0 || !result.has_solution) continue;
      const Board solution = engine.solutions[puzzle];
      if (is_solution_of(solution, sample.block.puzzles[puzzle])) return OwnedBoard(solution);
    }
    return std::nullopt;
  }

  static bool is_accused(std::size_t contestant, const BlockSample& sample) {
    return std::any_of(sample.faults.begin(), sample.faults.end(),
                       [contestant](const Fault& fault) { return fault.engine == contestant; });
  }

  void accuse(std::size_t contestant, std::size_t puzzle, const std::string& what,
              BlockSample& sample) const {
    const std::string& id = plan_.contestants[contestant].id;
    sample.faults.push_back({FaultKind::wrong, contestant, puzzle, id + ": " + what});
  }

  void take_turns(BlockSample& sample, std::size_t number, PlacedEngines& engines) {
    sample.engines.resize(engines.size());
    SystemPeriod period{stopwatch_.system_counters(), {}, stopwatch_.wall_ns(), processors_};
    for (std::size_t turn = 0; turn < engines.size(); ++turn) {
      const std::size_t i = contestant_at(turn, number);
      plan_.on_turn(i);
      const std::int64_t reference_ns = reference_work_ns(stopwatch_);
      const auto rate = clock_rate(stopwatch_, clock_costs_);
      Copy& copy = engines[i].at(number / 2);
      prepare(copy, engines[i].preparation().puzzles(sample.block));
      sample.engines[i] = measure(i, copy, sample.block);
      sample.engines[i].reference_ns = reference_ns;
      if (rate) sample.engines[i].cycles_estimated = cycles_of(sample.engines[i], *rate);
    }
    period.wall_ns = stopwatch_.wall_ns() - period.wall_ns;
    period.end = stopwatch_.system_counters();
    const bool are_all_interfered = is_interfered(period);
    for (EngineSample& engine : sample.engines) {
      engine.is_interfered = are_all_interfered || is_interfered(engine);
      if (engine.is_interfered) engine.disturbance = disturbance_of(engine, period);
    }
  }

  /// A thread that waits for the processor takes none of its cycles.
  static std::uint64_t cycles_of(const EngineSample& sample, double rate) {
    const std::int64_t ns = sample.cpu_ns != 0 ? sample.cpu_ns : sample.wall_ns;
    return static_cast<std::uint64_t>(std::llround(rate * static_cast<double>(ns)));
  }

  /// Two blocks in a row have the same order, forth and back, so that of any two engines each is
  /// once before the other; what the first leaves in the caches serves the second. The next two
  /// begin with the next engine.
  std::size_t contestant_at(std::size_t turn, std::size_t block) const {
    const std::size_t count = plan_.contestants.size();
    return (block / 2 + (block % 2 == 0 ? turn : count - 1 - turn)) % count;
  }

  /// Only blocks that were solved as a whole, without a fault, and that take little time are
  /// measured again, and no more where the machine does not come to rest.
  bool may_repeat(const BlockSample& sample) {
    std::int64_t wall_ns = 0;
    bool is_any_interfered = false;
    for (const EngineSample& engine : sample.engines) {
      if (!std::all_of(engine.results.begin(), engine.results.end(), is_finished)) return false;
      wall_ns += engine.wall_ns;
      is_any_interfered |= engine.is_interfered;
    }
    if (!is_any_interfered || !sample.faults.empty() || plan_.limits.is_stop_requested())
      return false;
    if (sample.repeats == kMostRepeats || wall_ns > kLongestRepeatNs) return false;
    return repeats_.fetch_add(1) < kRepeatsToBegin + measured_blocks_ / kBlocksARepeat;
  }

  /// Lets the engine find caches, predictors and clock as they are in the midst of work.
  void prepare(Copy& copy, const BoardList& puzzles) {
    if (auto* external = dynamic_cast<ExternalEngine*>(copy.engine.get())) {
      if (plan_.counts_events) external->count_events();
      return external->prepare(puzzles);
    }
    if (puzzles.empty() || plan_.limits.is_stop_requested()) return;
    EngineSample unmeasured = blank_sample(puzzles);
    const CountedMemory counted(copy.memory);
    copy.engine->solve(puzzles, plan_.limits, unmeasured.answers(), nullptr);
  }

  EngineSample measure(std::size_t contestant, Copy& copy, const PuzzleBlock& block) {
    Engine& engine = *copy.engine;
    TimeBudget& budget = *budgets_[contestant];
    EngineSample sample = blank_sample(block.puzzles);
    const Nanoseconds share = budget.share();
    SolveLimits limits = plan_.limits;
    if (share != Nanoseconds::max()) limits.deadline = std::chrono::steady_clock::now() + share;
    if (share.count() <= 0 || limits.is_stop_requested()) return sample;

    const EnergyReading energy = plan_.threads == 1 ? stopwatch_.energy() : EnergyReading{};
    const EventReading events = plan_.counts_events ? stopwatch_.events() : EventReading{};
    {
      const CountedMemory counted(copy.memory);
      solve(contestant, engine, block, limits, share, sample);
    }
    if (plan_.counts_events) sample.events = counts_between(events, stopwatch_.events());
    if (plan_.threads == 1) sample.package_uj = microjoules_between(energy, stopwatch_.energy());
    sample.peak_bytes = peak_bytes_of(plan_.contestants[contestant], copy.memory);
    const auto* external = dynamic_cast<const ExternalEngine*>(&engine);
    if (external != nullptr) take_call(external->last_call(), sample);
    refuse_late(plan_.limits.max_time, sample);
    if (!plan_.contestants[contestant].is_cpu_time_known) {
      sample.cpu_ns = 0;
      sample.events = {};
    }
    if (!plan_.contestants[contestant].is_memory_known) sample.peak_bytes.reset();
    budget.spend(sample.wall_ns);
    return sample;
  }

  static std::optional<std::uint64_t> peak_bytes_of(const Contestant& contestant,
                                                    const MemoryMeter& memory) {
    const auto own = memory.peak_bytes();
    return own ? std::optional(*own + contestant.shared_bytes) : std::nullopt;
  }

  /// Solves, and looks at all clocks.
  void solve(std::size_t contestant, Engine& engine, const PuzzleBlock& block,
             const SolveLimits& limits, Nanoseconds share, EngineSample& sample) {
    const std::int64_t switches_before = stopwatch_.involuntary_switches();
    const std::int64_t cpu_begin_ns = stopwatch_.thread_cpu_ns() + clock_costs_.thread_cpu_ns;
    if (plan_.contestants[contestant].takes_blocks) {
      solve_together(engine, block, limits, sample);
    } else {
      solve_one_by_one(engine, block, limits, share, sample);
    }
    sample.cpu_ns += stopwatch_.thread_cpu_ns() - cpu_begin_ns;
    sample.cpu_ns = std::max<std::int64_t>(sample.cpu_ns, 0);
    sample.switches = stopwatch_.involuntary_switches() - switches_before;
  }

  /// What an engine outside of this process has measured takes the place of what it looked like
  /// from here.
  static void take_call(const ExternalCall& call, EngineSample& sample) {
    sample.puzzle_ns = call.puzzle_ns;
    sample.wall_ns = call.wall_ns;
    sample.cpu_ns = call.cpu_ns;
    sample.switches = call.switches;
    sample.peak_bytes = call.peak_bytes;
    sample.events = call.events;
    sample.failures = call.failures;
  }

  /// The time of a puzzle, which is that of its block where it was given as a block by itself.
  static std::int64_t time_of(const EngineSample& sample, std::size_t i) {
    const bool is_alone = sample.results.size() == 1;
    const bool is_timed = sample.puzzle_ns[i] != EngineSample::kNotTimed;
    return is_alone && !is_timed ? sample.wall_ns : sample.puzzle_ns[i];
  }

  /// An answer that came after the time of a puzzle is none, whoever looked at the clock too late.
  static void refuse_late(Nanoseconds max_time, EngineSample& sample) {
    if (max_time.count() == 0) return;
    for (std::size_t i = 0; i < sample.results.size(); ++i) {
      SolveResult& result = sample.results[i];
      const bool is_late = time_of(sample, i) > max_time.count();
      if (is_late && is_answered(result)) result.outcome = Outcome::timeout;
    }
  }

  void solve_one_by_one(Engine& engine, const PuzzleBlock& block, const SolveLimits& limits,
                        Nanoseconds share, EngineSample& sample) {
    const Boards puzzles = block.puzzles;
    const Answers answers = sample.answers();
    const std::size_t count = puzzles.size();
    const std::int64_t begin_ns = stopwatch_.wall_ns();
    std::int64_t now_ns = begin_ns;
    for (std::size_t i = 0; i < count; ++i) {
      if (now_ns - begin_ns >= share.count() || limits.is_stop_requested()) break;
      engine.solve(puzzles[i], limits, answers.subspan(i, 1, puzzles.shape), nullptr);
      // The end of one call is the beginning of the next: one look at the clock per puzzle.
      const std::int64_t end_ns = stopwatch_.wall_ns();
      sample.puzzle_ns[i] = std::max<std::int64_t>(end_ns - now_ns - clock_costs_.wall_ns, 0);
      sample.wall_ns += sample.puzzle_ns[i];
      now_ns = end_ns;
      sample.cpu_ns -= clock_costs_.wall_ns;
    }
  }

  void solve_together(Engine& engine, const PuzzleBlock& block, const SolveLimits& limits,
                      EngineSample& sample) {
    const std::int64_t begin_ns = stopwatch_.wall_ns();
    engine.solve(block.puzzles, limits, sample.answers(), nullptr);
    sample.wall_ns = stopwatch_.wall_ns() - begin_ns;
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      const bool is_begun = sample.results[i].outcome != Outcome::stopped;
      if (is_begun) sample.puzzle_ns[i] = EngineSample::kNotTimed;
    }
  }

  void warm_up_engine(const Contestant& contestant, Copy& copy, const PuzzleBlock& block,
                      Warmup warmup) {
    const bool is_timed = warmup.time.count() > 0;
    if (block.puzzles.empty() || (!is_timed && warmup.puzzles == 0)) return;
    SolveLimits limits = plan_.limits;
    if (is_timed) limits.deadline = std::chrono::steady_clock::now() + warmup.time;
    const std::size_t step = contestant.takes_blocks ? block.puzzles.size() : 1;
    const std::uint64_t most =
        warmup.puzzles != 0 ? warmup.puzzles : std::numeric_limits<std::uint64_t>::max();
    const std::int64_t begin_ns = stopwatch_.wall_ns();
    const Boards puzzles = block.puzzles;
    EngineSample unmeasured = blank_sample(puzzles.subspan(0, step));
    const CountedMemory counted(copy.memory);
    for (std::uint64_t done = 0; done < most; done += step) {
      if (limits.is_stop_requested()) return;
      if (is_timed && stopwatch_.wall_ns() - begin_ns >= warmup.time.count()) return;
      copy.engine->solve(puzzles.subspan(done % puzzles.size(), step), limits, unmeasured.answers(),
                         nullptr);
    }
  }

  static constexpr unsigned kMostRepeats = 2;
  static constexpr std::int64_t kLongestRepeatNs = 1'000'000'000;
  static constexpr std::uint64_t kRepeatsToBegin = 4;
  static constexpr std::uint64_t kBlocksARepeat = 4;

  const RunPlan& plan_;
  Stopwatch& stopwatch_;
  const ClockCosts clock_costs_;
  const unsigned processors_ = usable_threads();
  std::atomic<std::uint64_t> measured_blocks_{0};  // of the pass, each counted once
  std::atomic<std::uint64_t> repeats_{0};          // asked for in the pass
  Referees referees_;
  Judge judge_;
  Workers<PlacedEngines> workers_;
  std::vector<std::unique_ptr<TimeBudget>> budgets_;
};

Runner::Runner(const RunPlan& plan, Stopwatch& stopwatch)
    : impl_(std::make_unique<Impl>(plan, stopwatch)) {}

Runner::~Runner() = default;

ClockCosts Runner::clock_costs() const {
  return impl_->clock_costs();
}

bool Runner::are_referees_out_of_time() const {
  return impl_->are_referees_out_of_time();
}

void Runner::warm_up(const PuzzleBlock& block, Warmup warmup) {
  impl_->warm_up(block, warmup);
}

void Runner::run(const std::function<bool(PuzzleBlock&)>& source,
                 const std::function<void(BlockSample&&)>& sink) {
  impl_->run(source, sink);
}

}  // namespace sudoku
