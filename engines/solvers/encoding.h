#pragma once

#include <cstdint>
#include <vector>

#include "engines/board.h"
#include "engines/problem.h"
#include "engines/search_monitor.h"

namespace sudoku::solvers {

/// A Problem as the solver packages see it: each option has a boolean variable, and exactly one
/// variable of each group is true. All solvers of this folder use this encoding.
class Encoding {
 public:
  /// Encodes a puzzle and reports its solution if singles solve it. Returns true if a search is
  /// needed. Otherwise call no other function.
  bool begin(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.poll() || !problem_.read(puzzle)) return false;
    if (variables() == 0) monitor.found(settled());
    return variables() != 0;
  }

  const Problem& problem() const { return problem_; }
  /// Number of variables, which are numbered from 1.
  int variables() const { return static_cast<int>(problem_.option_count()); }
  const Place& place(int variable) const {
    return problem_.place(static_cast<Option>(variable) - 1);
  }

  /// Returns the puzzle with singles filled in.
  Board settled() const { return problem_.board(); }
  /// Returns the solution that corresponds to a model. It is valid until the next call. Sets
  /// `truths` to the variables for which `is_true(variable)` is true.
  template <typename IsTrue>
  Board solution(IsTrue&& is_true, std::vector<int>& truths) {
    const Board board = settled();
    solution_.assign(board.cells.begin(), board.cells.end());
    truths.clear();
    for (int variable = 1; variable <= variables(); ++variable) {
      if (!is_true(variable)) continue;
      solution_[place(variable).cell] = place(variable).digit;
      truths.push_back(variable);
    }
    return {board.shape, solution_};
  }

 private:
  Problem problem_;
  std::vector<std::uint8_t> solution_;
};

}  // namespace sudoku::solvers
