// Exact cover on the masks of the options of every group (group_geometry.h, groups.h). NOTES.md has
// failed experiments.
//
// Clues are loaded at once: the masks are built from the candidates that rows, columns and boxes
// allow. From then on every group that shrinks is checked, and deductions follow (deductions.h).
//
// A branch takes an option or removes it. If taking it is refuted, it stays removed in the rest of
// the subtree, and the next branch can be on another group. The search chooses the group with the
// lowest number of options per weight (branching.h). The weight of a group is the number of its
// contradictions (F. Boussemart et al., Boosting Systematic Search by Weighting Constraints, 2004).
// In the chosen group, the search takes the option with the fewest other options in the groups of
// that option.
//
// In Latin squares the search branches again on the group whose option was refuted last, as long as
// that group has at least two options (C. Lecoutre et al., Reasoning from Last Conflict(s), 2009).
// Ties between options are broken at random, so that runs differ.
//
// The search restarts at the root. It keeps the weights, and the options that were refuted at the
// root stay removed. The number of guesses is the sum over all runs.
//
// If a small Latin square has many solutions and the caller needs only their number, the search
// counts them row by row (row_count.h).

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "engines/bitmask/branching.h"
#include "engines/bitmask/deductions.h"
#include "engines/bitmask/groups.h"
#include "engines/bitmask/row_count.h"
#include "engines/bitmask/variants.h"
#include "engines/luby.h"
#include "engines/random.h"
#include "engines/search_engine.h"

namespace sudoku::bitmask {
namespace {

/// Decides when the search restarts at the root. A run is the search between two restarts. It ends
/// after a number of contradictions, which follows the Luby sequence. This sequence is unbounded,
/// so at last a run is long enough to search the whole tree. After the first solution, the search
/// does not restart, so that it finds no solution twice.
class Restarts {
 public:
  void add_contradiction() { ++contradictions_; }
  void add_solution() { may_restart_ = false; }
  bool is_due() const { return may_restart_ && contradictions_ >= end_of_run_; }
  void restart() {
    lengths_.advance();
    end_of_run_ = contradictions_ + kShortestRun * lengths_.current();
  }

 private:
  static constexpr std::uint64_t kShortestRun = 50;  // number of contradictions

  bool may_restart_ = true;
  std::uint64_t contradictions_ = 0;
  Luby lengths_;
  std::uint64_t end_of_run_ = kShortestRun;
};

/// Solutions after which a search counts small Latin squares row by row.
constexpr std::uint64_t kManySolutions = 1000;

template <typename Mask, std::size_t kKinds>
class GroupMasks {
 public:
  explicit GroupMasks(const Shape& shape)
      : groups_(shape, Branching::padding(kKinds * shape.cells())),
        branching_(shape.side(), kKinds * shape.cells()),
        choices_(shape.cells() * shape.side()),
        solution_(shape.cells()) {}

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    const SolveLimits& limits = monitor.limits();
    const bool lists = monitor.has_sink() || limits.max_solutions != 0 || limits.max_guesses != 0;
    may_count_by_rows_ = !kHasBoxes && !lists && puzzle.shape.side() <= kMaxSideOfRowCount;
    reset();
    if (groups_.load(puzzle) && propagate(groups_)) search(monitor, monitor.result());
  }

 private:
  static constexpr bool kHasBoxes = kKinds == kKindsWithBoxes;

  /// A choice: the group, the option that was taken, and the state before it.
  struct Choice {
    std::size_t group;
    Candidate option;
    typename Groups<Mask, kKinds>::Mark before;
  };

  void reset() {
    choice_count_ = 0;
    failed_group_ = kNoGroup;
    random_ = Random(1);
    branching_.reset();
    restarts_ = {};
  }

  /// Searches from the root until the tree is exhausted or the monitor ends the search. If there
  /// are many solutions, it may count all without listing the others.
  void search(SearchMonitor& monitor, SolveResult& result) {
    if (may_count_by_rows_) std::copy_n(groups_.masks().begin(), cells(), options_.begin());
    while (monitor.visit_node()) {
      if (groups_.is_complete()) {
        restarts_.add_solution();
        if (!report_solution(monitor)) return;
        if (result.solutions == kManySolutions && may_count_by_rows_) {
          if (count_by_rows(monitor, result)) return;
        }
        if (!backtrack()) return;
        continue;
      }
      if (restarts_.is_due() && choice_count_ > 0) {
        groups_.undo(choices_[0].before);
        choice_count_ = 0;
        restarts_.restart();
      }
      if (!monitor.take_guess()) return;
      if (!guess(choose_group()) && !backtrack()) return;
    }
  }

  bool guess(std::size_t group) {
    const Candidate option = choose(group);
    choices_[choice_count_++] = {group, option, groups_.mark()};
    return note(groups_.take(option) && propagate(groups_));
  }

  /// Undoes the last choice and removes its option, until that is no contradiction. Returns false
  /// if no choice is left.
  bool backtrack() {
    while (choice_count_ > 0) {
      const Choice& choice = choices_[--choice_count_];
      groups_.undo(choice.before);
      failed_group_ = choice.group;
      if (note(groups_.remove(choice.option) && propagate(groups_))) return true;
    }
    return false;
  }

  /// Counts a contradiction unless `is_consistent`. Returns its argument.
  bool note(bool is_consistent) {
    if (is_consistent) return true;
    branching_.add_contradiction(groups_.take_contradiction());
    restarts_.add_contradiction();
    return false;
  }

  std::size_t choose_group() const {
    const bool repeats =
        !kHasBoxes && failed_group_ != kNoGroup && groups_.sizes()[failed_group_] > 1;
    return repeats ? failed_group_ : branching_.choose(groups_.sizes());
  }

  /// Returns the option of a group to branch on: the option with the fewest other options in its
  /// groups. In Latin squares, often several have the fewest: takes a random one.
  Candidate choose(std::size_t group) {
    Candidate best{};
    int fewest = std::numeric_limits<int>::max();
    for (Mask mask = groups_.mask(group); mask != 0; mask &= mask - 1) {
      const Candidate option = groups_.geometry().candidate(group, first_bit(mask));
      const CellGroups& place = groups_.geometry().groups_of(option.cell);
      int others = groups_.sizes()[option.cell];
      for (std::size_t kind = kRowDigit; kind < kKinds; ++kind) {
        others += groups_.sizes()[place.groups[kind] + std::size_t{option.digit}];
      }
      if constexpr (!kHasBoxes) others = 4 * others + static_cast<int>(random_.below(4));
      if (others >= fewest) continue;
      fewest = others;
      best = option;
    }
    return best;
  }

  /// Counts the solutions of the root. Returns whether that ends the search.
  bool count_by_rows(SearchMonitor& monitor, SolveResult& result) {
    const std::size_t side = groups_.geometry().side();
    const auto total = RowCount(options_, side, monitor).count();
    if (!total) return result.outcome != Outcome::exhausted;
    result.solutions = *total;
    result.has_guesses = false;
    return true;
  }

  bool report_solution(SearchMonitor& monitor) {
    if (monitor.wants_solution()) {
      for (std::size_t cell = 0; cell < cells(); ++cell) {
        solution_[cell] = static_cast<std::uint8_t>(groups_.digit_of(groups_.mask(cell)) + 1);
      }
    }
    return monitor.found({groups_.geometry().shape(), solution_});
  }

  std::size_t cells() const { return solution_.size(); }

  Groups<Mask, kKinds> groups_;
  Branching branching_;
  Restarts restarts_;
  std::size_t failed_group_ = kNoGroup;  // the last group with a refuted option
  Random random_{1};
  std::vector<Choice> choices_;
  std::size_t choice_count_ = 0;
  bool may_count_by_rows_ = false;
  std::array<std::uint32_t, kMaxSideOfRowCount * kMaxSideOfRowCount> options_{};  // at the root
  std::vector<std::uint8_t> solution_;
};

template <std::size_t kKinds>
std::unique_ptr<Engine> make_for_kinds(const Shape& shape) {
  if (shape.side() <= 32) {
    return std::make_unique<SearchEngine<GroupMasks<std::uint32_t, kKinds>>>(shape);
  }
  return std::make_unique<SearchEngine<GroupMasks<std::uint64_t, kKinds>>>(shape);
}

}  // namespace

std::unique_ptr<Engine> make_group_masks(const Shape& shape) {
  return shape.is_latin() ? make_for_kinds<kKindsOfLatinSquare>(shape)
                          : make_for_kinds<kKindsWithBoxes>(shape);
}

}  // namespace sudoku::bitmask
