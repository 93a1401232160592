#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/engine.h"
#include "harness/measure/event_counts.h"
#include "harness/puzzle/puzzle_block.h"

namespace sudoku {

/// Where an engine broke down instead of answering.
struct Failure {
  std::size_t puzzle;  ///< index in the block
  std::string what;
};

/// What used the processors while engines were timed, summed over blocks.
struct Disturbance {
  std::int64_t wall_ns = 0;        ///< of calls whose CPU time is known
  std::int64_t cpu_ns = 0;         ///< of these; the rest others had
  std::int64_t processors_ns = 0;  ///< of all processors, while all engines had their turns
  std::int64_t stolen_ns = 0;      ///< of these, by the hypervisor
  std::int64_t throttled_ns = 0;   ///< that a CPU quota held back
  std::uint64_t crowded = 0;       ///< blocks with more threads that wanted to run than processors

  Disturbance& operator+=(const Disturbance& other) {
    wall_ns += other.wall_ns;
    cpu_ns += other.cpu_ns;
    processors_ns += other.processors_ns;
    stolen_ns += other.stolen_ns;
    throttled_ns += other.throttled_ns;
    crowded += other.crowded;
    return *this;
  }
};

/// What one engine did with one block. Results, solutions and times have one entry a puzzle.
struct EngineSample {
  /// `puzzle_ns` of a puzzle that a limit or an interrupt left out; its result says `stopped`.
  static constexpr std::int64_t kNotBegun = -1;
  /// `puzzle_ns` of a puzzle that was solved together with others.
  static constexpr std::int64_t kNotTimed = -2;

  std::vector<SolveResult> results;
  BoardList solutions;                  ///< the first ones, where there is one
  std::vector<std::int64_t> puzzle_ns;  ///< wall time of the call
  std::int64_t wall_ns = 0;             ///< of all calls
  std::int64_t cpu_ns = 0;              ///< of all calls; 0 where it is not known
  std::int64_t switches = 0;            ///< involuntary ones of the thread, during all calls
  std::int64_t reference_ns = 0;        ///< of reference_work_ns, just before
  /// The most memory that the engine held at a time, from its making on, in bytes.
  std::optional<std::uint64_t> peak_bytes{};
  EventCounts events{};  ///< of all calls
  /// What the processor packages took meanwhile; nothing where others solve at the same time.
  std::optional<std::uint64_t> package_uj{};
  bool is_interfered = false;       ///< something else used the processor meanwhile
  Disturbance disturbance{};        ///< where it is interfered
  std::vector<Failure> failures{};  ///< one for each result that is `failed`

  Answers answers() { return {results, solutions.cells()}; }
  /// Of a puzzle that was not timed by itself, the mean of the block.
  std::int64_t time_of(std::size_t puzzle) const {
    const std::int64_t mean_ns = wall_ns / static_cast<std::int64_t>(results.size());
    return puzzle_ns[puzzle] >= 0 ? puzzle_ns[puzzle] : mean_ns;
  }
};

/// Returns the sample of puzzles of which none was begun.
EngineSample blank_sample(const Boards& puzzles);

/// Makes answers that came after `max_time` per puzzle timeouts, even if the engine did not notice.
/// 0 means no limit.
void mark_late_answers(std::chrono::nanoseconds max_time, EngineSample& sample);

/// Possible error of the time that an engine command takes for a puzzle, in nanoseconds. The way to
/// the command and back also cools caches and branch predictors, which the time of an echo does not
/// show.
inline constexpr double kCommandDoubtNs = 250;

enum class FaultKind : std::uint8_t {
  wrong,         ///< against the rules, the clues or what the dataset expects, or none at all
  disagreement,  ///< unlike the other engines, which may be the wrong ones
};

/// An answer that cannot be right.
struct Fault {
  FaultKind kind;
  std::size_t engine;  ///< index among the engines of the run
  std::size_t puzzle;  ///< index in the block
  std::string what;
};

/// What all engines of a run did with one block, and what is wrong with it.
struct BlockSample {
  PuzzleBlock block;
  std::vector<EngineSample> engines;
  std::vector<Fault> faults;
  unsigned repeats = 0;  ///< times that it was measured again, because of interference
};

}  // namespace sudoku
