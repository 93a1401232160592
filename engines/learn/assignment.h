#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/learn/literal.h"
#include "engines/learn/problem.h"

namespace sudoku::learn {

/// Why a literal is true. `index` names the option, group or clause.
struct Reason {
  enum Kind : std::uint32_t {
    none,    ///< it was decided, or follows from no assumption
    choice,  ///< an option that shares a group with it is chosen
    group,   ///< all others of the group are excluded
    locked,  ///< what is left of the group lies where each excludes it
    clause,
  };
  Kind kind : 3;
  std::uint32_t index : 29;
};
inline constexpr Reason kNoReason{Reason::none, 0};

/// Which options are chosen and excluded, in the order and on the level of decisions where that
/// came about, and what is left of the groups.
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

  /// 1 true, -1 false, 0 open.
  int value(Literal literal) const { return values_[literal]; }
  /// The level that the next literal is set on; 0 holds for good.
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }
  std::uint32_t level_of(Option option) const { return levels_[option]; }
  Reason reason_of(Option option) const { return reasons_[option]; }
  /// Where the literal of an option that is not open stands on the trail.
  std::uint32_t position_of(Option option) const { return positions_[option]; }
  void set_reason(Option option, Reason reason) { reasons_[option] = reason; }
  const std::vector<Literal>& trail() const { return trail_; }
  /// How much of the trail lies below a level.
  std::size_t start_of(std::uint32_t level) const { return level_starts_[level - 1]; }
  Literal decision_of(std::uint32_t level) const { return trail_[start_of(level)]; }
  bool is_complete() const { return choices_ == problem_->cells_to_fill(); }

  /// What is left of a group now, and what was when no level was open.
  Members open(Group group) const { return open_[group]; }
  Members root(Group group) const { return root_[group]; }
  /// Makes what is left now the root; on level 0.
  void keep_as_root() { root_ = open_; }

  void open_level() { level_starts_.push_back(trail_.size()); }
  /// The literal must be open. Of those on level 0 the reasons are forgotten.
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
  /// Takes an option out of a group; returns what is left.
  Members remove(Group group, std::uint32_t bit) { return open_[group] &= ~member(bit); }

  /// Undoes all levels above `level`, telling `visit` of every literal.
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
