#include "engines/random.h"
#include "harness/measure/block_timer.h"
#include "harness/measure/memory_meter.h"
#include "harness/measure/solver.h"

namespace sudoku {
namespace {

std::unique_ptr<std::byte[]> random_gap() {
  constexpr std::size_t kPage = 4096;
  thread_local Random random(1);
  return std::make_unique<std::byte[]>(1 + random.below(kPage));
}

/// Puzzles and memory for the answers.
struct Questions {
  Boards puzzles;
  Answers answers;
};

/// The `Work` of BlockTimer for one block.
struct TimedCalls {
  Engine& engine;
  std::array<Questions, 2> parts;  // by Part
  const SolveLimits& limits;
  std::chrono::nanoseconds budget;
  Stopwatch& stopwatch;
  std::int64_t begin_ns = 0;
  volatile unsigned read_sum = 0;  // keeps the compiler from removing the reads

  const Questions& questions_of(Part part) const { return parts[static_cast<std::size_t>(part)]; }
  void solve(Part part, std::size_t first, std::size_t count) {
    const auto& [puzzles, answers] = questions_of(part);
    engine.solve(puzzles.subspan(first, count), limits,
                 answers.subspan(first, count, puzzles.shape), nullptr);
  }
  /// Reads the puzzles and the memory for the answers. A host process writes them instead.
  void touch() {
    const auto& [puzzles, answers] = questions_of(Part::block);
    constexpr std::size_t kCacheLine = 64;
    unsigned sum = 0;
    for (std::size_t i = 0; i < puzzles.cells.size(); i += kCacheLine) {
      sum += puzzles.cells[i] + answers.solutions[i];
    }
    constexpr std::size_t kSetsInLine = kCacheLine / sizeof(Digits);
    for (std::size_t i = 0; i < puzzles.candidates.size(); i += kSetsInLine) {
      sum += static_cast<unsigned>(puzzles.candidates[i]);
    }
    for (const SolveResult& result : answers.results) sum += result.has_solution;
    read_sum = sum;
  }
  void begin() { begin_ns = stopwatch.wall_ns(); }
  bool may_begin(std::int64_t now_ns) const {
    return now_ns - begin_ns < budget.count() && !limits.is_stop_requested();
  }
  static void on_progress(std::size_t, std::int64_t) {}
};

/// Runs an engine on the calling thread. Counts the memory that the engine allocates.
class InProcessExecutor final : public Executor {
 public:
  /// Makes the engine at a random place in memory, because the place can change the speed by a few
  /// percent (Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong, 2009;
  /// Curtsinger and Berger, STABILIZER, 2013).
  InProcessExecutor(const Solver& solver, const Measuring& measuring)
      : takes_blocks_(solver.takes_blocks),
        shared_bytes_(solver.shared_bytes),
        measuring_(measuring),
        gap_(random_gap()) {
    const CountedMemory counted(memory_);
    engine_ = solver.make();
  }

  /// False if the engine cannot run here. Then no other member may be called.
  bool has_engine() const { return engine_ != nullptr; }

  EngineSample measure(const Boards& puzzles, const Boards& preparation, const SolveLimits& limits,
                       std::chrono::nanoseconds budget) override {
    EngineSample sample = blank_sample(puzzles);
    EngineSample unmeasured = blank_sample(preparation);
    TimedCalls calls{*engine_,
                     {{{preparation, unmeasured.answers()}, {puzzles, sample.answers()}}},
                     limits,
                     budget,
                     measuring_.stopwatch};
    CallTimes& times = sample;
    {
      const CountedMemory counted(memory_);
      times = BlockTimer(measuring_, calls, preparation.size(), takes_blocks_)
                  .measure(0, sample.puzzle_ns);
    }
    for (std::size_t i = 0; takes_blocks_ && i < puzzles.size(); ++i) {
      const bool is_started = sample.results[i].outcome != Outcome::stopped;
      if (is_started) sample.puzzle_ns[i] = EngineSample::kNotTimed;
    }
    if (const auto own = memory_.peak_bytes()) sample.peak_bytes = *own + shared_bytes_;
    return sample;
  }

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    const CountedMemory counted(memory_);
    engine_->solve(puzzles, limits, answers, sink);
  }

 private:
  bool takes_blocks_;
  std::uint64_t shared_bytes_;
  Measuring measuring_;
  std::unique_ptr<std::byte[]> gap_;  // in memory, before the engine
  MemoryMeter memory_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace

std::unique_ptr<Executor> make_executor(const Solver& solver, const Measuring& measuring) {
  if (solver.is_external()) return solver.make_executor(measuring);
  auto executor = std::make_unique<InProcessExecutor>(solver, measuring);
  if (!executor->has_engine()) return nullptr;
  return executor;
}

}  // namespace sudoku
