#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "engines/engine.h"
#include "engines/grid.h"

namespace sudoku {

/// Enforces the limits of one call of Engine::solve and writes its results. With it, all engines
/// count solutions and guesses by the same definitions.
///
/// A depth-first search calls these functions, and ends as soon as one returns false:
///     visit_node()   when it enters a node of the search tree
///     take_guess()   before it tries an option while another option of the choice is untried
///     found(board)   when it finds a solution
class SearchMonitor {
 public:
  SearchMonitor(const SolveLimits& limits, const Answers& answers, SolutionSink* sink,
                const Shape& shape = k9x9)
      : limits_(limits), answers_(answers), sink_(sink), poll_interval_(poll_interval(shape)) {
    if (limits.max_guesses != 0) max_guesses_ = limits.max_guesses;
  }

  /// Begins a puzzle. Returns false if the call was stopped: do not search the puzzle.
  bool begin(std::size_t puzzle) {
    puzzle_ = puzzle;
    result_ = &answers_.results[puzzle];
    *result_ = {};
    result_->has_guesses = reports_guesses_;
    puzzle_end_ = Clock::time_point::max();
    is_timed_ = false;
    if (is_stopped_ || limits_.is_stop_requested()) return end(Outcome::stopped);
    // A search may end before it visits a node, so beginning a puzzle counts as several nodes.
    return poll_interval_ == kPollInterval ? visit_nodes(kNodesToBegin) : poll();
  }

  const SolveLimits& limits() const { return limits_; }
  std::size_t puzzle() const { return puzzle_; }

  /// Makes all results omit their guesses. Call it before the first puzzle begins.
  void withhold_guesses() { reports_guesses_ = false; }
  /// The result of the puzzle. A search may change it if it counts solutions itself.
  SolveResult& result() { return *result_; }
  bool has_sink() const { return sink_ != nullptr; }

  /// Prevents further puzzles from beginning.
  void stop() { is_stopped_ = true; }

  bool visit_node() { return visit_nodes(1); }
  /// Counts several nodes at once; `count` may be 0.
  bool visit_nodes(std::uint32_t count) {
    nodes_to_poll_ -= static_cast<std::int32_t>(count);
    return nodes_to_poll_ > 0 || poll();
  }

  /// Checks the time and the stop flag now. Call it directly if nodes take long. The time of a
  /// puzzle starts at its first check, so that easy 9x9 puzzles never read the clock.
  bool poll() {
    nodes_to_poll_ = poll_interval_;
    const Clock::time_point now = Clock::now();
    if (limits_.is_stop_requested() || now >= limits_.deadline) {
      is_stopped_ = true;
      return end(Outcome::stopped);
    }
    if (limits_.max_time.count() > 0 && !is_timed_) {
      is_timed_ = true;
      puzzle_end_ = limits_.puzzle_end(now);
    }
    return now < puzzle_end_ || end(Outcome::timeout);
  }

  /// Returns whether the next poll() will return false. Call it after the first poll(). Other
  /// threads may call it during the search.
  bool is_limit_reached() const { return limits_.is_over() || Clock::now() >= puzzle_end_; }

  bool take_guess() {
    if (result_->guesses == max_guesses_) return end(Outcome::guess_limit);
    ++result_->guesses;
    return true;
  }
  std::uint64_t guesses_left() const { return max_guesses_ - result_->guesses; }
  /// Adds `count` guesses, for a search that counts guesses itself and reports them now and then.
  bool take_guesses(std::uint64_t count) {
    const bool is_enough = count <= guesses_left();
    result_->guesses += std::min(count, guesses_left());
    return is_enough || end(Outcome::guess_limit);
  }

  /// Ends the search because a sub-process failed.
  bool fail() { return end(Outcome::failed); }

  /// Ends an incomplete search that did not find enough solutions.
  bool give_up() { return end(Outcome::gave_up); }

  /// Returns whether anybody needs the cells of the next solution. If not, found() accepts any.
  bool wants_solution() const {
    return sink_ != nullptr || (result_->solutions == 0 && !answers_.solutions.empty());
  }

  /// Counts a solution, and stores or lists it.
  bool found(const Board& solution) {
    if (result_->solutions == 0) keep(solution);
    return count(solution);
  }
  /// The same, with a copy of constant size.
  bool found(const Grid& solution) {
    if (result_->solutions == 0) keep(solution);
    return count(solution);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Nodes between two checks of the clock: at most about a millisecond for any engine, but enough
  /// to make the checks cheap.
  static constexpr std::int32_t kPollInterval = 512;
  /// Cost of beginning a puzzle, in nodes.
  static constexpr std::uint32_t kNodesToBegin = 16;

  /// Returns the nodes between two checks. Nodes of larger boards take longer. So does loading a
  /// puzzle: begin() therefore always checks for such boards.
  static constexpr std::int32_t poll_interval(const Shape& shape) {
    const std::size_t options = shape.cells() * shape.side();
    constexpr std::size_t kOptions = k9x9.cells() * k9x9.side();
    if (options <= kOptions) return kPollInterval;
    return static_cast<std::int32_t>(kPollInterval * kOptions / options);
  }

  /// Not inline, so that the compiler still inlines recursive searches into themselves.
  [[gnu::noinline]] void keep(const Board& solution) {
    if (answers_.solutions.empty()) return;
    const std::size_t size = solution.cells.size();
    const std::span room = answers_.solutions.subspan(puzzle_ * size, size);
    std::copy(solution.cells.begin(), solution.cells.end(), room.begin());
  }

  void keep(const Grid& solution) {
    if (answers_.solutions.empty()) return;
    as_grid(answers_.solutions.subspan(puzzle_ * kCells, kCells)) = solution;
  }

  bool count(const Board& solution) {
    ++result_->solutions;
    if (sink_ != nullptr) sink_->on_solution(puzzle_, solution);
    if (result_->solutions != limits_.max_solutions) return true;
    return end(Outcome::solution_limit);
  }

  bool end(Outcome outcome) {
    result_->outcome = outcome;
    return false;
  }

  const SolveLimits& limits_;
  const Answers answers_;
  SolutionSink* sink_;
  std::uint64_t max_guesses_ = std::numeric_limits<std::uint64_t>::max();
  Clock::time_point puzzle_end_ = Clock::time_point::max();
  std::size_t puzzle_ = 0;
  SolveResult* result_ = nullptr;
  std::int32_t poll_interval_;
  std::int32_t nodes_to_poll_ = kPollInterval;
  bool is_timed_ = false;
  bool is_stopped_ = false;
  bool reports_guesses_ = true;
};

}  // namespace sudoku
