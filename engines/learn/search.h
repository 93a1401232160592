#pragma once

#include <cstdint>
#include <vector>

#include "engines/learn/analysis.h"
#include "engines/learn/assignment.h"
#include "engines/learn/clauses.h"
#include "engines/learn/decisions.h"
#include "engines/learn/propagation.h"
#include "engines/learn/reduction.h"
#include "engines/learn/restarts.h"
#include "engines/problem.h"
#include "engines/search_monitor.h"

namespace sudoku::learn {

/// Searches one puzzle after the other. Nothing learned is kept for the next puzzle.
class Search {
 public:
  /// Finds all solutions, unless the monitor ends the search.
  void solve(const Board& puzzle, SearchMonitor& monitor);

 private:
  void reset();
  void search(SearchMonitor& monitor);
  bool report(SearchMonitor& monitor);
  bool maintain();
  bool continue_after_solution();
  bool learn_from_conflict();
  bool flip_decision();
  void backtrack(std::uint32_t level);
  void rephase();

  Problem problem_;
  Assignment assignment_;
  Clauses clauses_;
  Propagation propagation_{problem_, assignment_, clauses_};
  Decisions decisions_{problem_};
  Restarts restarts_;
  Analysis analysis_{problem_, assignment_, clauses_, decisions_, restarts_};
  Reduction reduction_{assignment_, clauses_};
  /// Decisions on levels up to this one belong to a plain tree search: learning does not undo them,
  /// and both values are tried.
  std::uint32_t base_ = 0;
  std::uint64_t conflicts_ = 0;
  std::uint64_t next_rephase_ = 0;
  std::uint32_t blocked_ = 0;  // solutions excluded by a clause
  std::vector<Literal> blocking_;
  std::vector<std::uint8_t> solution_;
};

}  // namespace sudoku::learn
