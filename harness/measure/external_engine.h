#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/engine.h"
#include "harness/measure/sample.h"

namespace sudoku {

/// What a call into an engine outside of this process took, and where it broke down. Its own
/// measurements count: what lies between the processes is not the engine's.
struct ExternalCall {
  std::vector<std::int64_t> puzzle_ns;  ///< as in EngineSample
  std::int64_t wall_ns = 0;             ///< sum over the puzzles
  std::int64_t cpu_ns = 0;              ///< 0 where it is not known
  std::int64_t switches = 0;            ///< involuntary ones
  /// The most memory that its process took so far; nothing where that is not known.
  std::optional<std::uint64_t> peak_bytes;
  EventCounts events{};  ///< of its process; nothing where it was not to count
  std::vector<Failure> failures;

  /// A call on so many puzzles, none of them begun.
  explicit ExternalCall(std::size_t puzzles) : puzzle_ns(puzzles, EngineSample::kNotBegun) {}
  void add_time(std::size_t puzzle, std::int64_t ns) {
    puzzle_ns[puzzle] = ns;
    wall_ns += ns;
  }
};

/// What an engine from outside did with a puzzle of some shape that is nearly solved.
struct Probe {
  std::string objection = {};   ///< why it cannot take part; empty if it can
  std::string refusal = {};     ///< what it is not for, as in Solver; empty if it takes the shape
  bool is_unavailable = false;  ///< it refuses, as it cannot run on this computer
  bool is_given_text = false;   ///< boards of 9x9, at least
  bool lists_solutions = true;  ///< it tells solutions, not only how many there are
};

/// An engine that runs in a process of its own. A puzzle on which it breaks down is `failed`, and
/// a new process takes the next one. It knows no sinks and, where it is not one of this program, no
/// guess limits.
class ExternalEngine : public Engine {
 public:
  /// Starts the process, where none is running, and asks it a trial puzzle of that shape.
  virtual Probe probe(const Shape& shape) = 0;
  /// What it is to solve, unmeasured, just before each call of `solve`, so that it is measured in
  /// the midst of work; as much as it can.
  virtual void prepare(const Boards& puzzles) { static_cast<void>(puzzles); }
  /// From now on the events of its calls are counted, too.
  void count_events() { counts_events_ = true; }
  /// What the last call of `solve` took.
  const ExternalCall& last_call() const { return call_; }

 protected:
  /// Of so many puzzles, none of which is begun.
  ExternalCall new_call(std::size_t puzzles) const {
    ExternalCall call(puzzles);
    if (counts_events_) call.events = no_events_yet();
    return call;
  }

  ExternalCall call_{0};
  bool counts_events_ = false;
};

/// How the search of an engine ended that found so many solutions and says no more.
inline Outcome outcome_of(SolutionCount solutions, std::uint64_t max_solutions) {
  const bool is_limited = max_solutions != 0 && solutions >= max_solutions;
  return is_limited ? Outcome::solution_limit : Outcome::exhausted;
}

}  // namespace sudoku
