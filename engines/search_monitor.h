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

/// Keeps the searches of one `solve` call within their limits and writes their results, so that
/// every engine counts solutions and guesses, and stops, by the same definitions.
///
/// A depth-first engine asks it at each step and unwinds as soon as an answer is false:
///     visit_node()   on entering a node of the search tree
///     take_guess()   before an option is taken while another one of the choice stands untried
///     found(board)   on a solution
class SearchMonitor {
 public:
  SearchMonitor(const SolveLimits& limits, const Answers& answers, SolutionSink* sink)
      : limits_(limits), answers_(answers), sink_(sink) {
    if (limits.max_guesses != 0) max_guesses_ = limits.max_guesses;
  }

  /// False if the call has been stopped: the puzzle is not to be begun.
  bool begin(std::size_t puzzle) {
    puzzle_ = puzzle;
    result_ = &answers_.results[puzzle];
    result_->solutions = 0;
    result_->guesses = 0;
    result_->outcome = Outcome::exhausted;
    puzzle_end_ = Clock::time_point::max();
    is_timed_ = false;
    if (!is_stopped_ && !limits_.is_stop_requested()) return true;
    return end(Outcome::stopped);
  }

  /// No puzzle is begun any more.
  void stop() { is_stopped_ = true; }

  bool visit_node() { return --nodes_to_poll_ != 0 || poll(); }

  /// Instead of visit_node() before work of up to a few milliseconds, the first of a puzzle too.
  bool look_at_clock() { return poll(); }

  bool take_guess() {
    if (result_->guesses == max_guesses_) return end(Outcome::guess_limit);
    ++result_->guesses;
    return true;
  }

  /// Whether the cells of the next solution matter; else `found` may be told any.
  bool wants_solution() const {
    return sink_ != nullptr || (result_->solutions == 0 && !answers_.solutions.empty());
  }

  bool found(const Board& solution) {
    if (result_->solutions == 0) keep(solution);
    return count(solution);
  }
  /// The same in a copy of constant size.
  bool found(const Grid& solution) {
    if (result_->solutions == 0) keep(solution);
    return count(solution);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Nodes between two looks at the clock: at most about a millisecond of any engine's work, and
  /// rare enough to cost nothing.
  static constexpr std::uint32_t kPollInterval = 512;

  /// Not inline, so that a recursive search stays small enough to be inlined into itself.
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

  /// The clock of a puzzle starts at its first poll, so that easy puzzles never read it.
  bool poll() {
    nodes_to_poll_ = kPollInterval;
    const Clock::time_point now = Clock::now();
    if (limits_.is_stop_requested() || now >= limits_.deadline) {
      is_stopped_ = true;
      return end(Outcome::stopped);
    }
    if (limits_.max_time.count() > 0 && !is_timed_) {
      is_timed_ = true;
      puzzle_end_ = now + limits_.max_time;
    }
    return now < puzzle_end_ || end(Outcome::timeout);
  }

  const SolveLimits& limits_;
  const Answers answers_;
  SolutionSink* sink_;
  std::uint64_t max_guesses_ = std::numeric_limits<std::uint64_t>::max();
  Clock::time_point puzzle_end_ = Clock::time_point::max();
  std::size_t puzzle_ = 0;
  SolveResult* result_ = nullptr;
  std::uint32_t nodes_to_poll_ = kPollInterval;
  bool is_timed_ = false;
  bool is_stopped_ = false;
};

/// The `solve` of an engine of 9x9 that takes one puzzle after the other: `search(puzzle, monitor)`
/// visits the whole tree or unwinds when the monitor says so.
template <typename Search>
void solve_each(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
                SolutionSink* sink, Search&& search) {
  SearchMonitor monitor(limits, answers, sink);
  const std::span<const Grid> grids = grids_of(puzzles);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (monitor.begin(i)) search(grids[i], monitor);
  }
}

}  // namespace sudoku
