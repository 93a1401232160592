#include "harness/measure/in_process_executor.h"

#include <optional>

#include "engines/random.h"

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

/// The calls of an engine for the puzzles of one block.
class EngineWork {
 public:
  EngineWork(Engine& engine, const Boards& puzzles, const SolveLimits& limits,
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

}  // namespace

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
  EngineWork work(*engine_, puzzles, limits, sample.answers(), stopwatch_.wall_ns(), budget);
  {
    const CountedMemory counted(memory_);
    take_times(takes_blocks_ ? timer_.time_together(work, 0, puzzles.size())
                             : timer_.time_one_by_one(work, 0, sample.puzzle_ns),
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

}  // namespace sudoku
