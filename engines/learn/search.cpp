#include "engines/learn/search.h"

#include <algorithm>

namespace sudoku::learn {
namespace {

/// Factors of activities per conflict. After the first mode of restarts the search is most likely a
/// proof, which needs fewer conflicts if activities decay slower.
constexpr double kDecay = 0.95;
constexpr double kDecayInProofs = 0.99;
constexpr std::uint64_t kRephaseInterval = 2000;  // conflicts; grows by this number each time
/// Number of solutions that a clause excludes, which leaves the search free. Later solutions fix
/// the order of its decisions, but take no memory.
constexpr std::uint32_t kMostBlocked = 10;

}  // namespace

void Search::solve(const Board& puzzle, SearchMonitor& monitor) {
  if (!problem_.read(puzzle)) return;
  if (!monitor.poll()) return;
  if (problem_.cells_to_fill() == 0) {
    monitor.found(problem_.board());
    return;
  }
  reset();
  search(monitor);
}

void Search::reset() {
  assignment_.reset(problem_);
  clauses_.reset(problem_.option_count());
  propagation_.reset();
  decisions_.reset();
  analysis_.reset();
  restarts_.reset();
  reduction_.reset();
  base_ = 0;
  conflicts_ = 0;
  next_rephase_ = kRephaseInterval;
  blocked_ = 0;
}

void Search::search(SearchMonitor& monitor) {
  bool is_consistent = true;
  for (;;) {
    if (is_consistent) is_consistent = propagation_.propagate();
    const bool is_at_root = assignment_.level() == 0;
    if (!is_consistent) {
      if (is_at_root || !monitor.poll()) return;
      is_consistent = assignment_.level() > base_ ? learn_from_conflict() : flip_decision();
    } else if (assignment_.is_complete()) {
      if (!report(monitor) || is_at_root) return;
      is_consistent = continue_after_solution();
    } else if (!maintain()) {
      if (!monitor.poll() || !monitor.take_guess()) return;
      const Literal decision = decisions_.next(assignment_, restarts_.is_stable());
      assignment_.open_level();
      is_consistent = propagation_.assign(decision, kNoReason);
    }
  }
}

bool Search::report(SearchMonitor& monitor) {
  const Board board = problem_.board();
  solution_.assign(board.cells.begin(), board.cells.end());
  for (const Literal literal : assignment_.trail()) {
    if (!is_choice(literal)) continue;
    const Place& place = problem_.place(option_of(literal));
    solution_[place.cell] = place.digit;
  }
  return monitor.found({board.shape, solution_});
}

/// Restarts, reduces and rephases when due. Returns whether to propagate again.
bool Search::maintain() {
  if (assignment_.level() == 0) assignment_.keep_as_root();
  if (reduction_.is_due(conflicts_)) reduction_.reduce(conflicts_);
  if (conflicts_ >= next_rephase_) {
    rephase();
    return true;
  }
  if (!restarts_.is_due()) return false;
  restarts_.restart();
  backtrack(base_);
  return true;
}

void Search::rephase() {
  next_rephase_ = conflicts_ + kRephaseInterval * (decisions_.rephase() + 1);
  backtrack(base_);
}

void Search::backtrack(std::uint32_t level) {
  if (level >= assignment_.level()) return;
  propagation_.backtrack(level, [this](Literal literal) { decisions_.release(literal); });
}

bool Search::learn_from_conflict() {
  ++conflicts_;
  const std::uint32_t level = assignment_.level();
  decisions_.note_consistent(assignment_, assignment_.start_of(level));
  analysis_.analyze(propagation_.conflict());
  decisions_.decay(restarts_.is_in_first_mode() ? kDecay : kDecayInProofs);
  restarts_.note_conflict(analysis_.glue());
  backtrack(std::max(analysis_.backtrack_level(), base_));
  const auto& learned = analysis_.learned();
  if (learned.size() == 1) return propagation_.assign(learned[0], kNoReason);
  const ClauseRef clause = clauses_.add(learned, analysis_.glue(), false);
  return propagation_.assign(learned[0], {Reason::clause, clause});
}

/// Closes the current level and takes the other value of its decision.
bool Search::flip_decision() {
  const Literal decision = assignment_.decision_of(assignment_.level());
  base_ = assignment_.level() - 1;
  backtrack(base_);
  return propagation_.assign(negation(decision), kNoReason);
}

/// Excludes the current solution. The first kMostBlocked times, adds a clause against the current
/// decisions. Later, takes the other value of the last decision.
bool Search::continue_after_solution() {
  if (base_ != 0 || blocked_ == kMostBlocked) return flip_decision();
  ++blocked_;
  blocking_.clear();
  for (std::uint32_t level = assignment_.level(); level > 0; --level) {
    blocking_.push_back(negation(assignment_.decision_of(level)));
  }
  backtrack(assignment_.level() - 1);
  if (blocking_.size() == 1) return propagation_.assign(blocking_[0], kNoReason);
  const auto glue = static_cast<std::uint32_t>(blocking_.size());
  const ClauseRef clause = clauses_.add(blocking_, glue, true);
  return propagation_.assign(blocking_[0], {Reason::clause, clause});
}

}  // namespace sudoku::learn
