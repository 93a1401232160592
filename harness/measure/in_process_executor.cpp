#include <cstddef>
#include <memory>

#include "engines/random.h"
#include "harness/measure/block_timer.h"
#include "harness/measure/memory_meter.h"
#include "harness/measure/solver.h"

namespace sudoku {
namespace {

constexpr std::size_t kPage = 4096;

void take_times(const CallTimes& times, EngineSample& sample) {
  sample.wall_ns = times.wall_ns;
  sample.cpu_ns = times.cpu_ns;
  sample.switches = times.switches;
  sample.events = times.events;
}

std::unique_ptr<std::byte[]> random_gap() {
  thread_local Random random(1);
  return std::make_unique<std::byte[]>(1 + random.below(kPage));
}

/// The `Work` of BlockTimer for one block.
class TimedCalls {
 public:
  TimedCalls(Engine& engine, const Boards& puzzles, const SolveLimits& limits,
             const Answers& answers, std::int64_t begin_ns, std::chrono::nanoseconds budget)
      : engine_(engine),
        puzzles_(puzzles),
        limits_(limits),
        answers_(answers),
        begin_ns_(begin_ns),
        budget_(budget) {}

  void solve(std::size_t first, std::size_t count) {
    engine_.solve(puzzles_.subspan(first, count), limits_,
                  answers_.subspan(first, count, puzzles_.shape), nullptr);
  }
  bool may_begin(std::int64_t now_ns) const {
    return now_ns - begin_ns_ < budget_.count() && !limits_.is_stop_requested();
  }
  static void on_progress(std::size_t, std::int64_t) {}

 private:
  Engine& engine_;
  const Boards puzzles_;
  const SolveLimits& limits_;
  const Answers answers_;
  std::int64_t begin_ns_;
  std::chrono::nanoseconds budget_;
};

/// Runs an engine on the calling thread. Counts the memory that the engine allocates.
class InProcessExecutor final : public Executor {
 public:
  /// Makes the engine at a random place in memory, because the place can change the speed by a few
  /// percent (Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong, 2009;
  /// Curtsinger and Berger, STABILIZER, 2013).
  InProcessExecutor(const Solver& solver, const Measuring& measuring);

  /// False if the engine cannot run here. Then no other member may be called.
  bool has_engine() const { return engine_ != nullptr; }

  void prepare(const Boards& puzzles, const SolveLimits& limits) override;
  EngineSample measure(const Boards& puzzles, const SolveLimits& limits,
                       std::chrono::nanoseconds budget) override;
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override;

 private:
  bool takes_blocks_;
  std::uint64_t shared_bytes_;
  BlockTimer timer_;
  Stopwatch& stopwatch_;
  std::unique_ptr<std::byte[]> gap_;  // in memory, before the engine
  MemoryMeter memory_;
  std::unique_ptr<Engine> engine_;
};

InProcessExecutor::InProcessExecutor(const Solver& solver, const Measuring& measuring)
    : takes_blocks_(solver.takes_blocks),
      shared_bytes_(solver.shared_bytes),
      timer_(measuring),
      stopwatch_(measuring.stopwatch),
      gap_(random_gap()) {
  const CountedMemory counted(memory_);
  engine_ = solver.make();
}

void InProcessExecutor::prepare(const Boards& puzzles, const SolveLimits& limits) {
  if (puzzles.size() == 0 || limits.is_stop_requested()) return;
  EngineSample unmeasured = blank_sample(puzzles);
  solve(puzzles, limits, unmeasured.answers(), nullptr);
}

EngineSample InProcessExecutor::measure(const Boards& puzzles, const SolveLimits& limits,
                                        std::chrono::nanoseconds budget) {
  EngineSample sample = blank_sample(puzzles);
  TimedCalls calls(*engine_, puzzles, limits, sample.answers(), stopwatch_.wall_ns(), budget);
  {
    const CountedMemory counted(memory_);
    take_times(takes_blocks_ ? timer_.time_together(calls, 0, puzzles.size())
                             : timer_.time_one_by_one(calls, 0, sample.puzzle_ns),
               sample);
  }
  for (std::size_t i = 0; takes_blocks_ && i < puzzles.size(); ++i) {
    const bool is_begun = sample.results[i].outcome != Outcome::stopped;
    if (is_begun) sample.puzzle_ns[i] = EngineSample::kNotTimed;
  }
  if (const auto own = memory_.peak_bytes()) sample.peak_bytes = *own + shared_bytes_;
  return sample;
}

void InProcessExecutor::solve(const Boards& puzzles, const SolveLimits& limits,
                              const Answers& answers, SolutionSink* sink) {
  const CountedMemory counted(memory_);
  engine_->solve(puzzles, limits, answers, sink);
}

}  // namespace

std::unique_ptr<Executor> make_executor(const Solver& solver, const Measuring& measuring) {
  if (solver.is_external()) return solver.make_executor(measuring);
  auto executor = std::make_unique<InProcessExecutor>(solver, measuring);
  if (!executor->has_engine()) return nullptr;
  return executor;
}

}  // namespace sudoku
