#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "harness/measure/sample.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {

/// What becomes of an engine where a dataset has boards of a shape that it does not take.
enum class WhenNotTaken : std::uint8_t {
  error,           ///< the user named it for boards that it cannot take
  left_out,        ///< the user did not name it
  not_applicable,  ///< left out, with a row that says so: an engine from outside
};

/// An engine as it takes part in a run. `make` is called on every thread that solves.
struct Solver {
  using Make = std::function<std::unique_ptr<Engine>()>;

  std::string id;
  Make make;
  bool takes_blocks = false;    ///< gets a whole block in one call, instead of a puzzle at a time
  std::size_t places = 32;      ///< copies that take their turns on a thread, each in other memory
  bool lists_solutions = true;  ///< false for one that tells the number only
  /// Why it does not take boards of that shape, as in `for 9x9 only`; empty if it does.
  std::function<std::string(const Shape&)> objection_to = [](const Shape& shape) {
    return std::string(shape == k9x9 ? "" : "for 9x9 only");
  };
  WhenNotTaken when_not_taken = WhenNotTaken::error;
  bool is_cpu_time_known = true;   ///< false for one that searches in a process of its own
  bool is_memory_known = true;     ///< false for one whose memory neither meter nor system tells
  std::uint64_t shared_bytes = 0;  ///< of the tables that all its copies share
  /// Of a stochastic one, which takes `max_solutions` 1 alone: what makes it search by
  /// that seed; each pass is to have another. Null of all others.
  std::function<Make(std::uint64_t seed)> make_by_seed{};
};

struct RunPlan {
  std::vector<Solver> solvers;
  SolveLimits limits;                      ///< its deadline is set by the runner
  std::chrono::nanoseconds time_limit{0};  ///< of an engine in one pass, per thread; 0 means none
  unsigned threads = 1;
  bool pin = false;            ///< keep each thread on a processor of its own
  bool counts_events = false;  ///< those of each call; the stopwatch has to have counters
  /// How many puzzles of blocks before an engine solves just before it is timed.
  std::size_t preparation = 32;
  /// Called, on any thread, when the solver of that index is about to solve a block.
  std::function<void(std::size_t solver)> on_turn = [](std::size_t) {};
};

/// How long each engine runs before anything counts: until either is reached.
struct Warmup {
  std::chrono::nanoseconds time{0};
  std::uint64_t puzzles = 0;
};

/// Hands blocks of puzzles to the engines of a plan, on several threads. Each block is solved by
/// all engines one after the other on one thread, in an order that is turned round in the next
/// block and rotates after that, so that what slows the machine down for a while slows all of them
/// alike. Puzzles go to an engine one at a time; only the calls are timed, less what the clock
/// itself takes. Just before, each engine solves some puzzles of other blocks, so that all of them
/// find caches, predictors and clock alike. The answers are judged outside the timed calls, and of
/// each block a puzzle with several solutions is listed by every engine of this process, and one
/// that has a single solution is solved by every engine with fewer clues, too. A block during which
/// something else used the processors is measured again, a bounded number of times; one that stays
/// so is marked.
class Runner {
 public:
  /// Both must outlive the runner.
  Runner(const RunPlan& plan, Stopwatch& stopwatch);
  ~Runner();

  /// What is subtracted from the times.
  ClockCosts clock_costs() const;

  /// Whether engines differed where nobody had the time to find out who was right; see Arbiter.
  bool is_arbiter_out_of_time() const;

  /// Solves the block with every engine, on the calling thread, again and again; nothing is kept.
  void warm_up(const PuzzleBlock& block, Warmup warmup);

  /// One pass: takes blocks from `source` until it returns false or the stop signal of the limits
  /// is set, and gives what came of them to `sink`. Both are called one at a time and in the order
  /// of the blocks, from any thread. What `sink` throws ends the pass and is thrown here; so is
  /// what `source` throws, once `sink` has been given the blocks before.
  void run(const std::function<bool(PuzzleBlock&)>& source,
           const std::function<void(BlockSample&&)>& sink);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sudoku
