#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/clauses.h"
#include "engines/learn/decisions.h"
#include "engines/learn/problem.h"
#include "engines/learn/propagation.h"
#include "engines/learn/restarts.h"

namespace sudoku::learn {

/// Finds the clause that a conflict teaches: the first unique implication point, made smaller by
/// leaving out what follows from the rest, by naming one literal of a level instead of those that
/// it makes false with the rest (Fleury and Biere 2021), and by naming one chosen option instead of
/// those that it excludes.
class Analysis {
 public:
  Analysis(const Problem& problem, const Assignment& assignment, Clauses& clauses,
           Decisions& decisions, const Restarts& restarts)
      : problem_(problem),
        assignment_(assignment),
        clauses_(clauses),
        decisions_(decisions),
        restarts_(restarts) {}

  void reset();

  /// On the level of the conflict, above 0; leaves the lesson in `learned`.
  void analyze(const Conflict& conflict);

  /// The clause: first the literal that it makes true after `backtrack_level`, second one of that
  /// level.
  const std::vector<Literal>& learned() const { return learned_; }
  std::uint32_t glue() const { return glue_; }
  std::uint32_t backtrack_level() const { return backtrack_level_; }

 private:
  enum Mark : std::uint8_t { unseen, in_clause, redundant, needed };

  std::uint32_t count_levels(const std::vector<Literal>& literals);
  void find_first_point(const Conflict& conflict);
  void note_use(Reason reason);
  void minimize();
  bool is_redundant(Literal literal, int depth);
  void shrink_levels();
  Literal common_point(std::span<const Literal> literals);
  bool resolve_in_level(Option option);
  bool add_to_level(Literal literal, std::uint32_t level);
  void shrink_choices();
  void leave_out_peers();
  void finish();
  std::uint32_t level_of(Literal literal) const { return assignment_.level_of(option_of(literal)); }
  std::uint32_t position_of(Literal literal) const {
    return assignment_.position_of(option_of(literal));
  }
  void set_mark(Option option, Mark mark) {
    if (marks_[option] == unseen) marked_.push_back(option);
    marks_[option] = mark;
  }

  const Problem& problem_;
  const Assignment& assignment_;
  Clauses& clauses_;
  Decisions& decisions_;
  const Restarts& restarts_;
  std::vector<Mark> marks_;  // by option
  std::vector<Option> marked_;
  std::vector<std::uint64_t> stamps_;  // by level
  std::uint64_t stamp_ = 0;
  std::vector<std::uint8_t> is_in_level_;   // by option, in `common_point`
  std::vector<Option> in_level_;            // those, resolved or not
  std::vector<std::uint8_t> has_excluded_;  // by group, in `leave_out_peers`
  // By option: literals of the clause, in `shrink_choices`.
  std::vector<std::uint32_t> excluded_by_;
  std::vector<Literal> learned_;
  std::uint32_t glue_ = 0;
  std::uint32_t backtrack_level_ = 0;
};

}  // namespace sudoku::learn
