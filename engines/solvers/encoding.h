#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"
#include "engines/problem.h"
#include "engines/search_monitor.h"

namespace sudoku::solvers {

/// Encodes a Problem for the solver packages. Each variable stands for an option. A group has two
/// or more variables, and exactly one of them is true. All solvers of this folder use this
/// encoding.
class Encoding {
 public:
  /// Encodes a puzzle. Returns false if singles prove that it has no solution. Then call no other
  /// function but set() and begin().
  bool set(const Board& puzzle) {
    if (!problem_.read(puzzle)) return false;
    members_.clear();
    group_ends_.clear();
    for (Group group = 0; group < problem_.group_count(); ++group) {
      for (Members left = problem_.members()[group]; left != 0; left &= left - 1) {
        members_.push_back(static_cast<int>(problem_.option_at(group, first_of(left))) + 1);
      }
      group_ends_.push_back(members_.size());
    }
    return true;
  }

  /// Encodes a puzzle and reports its solution if singles solve it. Returns true if a search is
  /// needed.
  bool begin(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.poll() || !set(puzzle)) return false;
    if (variables() == 0) monitor.found(settled());
    return variables() != 0;
  }

  /// Number of variables, which are numbered from 1. 0 if singles solve the puzzle.
  int variables() const { return static_cast<int>(problem_.option_count()); }
  const Place& place(int variable) const {
    return problem_.place(static_cast<Option>(variable) - 1);
  }
  std::size_t groups() const { return problem_.group_count(); }
  /// Returns the variables of a group in ascending order.
  std::span<const int> group(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : group_ends_[i - 1];
    return std::span(members_).subspan(begin, group_ends_[i] - begin);
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
  std::vector<int> members_;
  std::vector<std::size_t> group_ends_;  // in members_
  std::vector<std::uint8_t> solution_;
};

}  // namespace sudoku::solvers
