#include "engines/learn/analysis.h"

#include <algorithm>
#include <utility>

namespace sudoku::learn {
namespace {

constexpr int kMaxDepth = 500;  // recursion depth of is_redundant()

}  // namespace

void Analysis::reset() {
  marks_.assign(problem_.option_count(), unseen);
  is_in_level_.assign(problem_.option_count(), 0);
  excluded_by_.assign(problem_.option_count(), 0);
  has_excluded_.assign(problem_.group_count(), 0);
  marked_.clear();
  stamps_.assign(problem_.option_count() + 1, 0);
  stamp_ = 0;
}

void Analysis::analyze(const Conflict& conflict) {
  find_first_point(conflict);
  minimize();
  // Short clauses shorten proofs, but delay the first solution.
  const bool is_thorough = !restarts_.is_in_first_mode();
  if (is_thorough) shrink_levels();
  shrink_choices();
  if (is_thorough) remove_peers();
  finish();
}

/// Returns the number of different levels of the literals, at most `most`. Stamps these levels.
std::uint32_t Analysis::count_levels(std::span<const Literal> literals, std::uint32_t most) {
  ++stamp_;
  std::uint32_t count = 0;
  for (const Literal literal : literals) {
    std::uint64_t& stamp = stamps_[level_of(literal)];
    if (stamp == stamp_) continue;
    stamp = stamp_;
    if (++count == most) break;
  }
  return count;
}

void Analysis::mark_used(Reason reason) {
  if (reason.kind != Reason::clause) return;
  const ClauseRef clause = reason.index;
  clauses_.mark(clause, Clauses::kUsed);
  const std::uint32_t glue = clauses_.glue(clause);
  if (glue > kGlueKept) clauses_.set_glue(clause, count_levels(clauses_.literals(clause), glue));
}

void Analysis::find_first_point(const Conflict& conflict) {
  learned_.assign(1, 0);
  const std::uint32_t level = assignment_.level();
  std::uint32_t open = 0;
  const auto take = [&](Literal literal) {
    const Option option = option_of(literal);
    if (marks_[option] != unseen || assignment_.level_of(option) == 0) return true;
    set_mark(option, in_clause);
    decisions_.bump(option);
    if (assignment_.level_of(option) == level) {
      ++open;
    } else {
      learned_.push_back(literal);
    }
    return true;
  };
  mark_used(conflict.reason);
  if (conflict.option != kNoOption) take(excluded(conflict.option));
  explain(problem_, assignment_, clauses_, conflict.reason, conflict.option, take);
  std::size_t at = assignment_.trail().size();
  for (;;) {
    do --at;
    while (marks_[option_of(assignment_.trail()[at])] == unseen);
    const Literal literal = assignment_.trail()[at];
    if (--open == 0) {
      learned_[0] = negation(literal);
      return;
    }
    const Reason reason = assignment_.reason_of(option_of(literal));
    mark_used(reason);
    explain(problem_, assignment_, clauses_, reason, option_of(literal), take);
  }
}

void Analysis::minimize() {
  count_levels(learned_);
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    if (!is_redundant(learned_[i], 0)) learned_[kept++] = learned_[i];
  }
  learned_.resize(kept);
}

/// Returns whether a false literal follows from the other literals of the clause.
bool Analysis::is_redundant(Literal literal, int depth) {
  const Option option = option_of(literal);
  if (assignment_.level_of(option) == 0 || marks_[option] == redundant) return true;
  if (depth > 0 && marks_[option] == in_clause) return true;
  const Reason reason = assignment_.reason_of(option);
  if (reason.kind == Reason::none || marks_[option] == needed || depth > kMaxDepth) return false;
  if (stamps_[level_of(literal)] != stamp_) return false;
  const bool follows = explain(problem_, assignment_, clauses_, reason, option,
                               [&](Literal other) { return is_redundant(other, depth + 1); });
  if (depth > 0) set_mark(option, follows ? redundant : needed);
  return follows;
}

/// Replaces the literals of each level by one that makes them false, if there is one.
void Analysis::shrink_levels() {
  std::sort(learned_.begin() + 1, learned_.end(),
            [this](Literal a, Literal b) { return position_of(a) > position_of(b); });
  auto kept = learned_.begin() + 1;
  for (auto begin = kept; begin != learned_.end();) {
    const auto end = std::find_if(
        begin, learned_.end(),
        [this, level = level_of(*begin)](Literal literal) { return level_of(literal) != level; });
    const Literal point = common_point({begin, end});
    if (point == kNoLiteral) {
      kept = std::copy(begin, end, kept);
    } else {
      set_mark(option_of(point), in_clause);
      *kept++ = point;
    }
    begin = end;
  }
  learned_.erase(kept, learned_.end());
}

/// Returns a literal that, with the rest of the clause, makes all given literals false. These are
/// of one level, the latest first. Returns kNoLiteral if that needs literals of other levels that
/// are not in the clause.
Literal Analysis::common_point(std::span<const Literal> literals) {
  const std::uint32_t level = level_of(literals[0]);
  for (const Literal literal : literals) add_to_level(literal, level);
  Literal point = kNoLiteral;
  std::size_t resolved = 0;
  for (std::size_t at = position_of(literals[0]); point == kNoLiteral; --at) {
    const Literal literal = assignment_.trail()[at];
    if (is_in_level_[option_of(literal)] == 0) continue;
    if (in_level_.size() == resolved + 1) {
      point = negation(literal);
    } else if (!resolve_in_level(option_of(literal))) {
      break;
    }
    ++resolved;
  }
  for (const Option option : in_level_) is_in_level_[option] = 0;
  in_level_.clear();
  return point;
}

/// Replaces a literal by its reason. Returns false if it has no reason, or if the reason contains
/// literals of other levels that are not in the clause. On levels up to Search::base_, several
/// literals may have no reason.
bool Analysis::resolve_in_level(Option option) {
  const Reason reason = assignment_.reason_of(option);
  return reason.kind != Reason::none &&
         explain(problem_, assignment_, clauses_, reason, option,
                 [&](Literal other) { return add_to_level(other, assignment_.level_of(option)); });
}

/// Returns false if the literal is of another level and does not follow from the clause.
bool Analysis::add_to_level(Literal literal, std::uint32_t level) {
  const Option option = option_of(literal);
  const std::uint32_t its_level = assignment_.level_of(option);
  if (its_level == 0) return true;
  if (its_level != level) return marks_[option] == in_clause || marks_[option] == redundant;
  if (is_in_level_[option] != 0) return true;
  is_in_level_[option] = 1;
  in_level_.push_back(option);
  return true;
}

/// Replaces several options by the chosen option that excludes them all.
void Analysis::shrink_choices() {
  const auto cause_of = [&](Literal literal) {
    const Reason reason = assignment_.reason_of(option_of(literal));
    return is_choice(literal) && reason.kind == Reason::choice ? Option{reason.index} : kNoOption;
  };
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    const Option cause = cause_of(learned_[i]);
    if (cause != kNoOption) ++excluded_by_[cause];
  }
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    const Literal literal = learned_[i];
    const Option cause = cause_of(literal);
    if (cause == kNoOption) {
      learned_[kept++] = literal;
      continue;
    }
    const std::uint32_t count = std::exchange(excluded_by_[cause], 0);
    if (count != 0) learned_[kept++] = count == 1 ? literal : excluded(cause);
  }
  learned_.resize(kept);
}

/// Removes each chosen option that shares a group with an option whose exclusion is in the clause:
/// if it were chosen, the other option would be excluded. This step is last, because the remaining
/// literal may be later than the removed one.
void Analysis::remove_peers() {
  const auto groups_of = [this](Literal literal) -> const auto& {
    return problem_.place(option_of(literal)).groups;
  };
  const auto note_excluded = [&](std::uint8_t has_excluded) {
    for (const Literal literal : learned_) {
      if (is_choice(literal)) continue;
      for (const Group group : groups_of(literal)) has_excluded_[group] = has_excluded;
    }
  };
  note_excluded(1);
  const auto kept = std::remove_if(learned_.begin() + 1, learned_.end(), [&](Literal literal) {
    const auto& groups = groups_of(literal);
    return is_choice(literal) && std::any_of(groups.begin(), groups.end(), [this](Group group) {
             return has_excluded_[group] != 0;
           });
  });
  learned_.erase(kept, learned_.end());
  note_excluded(0);
}

void Analysis::finish() {
  for (const Option option : marked_) marks_[option] = unseen;
  marked_.clear();
  glue_ = count_levels(learned_);
  backtrack_level_ = 0;
  if (learned_.size() == 1) return;
  const auto highest =
      std::max_element(learned_.begin() + 1, learned_.end(),
                       [this](Literal a, Literal b) { return level_of(a) < level_of(b); });
  std::swap(learned_[1], *highest);
  backtrack_level_ = level_of(learned_[1]);
}

}  // namespace sudoku::learn
