#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/clauses.h"
#include "engines/learn/problem.h"

namespace sudoku::learn {

/// What cannot be: the literals that `explain` finds for it are all false.
struct Conflict {
  Reason reason;
  Option option;  ///< what `reason` excludes and is chosen all the same; kNoOption if none
};

/// Draws the conclusions of what is assigned: of an option chosen, of a group with one option left,
/// of what is left of a group where two houses cross (locked candidates), and of the clauses.
/// No reason is written down but its name.
class Propagation {
 public:
  Propagation(const Problem& problem, Assignment& assignment, Clauses& clauses)
      : problem_(problem), assignment_(assignment), clauses_(clauses) {}

  void reset();

  /// Sets an open literal. False upon a conflict.
  bool assign(Literal literal, Reason reason);
  /// False upon a conflict.
  bool propagate();
  const Conflict& conflict() const { return conflict_; }
  /// Undoes all levels above `level`; `visit` is told of every literal.
  template <typename Visit>
  void backtrack(std::uint32_t level, Visit visit) {
    assignment_.backtrack(level, visit);
    head_ = assignment_.trail().size();
    forget_narrow_groups();
  }

 private:
  bool exclude(Option option, Reason reason);
  bool exclude_all(Group group, Members members, Reason reason);
  bool exclude_peers(Option option);
  bool visit_watches(Literal literal);
  bool move_watch(Watch watch, Literal literal);
  bool conclude(ClauseRef clause, Literal last);
  void note_if_narrow(Group group, GroupKind kind, Members open);
  void forget_narrow_groups();
  bool lock_narrow_group();
  bool lock(Group group);
  bool lock_into(Group group, Members open, GroupKind other);

  const Problem& problem_;
  Assignment& assignment_;
  Clauses& clauses_;
  std::size_t head_ = 0;       // of the trail: literals whose conclusions are still to be drawn
  std::vector<Group> narrow_;  // groups whose options all lie in a crossing
  std::vector<std::uint8_t> is_narrow_;  // those in `narrow_`
  Conflict conflict_{kNoReason, kNoOption};
};

/// Calls `visit` with each false literal that made `reason` true of `option`, or a conflict of
/// none, while it returns true. Returns whether it always did.
template <typename Visit>
bool explain(const Problem& problem, const Assignment& assignment, const Clauses& clauses,
             Reason reason, Option option, Visit visit) {
  switch (reason.kind) {
    case Reason::none:
      return true;
    case Reason::choice:
      return visit(excluded(reason.index));
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
