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
  SearchMonitor(const SolveLimits& limits, const Answers& answers, SolutionSink* sink,
                const Shape& shape = k9x9)
      : limits_(limits), answers_(answers), sink_(sink), poll_interval_(poll_interval(shape)) {
    if (limits.max_guesses != 0) max_guesses_ = limits.max_guesses;
  }

  /// False if the call has been stopped: the puzzle is not to be begun.
  bool begin(std::size_t puzzle) {
    puzzle_ = puzzle;
    result_ = &answers_.results[puzzle];
    *result_ = {};
    result_->has_guesses = tells_guesses_;
    puzzle_end_ = Clock::time_point::max();
    is_timed_ = false;
    if (is_stopped_ || limits_.is_stop_requested()) return end(Outcome::stopped);
    // A search may end before it visits a node: blocks of such puzzles have to look, too.
    return poll_interval_ == kPollInterval ? visit_nodes(kNodesToBegin) : look();
  }

  std::size_t puzzle() const { return puzzle_; }

  /// The engine does not tell its guesses: to be called before the first puzzle begins.
  void withhold_guesses() { tells_guesses_ = false; }
  bool is_answered() const { return sudoku::is_answered(*result_); }

  /// No puzzle is begun any more.
  void stop() { is_stopped_ = true; }

  bool visit_node() { return visit_nodes(1); }
  /// So many at once, or none.
  bool visit_nodes(std::uint32_t count) {
    nodes_to_poll_ -= static_cast<std::int32_t>(count);
    return nodes_to_poll_ > 0 || look();
  }

  /// Looks at the clock and at the stop signal now, for searches whose steps are long. The clock of
  /// a puzzle starts at its first look, so that easy puzzles of 9x9 never read it.
  bool look() {
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

  /// Whether the next look will end the search, once there has been one. Another thread may ask
  /// while this one searches.
  bool is_look_due() const { return limits_.is_over() || Clock::now() >= puzzle_end_; }

  bool take_guess() {
    if (result_->guesses == max_guesses_) return end(Outcome::guess_limit);
    ++result_->guesses;
    return true;
  }
  std::uint64_t guesses_left() const { return max_guesses_ - result_->guesses; }
  /// So many more, of a search that counts them itself and tells them now and then.
  bool take_guesses(std::uint64_t count) {
    const bool is_enough = count <= guesses_left();
    result_->guesses += std::min(count, guesses_left());
    return is_enough || end(Outcome::guess_limit);
  }

  /// What searches has broken down, and it was not in this process.
  bool break_down() { return end(Outcome::failed); }

  /// A search that is not exhaustive ends without what was asked for.
  bool give_up() { return end(Outcome::gave_up); }

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
  static constexpr std::int32_t kPollInterval = 512;
  /// What it costs to begin with a puzzle, in nodes.
  static constexpr std::uint32_t kNodesToBegin = 16;

  /// The nodes of larger boards take longer, as they have more digits in more cells, and so does
  /// what comes before the first one, so that there is a look before each puzzle, too.
  static constexpr std::int32_t poll_interval(const Shape& shape) {
    const std::size_t options = shape.cells() * shape.side();
    constexpr std::size_t kOptions = k9x9.cells() * k9x9.side();
    if (options <= kOptions) return kPollInterval;
    return static_cast<std::int32_t>(kPollInterval * kOptions / options);
  }

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
  bool tells_guesses_ = true;
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

/// The same of boards of any shape: `search(board, monitor)`.
template <typename Search>
void solve_each_board(const Boards& puzzles, SearchMonitor& monitor, Search&& search) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (monitor.begin(i)) search(puzzles[i], monitor);
  }
}
template <typename Search>
void solve_each_board(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
                      SolutionSink* sink, Search&& search) {
  SearchMonitor monitor(limits, answers, sink, puzzles.shape);
  solve_each_board(puzzles, monitor, search);
}

/// The same of an engine that does not tell its guesses.
template <typename Search>
void solve_each_board_without_guesses(const Boards& puzzles, const SolveLimits& limits,
                                      const Answers& answers, SolutionSink* sink, Search&& search) {
  SearchMonitor monitor(limits, answers, sink, puzzles.shape);
  monitor.withhold_guesses();
  solve_each_board(puzzles, monitor, search);
}

}  // namespace sudoku
