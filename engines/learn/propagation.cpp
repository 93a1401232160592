#include "engines/learn/propagation.h"

#include <algorithm>

namespace sudoku::learn {

void Propagation::reset() {
  head_ = 0;
  locked_.clear();
  is_locked_.assign(problem_.group_count(), 0);
}

bool Propagation::assign(Literal literal, Reason reason) {
  if (!is_choice(literal)) return exclude(option_of(literal), reason);
  assignment_.push(literal, reason);
  return true;
}

void Propagation::note_if_locked(Group group, GroupKind kind, Members open) {
  if (is_locked_[group] != 0 || !problem_.geometry().is_locked(kind, open)) return;
  is_locked_[group] = 1;
  locked_.push_back(group);
}

void Propagation::forget_locked_groups() {
  for (const Group group : locked_) is_locked_[group] = 0;
  locked_.clear();
}

bool Propagation::exclude(Option option, Reason reason) {
  assignment_.push(excluded(option), reason);
  const Place& place = problem_.place(option);
  Members open[kGroupKinds];
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    open[kind] = assignment_.remove(place.groups[kind], place.bits[kind]);
  }
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    if (open[kind] != 0) continue;
    conflict_ = {{Reason::group, place.groups[kind]}, kNoOption};
    return false;
  }
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    if (!is_single(open[kind])) continue;
    const Option last = problem_.option_at(place.groups[kind], first_of(open[kind]));
    if (assignment_.value(chosen(last)) == 0) {
      assignment_.push(chosen(last), {Reason::group, place.groups[kind]});
    }
  }
  if (problem_.is_latin()) return true;
  for (std::size_t kind = 1; kind < kGroupKinds; ++kind) {
    note_if_locked(place.groups[kind], static_cast<GroupKind>(kind), open[kind]);
  }
  return true;
}

bool Propagation::exclude_all(Group group, Members members, Reason reason) {
  for (; members != 0; members &= members - 1) {
    const Option option = problem_.option_at(group, first_of(members));
    const int value = assignment_.value(chosen(option));
    if (value == 1) {
      conflict_ = {reason, option};
      return false;
    }
    if (value == 0 && !exclude(option, reason)) return false;
  }
  return true;
}

bool Propagation::exclude_peers(Option option) {
  const Place& place = problem_.place(option);
  for (std::size_t kind = 0; kind < kGroupKinds; ++kind) {
    const Group group = place.groups[kind];
    const Members others = assignment_.open(group) & ~member(place.bits[kind]);
    if (!exclude_all(group, others, {Reason::choice, option})) return false;
  }
  return true;
}

/// Excludes all other options of the group of kind `other` that contains the open options of
/// `group`.
bool Propagation::exclude_rest(Group group, Members open, GroupKind other) {
  Group target = 0;
  Members kept = 0;
  for (; open != 0; open &= open - 1) {
    const Place& place = problem_.place(problem_.option_at(group, first_of(open)));
    target = place.groups[other];
    kept |= member(place.bits[other]);
  }
  return exclude_all(target, assignment_.open(target) & ~kept, {Reason::locked, group});
}

bool Propagation::apply_next_locked_group() {
  const Group group = locked_.back();
  locked_.pop_back();
  is_locked_[group] = 0;
  const Members open = assignment_.open(group);
  if (is_single(open)) return true;
  const GroupKind kind = problem_.kind(group);
  if (kind != kBoxDigit) return exclude_rest(group, open, kBoxDigit);
  const bool is_in_row = (open & ~problem_.geometry().parts().box_row[first_of(open)]) == 0;
  return exclude_rest(group, open, is_in_row ? kRowDigit : kColumnDigit);
}

/// Watches another literal instead of `literal`, which became false. Returns false if all literals
/// but the other watched one are false. That one then comes first.
bool Propagation::move_watch(Watch watch, Literal literal) {
  const auto literals = clauses_.literals(watch.clause);
  const auto is_false = [this](Literal other) { return assignment_.value(other) == -1; };
  const auto found = std::find_if_not(literals.begin() + 2, literals.end(), is_false);
  if (found == literals.end()) return false;
  literals[0] = watch.other;
  literals[1] = *found;
  *found = literal;
  clauses_.watches(literals[1]).push_back(watch);
  return true;
}

/// Makes the last literal true that is not false, or reports a conflict.
bool Propagation::conclude(ClauseRef clause, Literal last) {
  const Reason reason{Reason::clause, clause};
  if (assignment_.value(last) == 0) return assign(last, reason);
  conflict_ = {reason, kNoOption};
  return false;
}

bool Propagation::visit_watches(Literal literal) {
  std::vector<Watch>& watches = clauses_.watches(literal);
  auto kept = watches.begin();
  auto next = watches.begin();
  bool may_continue = true;
  while (may_continue && next != watches.end()) {
    Watch watch = *next++;
    if (assignment_.value(watch.other) != 1) {
      const auto literals = clauses_.literals(watch.clause);
      watch.other = literals[0] ^ literals[1] ^ literal;
    }
    const int value = assignment_.value(watch.other);
    if (value != 1 && move_watch(watch, literal)) continue;
    *kept++ = watch;
    if (value != 1) may_continue = conclude(watch.clause, watch.other);
  }
  watches.erase(std::copy(next, watches.end(), kept), watches.end());
  return may_continue;
}

bool Propagation::propagate() {
  for (;;) {
    while (head_ < assignment_.trail().size()) {
      const Literal literal = assignment_.trail()[head_++];
      if (is_choice(literal) && !exclude_peers(option_of(literal))) return false;
      if (!visit_watches(negation(literal))) return false;
    }
    if (locked_.empty()) return true;
    if (!apply_next_locked_group()) return false;
  }
}

}  // namespace sudoku::learn
