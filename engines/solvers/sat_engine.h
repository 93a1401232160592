#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engines/search_engine.h"
#include "engines/search_monitor.h"
#include "engines/solvers/deferred_deletion.h"
#include "engines/solvers/encoding.h"

namespace sudoku::solvers {

/// Returns the number of clauses of add_clauses().
inline std::size_t clause_count(const Encoding& encoding) {
  std::size_t count = 0;
  for (const Members members : encoding.problem().members()) {
    const auto size = static_cast<std::size_t>(std::popcount(members));
    count += 1 + size * (size - 1) / 2;
  }
  return count;
}

/// Adds clauses for "exactly one variable of each group is true", with literals as in DIMACS: v or
/// -v. Returns false if the monitor ended the search.
template <typename Formula>
bool add_clauses(const Encoding& encoding, Formula& formula, SearchMonitor& monitor) {
  const Problem& problem = encoding.problem();
  std::vector<int> variables;
  for (Group group = 0; group < problem.group_count(); ++group) {
    if (!monitor.poll()) return false;
    variables.clear();
    for (Members left = problem.members()[group]; left != 0; left &= left - 1) {
      variables.push_back(static_cast<int>(problem.option_at(group, first_of(left))) + 1);
    }
    formula.add(variables);
    for (std::size_t a = 0; a < variables.size(); ++a) {
      for (std::size_t b = a + 1; b < variables.size(); ++b) {
        formula.add(std::array{-variables[a], -variables[b]});
      }
    }
  }
  return true;
}

/// Solves puzzles with a SAT solver, a new one for each puzzle. A clause excludes each solution
/// found, until there are enough or no more. SAT solvers have no guesses in the sense of
/// SolveResult and report none. `max_guesses` limits the sum of conflicts and solutions.
///
/// `Solver` is constructed from the encoding of the puzzle and the monitor. It has the functions
///
///     add(clause)
///     find()             whether there is a model; false if the monitor ended the search
///     is_true(variable)  value of a variable in the last model
template <typename Solver>
class SatSearch {
 public:
  static constexpr bool kReportsNoGuesses = true;

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    search(puzzle, monitor);
    if (!is_solved(monitor.result())) deletion_.destroy(std::move(solver_));
    solver_.reset();
  }

 private:
  void search(const Board& puzzle, SearchMonitor& monitor) {
    if (!encoding_.begin(puzzle, monitor)) return;
    solver_ = std::make_unique<Solver>(encoding_, monitor);
    Solver& solver = *solver_;
    if (!add_clauses(encoding_, solver, monitor)) return;
    while (solver.find()) {
      const auto is_true = [&solver](int variable) { return solver.is_true(variable); };
      const Board solution = encoding_.solution(is_true, clause_);
      if (!monitor.found(solution) || !monitor.take_guess() || !monitor.poll()) return;
      for (int& literal : clause_) literal = -literal;
      solver.add(clause_);
    }
  }

  Encoding encoding_;
  std::unique_ptr<Solver> solver_;
  std::vector<int> clause_;
  DeferredDeletion deletion_;
};

template <typename Solver>
using SatEngine = SearchEngine<SatSearch<Solver>>;

}  // namespace sudoku::solvers
