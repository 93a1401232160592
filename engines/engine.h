#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engines/board.h"
#include "engines/solution_count.h"

namespace sudoku {

/// When a search ends before it has seen everything. Zero means no limit.
struct SolveLimits {
  std::uint64_t max_solutions = 2;       ///< a puzzle; 1 asks for any, 2 for uniqueness
  std::uint64_t max_guesses = 0;         ///< a puzzle; the same work on every machine
  std::chrono::nanoseconds max_time{0};  ///< a puzzle, wall time
  /// Of the whole call.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;  ///< ends the call once true; set by another thread
  /// That the call may use for one puzzle; only an engine that counts uses more than one.
  unsigned threads = 1;

  bool is_stop_requested() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
  /// When the time of a puzzle is over that is begun at that time.
  std::chrono::steady_clock::time_point puzzle_end(
      std::chrono::steady_clock::time_point begin) const {
    constexpr auto kNever = std::chrono::steady_clock::time_point::max();
    return max_time.count() > 0 && max_time < kNever - begin ? begin + max_time : kNever;
  }
  /// Whether the call has to end now.
  bool is_over() const {
    return is_stop_requested() || std::chrono::steady_clock::now() >= deadline;
  }
};

/// Why the search of a puzzle ended. From `guess_limit` on, the count is a lower bound.
enum class Outcome : std::uint8_t {
  exhausted,       ///< all solutions were found
  solution_limit,  ///< `max_solutions` were found
  guess_limit,     ///< one guess more than `max_guesses` was needed
  timeout,         ///< `max_time` passed
  gave_up,         ///< the search is not exhaustive, and ended with fewer solutions than asked for
  stopped,         ///< `deadline` passed or `stop` was set; also of puzzles not begun
  failed,          ///< the process that searches broke down; never of a search in this one
};

struct SolveResult {
  SolutionCount solutions = 0;
  /// Options taken while another option of the same choice still stood untried. An exhausted
  /// search tree has guesses + 1 leaves, whatever the engine branches on; of a search that begins
  /// anew before it has a solution, the guesses are those of all its trees.
  std::uint64_t guesses = 0;
  Outcome outcome = Outcome::exhausted;
  bool has_solution = true;  ///< false where an engine tells the count only
  bool has_guesses = true;   ///< false where an engine does not tell them
};

/// Whether the number of solutions is an answer rather than where a limit cut the search.
inline bool is_answered(const SolveResult& result) {
  return result.outcome == Outcome::exhausted || result.outcome == Outcome::solution_limit;
}

/// Whether the search came to its own end, with an answer or without, rather than to that of a
/// limit or of its process.
inline bool ran_its_course(const SolveResult& result) {
  return is_answered(result) || result.outcome == Outcome::gave_up;
}

/// Where a call leaves its answers, in memory of the caller's.
struct Answers {
  std::span<SolveResult> results;  ///< one a puzzle, whatever stood there before
  /// The cells of the first solution found of each puzzle, unspecified of those that have none; or
  /// empty where nobody asks for them.
  std::span<std::uint8_t> solutions;

  Answers subspan(std::size_t first, std::size_t count, const Shape& shape) const {
    const std::size_t cells = solutions.empty() ? 0 : shape.cells();
    return {results.subspan(first, count), solutions.subspan(first * cells, count * cells)};
  }
};

/// Receives every solution where a caller lists them, during the call and on its thread.
class SolutionSink {
 public:
  virtual ~SolutionSink() = default;
  /// `puzzle` is the index into the block. Solutions of one puzzle come in the engine's order, all
  /// of them different.
  virtual void on_solution(std::size_t puzzle, const Board& solution) = 0;
};

/// A solver. An instance belongs to one thread, owns its scratch memory and answers a second call
/// like the first. It never prints, exits or throws for a puzzle, whatever its clues.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Answers the puzzles, one or more, of a shape that the engine takes (see EngineTraits). Limits
  /// of time and the stop signal are honoured within 10 ms. `sink` may be null; an engine that
  /// counts without listing leaves it alone, and the solutions too.
  virtual void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
                     SolutionSink* sink) = 0;
};

}  // namespace sudoku
