#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engines/learn/assignment.h"
#include "engines/learn/clauses.h"
#include "engines/learn/decisions.h"
#include "engines/learn/propagation.h"
#include "engines/learn/restarts.h"
#include "engines/problem.h"

namespace sudoku::learn {

/// Derives a clause from a conflict: the first unique implication point. Then shortens it: removes
/// redundant literals, replaces the literals of a level by one that makes them false (M. Fleury and
/// A. Biere, 2021), and replaces excluded options by the chosen option that excludes them.
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

  /// Derives the clause learned(). The conflict must be on the current level, above 0.
  void analyze(const Conflict& conflict);

  /// The clause. After backtracking to backtrack_level() its first literal becomes true. Its second
  /// literal is on that level.
  const std::vector<Literal>& learned() const { return learned_; }
  std::uint32_t glue() const { return glue_; }
  std::uint32_t backtrack_level() const { return backtrack_level_; }

 private:
  enum Mark : std::uint8_t { unseen, in_clause, redundant, needed };

  std::uint32_t count_levels(std::span<const Literal> literals, std::uint32_t most = ~0U);
  void find_first_point(const Conflict& conflict);
  void mark_used(Reason reason);
  void minimize();
  bool is_redundant(Literal literal, int depth);
  void shrink_levels();
  Literal common_point(std::span<const Literal> literals);
  bool resolve_in_level(Option option);
  bool add_to_level(Literal literal, std::uint32_t level);
  void shrink_choices();
  void remove_peers();
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
  std::vector<std::uint8_t> is_in_level_;   // by option, in common_point()
  std::vector<Option> in_level_;            // the same options, resolved or not
  std::vector<std::uint8_t> has_excluded_;  // by group, in remove_peers()
  // By option: number of literals of the clause that it excludes, in shrink_choices().
  std::vector<std::uint32_t> excluded_by_;
  std::vector<Literal> learned_;
  std::uint32_t glue_ = 0;
  std::uint32_t backtrack_level_ = 0;
};

}  // namespace sudoku::learn
