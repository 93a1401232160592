#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/clauses.h"
#include "engines/problem.h"

namespace sudoku::learn {

/// A conflict: all literals that explain() visits for it are false.
struct Conflict {
  Reason reason;
  Option option;  ///< a chosen option that `reason` excludes, or kNoOption
};

/// Propagates an assignment: excludes the other options of a group with a chosen option, chooses
/// the last option of a group, applies locked candidates and learned clauses. Stores only the kind
/// and the index of each reason. explain() finds its literals.
class Propagation {
 public:
  Propagation(const Problem& problem, Assignment& assignment, Clauses& clauses)
      : problem_(problem), assignment_(assignment), clauses_(clauses) {}

  void reset();

  /// Makes an open literal true. Returns false on a conflict.
  bool assign(Literal literal, Reason reason);
  /// Propagates everything that is assigned. Returns false on a conflict.
  bool propagate();
  const Conflict& conflict() const { return conflict_; }
  /// Undoes all levels above `level`. Calls `visit` for every undone literal.
  template <typename Visit>
  void backtrack(std::uint32_t level, Visit visit) {
    assignment_.backtrack(level, visit);
    head_ = assignment_.trail().size();
    forget_locked_groups();
  }

 private:
  bool exclude(Option option, Reason reason);
  bool exclude_all(Group group, Members members, Reason reason);
  bool exclude_peers(Option option);
  bool visit_watches(Literal literal);
  bool move_watch(Watch watch, Literal literal);
  bool conclude(ClauseRef clause, Literal last);
  void note_if_locked(Group group, GroupKind kind, Members open);
  void forget_locked_groups();
  bool apply_next_locked_group();
  bool exclude_rest(Group group, Members open, GroupKind other);

  const Problem& problem_;
  Assignment& assignment_;
  Clauses& clauses_;
  std::size_t head_ = 0;                 // on the trail: the next literal to propagate
  std::vector<Group> locked_;            // groups whose open options share another house
  std::vector<std::uint8_t> is_locked_;  // by group: whether it is in locked_
  Conflict conflict_{kNoReason, kNoOption};
};

/// Calls `visit` for each false literal of `reason`, except the literal of `option`, while it
/// returns true. For a conflict without an option pass kNoOption. Returns whether `visit` always
/// returned true.
template <typename Visit>
bool explain(const Problem& problem, const Assignment& assignment, const Clauses& clauses,
             Reason reason, Option option, Visit visit) {
  switch (reason.kind) {
    case Reason::none: return true;
    case Reason::choice: return visit(excluded(reason.index));
    case Reason::group:
      for (Members left = assignment.root(reason.index); left != 0; left &= left - 1) {
        const Option other = problem.option_at(reason.index, first_of(left));
        if (other != option && !visit(chosen(other))) return false;
      }
      return true;
    case Reason::locked: {
      const Place& place = problem.place(option);
      for (Members left = assignment.root(reason.index); left != 0; left &= left - 1) {
        const Option other = problem.option_at(reason.index, first_of(left));
        const auto& groups = problem.place(other).groups;
        const bool excludes = groups[1] == place.groups[1] || groups[2] == place.groups[2] ||
                              groups[3] == place.groups[3];
        if (!excludes && !visit(chosen(other))) return false;
      }
      return true;
    }
    case Reason::clause:
      for (const Literal literal : clauses.literals(reason.index)) {
        if (option_of(literal) != option && !visit(literal)) return false;
      }
      return true;
  }
  return true;
}

}  // namespace sudoku::learn
