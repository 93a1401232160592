#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engines/board.h"
#include "engines/solution_count.h"

namespace sudoku {

/// Limits of one call of Engine::solve. Zero means no limit.
struct SolveLimits {
  std::uint64_t max_solutions = 2;       ///< per puzzle; 1 finds any solution, 2 proves uniqueness
  std::uint64_t max_guesses = 0;         ///< per puzzle; the same amount of work on every machine
  std::chrono::nanoseconds max_time{0};  ///< per puzzle, wall time
  /// Time at which the call ends.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;  ///< ends the call when another thread sets it to true
  /// Number of threads that may work on one puzzle. Only engines that count use more than one.
  unsigned threads = 1;

  bool is_stop_requested() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
  /// Returns the time at which a puzzle that starts at `begin` times out.
  std::chrono::steady_clock::time_point puzzle_end(
      std::chrono::steady_clock::time_point begin) const {
    constexpr auto kNever = std::chrono::steady_clock::time_point::max();
    return max_time.count() > 0 && max_time < kNever - begin ? begin + max_time : kNever;
  }
  /// Returns whether the call must end now: the stop flag is set or the deadline has passed.
  bool is_over() const {
    return is_stop_requested() || std::chrono::steady_clock::now() >= deadline;
  }
};

/// Why the search of a puzzle ended. With `guess_limit` and all later values, the number of
/// solutions is a lower bound.
enum class Outcome : std::uint8_t {
  exhausted,       ///< all solutions were found
  solution_limit,  ///< `max_solutions` solutions were found
  guess_limit,     ///< the search needed more than `max_guesses` guesses
  timeout,         ///< the search took longer than `max_time`
  gave_up,         ///< an incomplete search ended before it found enough solutions
  stopped,         ///< `deadline` passed or `stop` was set, maybe before the puzzle started
  failed,          ///< a sub-process of the engine failed
};

/// The answer for one puzzle.
struct SolveResult {
  SolutionCount solutions = 0;
  /// Number of options tried while another option of the same choice was still untried. An
  /// exhausted search tree has guesses + 1 leaves. If a search restarts before its first solution,
  /// the guesses of all its trees add up.
  std::uint64_t guesses = 0;
  Outcome outcome = Outcome::exhausted;
  bool has_solution = true;  ///< false if the engine only counts
  bool has_guesses = true;   ///< false if the engine does not report guesses
};

/// Returns whether the number of solutions is exact or has reached `max_solutions`.
inline bool is_solved(const SolveResult& result) {
  return result.outcome == Outcome::exhausted || result.outcome == Outcome::solution_limit;
}

/// Returns whether the search ended with an answer or gave up: no limit of time or guesses, stop
/// request or failure ended it.
inline bool is_finished(const SolveResult& result) {
  return is_solved(result) || result.outcome == Outcome::gave_up;
}

/// Memory of the caller for the answers of a call of Engine::solve.
struct Answers {
  std::span<SolveResult> results;  ///< one per puzzle; earlier contents do not matter
  /// The first solution found for each puzzle, one board after the other, or empty if the caller
  /// needs no solutions. Cells of puzzles without a solution are unspecified afterwards.
  std::span<std::uint8_t> solutions;

  /// Returns the memory for `count` puzzles of that shape, from puzzle `first` on.
  Answers subspan(std::size_t first, std::size_t count, const Shape& shape) const {
    const std::size_t cells = solutions.empty() ? 0 : shape.cells();
    return {results.subspan(first, count), solutions.subspan(first * cells, count * cells)};
  }
};

/// Receives all solutions of a call, on the thread that made the call.
class SolutionSink {
 public:
  virtual ~SolutionSink() = default;
  /// `puzzle` is the index in the block. Solutions of one puzzle arrive in the order of the search,
  /// each solution once. The cells of `solution` are valid during the call only.
  virtual void on_solution(std::size_t puzzle, const Board& solution) = 0;
};

/// A sudoku solver. An instance must be used by one thread at a time and owns its working memory.
/// The same call gives the same answers again. Engines never print or exit.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Solves one or more puzzles of a shape that the engine supports (see EngineTraits), and writes
  /// a result for each. Clues may contradict each other: such a puzzle has no solutions. The call
  /// returns within 10 ms after a time limit, the deadline or a stop request. `sink` may be null.
  /// Engines that only count ignore it and `answers.solutions`. No puzzle makes the call throw.
  /// std::bad_alloc and std::system_error mean that memory or processes ran out.
  virtual void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
                     SolutionSink* sink) = 0;
};

}  // namespace sudoku
