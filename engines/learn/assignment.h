#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/learn/literal.h"
#include "engines/problem.h"

namespace sudoku::learn {

/// The reason for a true literal. `index` is an option, a group or a clause.
struct Reason {
  enum Kind : std::uint32_t {
    none,    ///< a decision, or true without assumptions
    choice,  ///< an option in the same group is chosen
    group,   ///< all other options of the group are excluded
    locked,  ///< every open option of the group would exclude it
    clause,  ///< all other literals of the clause are false
  };
  Kind kind : 3;
  std::uint32_t index : 29;
};
inline constexpr Reason kNoReason{Reason::none, 0};

/// The current partial assignment: values of the options in order of assignment (the trail), with
/// levels and reasons, and the open members of each group.
class Assignment {
 public:
  void reset(const Problem& problem) {
    problem_ = &problem;
    open_ = problem.members();
    root_ = open_;
    values_.assign(std::size_t{2} * problem.option_count(), 0);
    levels_.assign(problem.option_count(), 0);
    reasons_.assign(problem.option_count(), kNoReason);
    positions_.assign(problem.option_count(), 0);
    trail_.clear();
    trail_.reserve(problem.option_count());
    level_starts_.clear();
    choices_ = 0;
  }

  /// Returns 1 for true, -1 for false, 0 for open.
  int value(Literal literal) const { return values_[literal]; }
  /// Number of decisions. Literals on level 0 are never undone.
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  std::uint32_t level_of(Option option) const { return levels_[option]; }
  Reason reason_of(Option option) const { return reasons_[option]; }
  /// Position on the trail of an option that is not open.
  std::uint32_t position_of(Option option) const { return positions_[option]; }
  void set_reason(Option option, Reason reason) { reasons_[option] = reason; }
  const std::vector<Literal>& trail() const { return trail_; }
  /// Number of literals below a level.
  std::size_t start_of(std::uint32_t level) const { return level_starts_[level - 1]; }
  Literal decision_of(std::uint32_t level) const { return trail_[start_of(level)]; }
  bool is_complete() const { return choices_ == problem_->cells_to_fill(); }

  /// The open members of a group now, and at the last call of keep_as_root().
  Members open(Group group) const { return open_[group]; }
  Members root(Group group) const { return root_[group]; }
  /// Makes the current open members the root. Call it on level 0.
  void keep_as_root() { root_ = open_; }

  void open_level() { level_starts_.push_back(trail_.size()); }
  /// Makes an open literal true. Literals on level 0 get no reason.
  void push(Literal literal, Reason reason) {
    values_[literal] = 1;
    values_[negation(literal)] = -1;
    const Option option = option_of(literal);
    levels_[option] = level();
    reasons_[option] = level() == 0 ? kNoReason : reason;
    positions_[option] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(literal);
    if (is_choice(literal)) ++choices_;
  }
  /// Removes an option from a group and returns the open members.
  Members remove(Group group, std::uint32_t bit) { return open_[group] &= ~member(bit); }

  /// Undoes all levels above `level`. Calls `visit` for every undone literal.
  template <typename Visit>
  void backtrack(std::uint32_t level, Visit visit) {
    const std::size_t end = level_starts_[level];
    level_starts_.resize(level);
    while (trail_.size() > end) {
      const Literal literal = trail_.back();
      trail_.pop_back();
      values_[literal] = 0;
      values_[negation(literal)] = 0;
      if (is_choice(literal)) {
        --choices_;
      } else {
        const Place& place = problem_->place(option_of(literal));
        for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
          open_[place.groups[kind]] |= member(place.bits[kind]);
        }
      }
      visit(literal);
    }
  }

 private:
  const Problem* problem_ = nullptr;
  std::vector<Members> open_;
  std::vector<Members> root_;
  std::vector<std::int8_t> values_;  // by literal
  std::vector<std::uint32_t> levels_;
  std::vector<Reason> reasons_;
  std::vector<std::uint32_t> positions_;
  std::vector<Literal> trail_;
  std::vector<std::size_t> level_starts_;
  std::uint32_t choices_ = 0;
};

}  // namespace sudoku::learn
