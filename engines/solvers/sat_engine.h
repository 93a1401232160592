#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engines/engine.h"
#include "engines/search_monitor.h"
#include "engines/solvers/encoding.h"
#include "engines/solvers/grave.h"

namespace sudoku::solvers {

/// Says with clauses, literals as in DIMACS (v or -v), that exactly one of each group is true.
/// False once the monitor ended the search.
template <typename Formula>
bool add_clauses(const Encoding& encoding, Formula& formula, SearchMonitor& monitor) {
  for (std::size_t i = 0; i < encoding.groups(); ++i) {
    if (!monitor.look()) return false;
    const std::span<const int> group = encoding.group(i);
    formula.add(group);
    for (std::size_t a = 0; a < group.size(); ++a) {
      for (std::size_t b = a + 1; b < group.size(); ++b) {
        formula.add(std::array{-group[a], -group[b]});
      }
    }
  }
  return true;
}

/// Hands what singles leave of a puzzle to a fresh solver of formulas in conjunctive normal form.
/// Each solution is excluded by a clause of its own, which stays, until enough are found or there
/// is no more. A solver of that kind, which learns and starts again, has no guesses in the sense of
/// SolveResult: none are told, and a limit of guesses is one of its conflicts and solutions.
///
/// A `Solver` is made of the number of variables and the monitor, and has
///     add(clause)
///     find()               whether there is a model; false, too, once the monitor ended the search
///     is_true(variable)    in the model found last
template <typename Solver>
class SatEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_each_board_without_guesses(puzzles, limits, answers, sink,
                                     [this](const Board& puzzle, SearchMonitor& monitor) {
                                       search(puzzle, monitor);
                                       if (!monitor.is_answered()) grave_.bury(std::move(solver_));
                                       solver_.reset();
                                     });
  }

 private:
  void search(const Board& puzzle, SearchMonitor& monitor) {
    if (!encoding_.begin(puzzle, monitor)) return;
    solver_ = std::make_unique<Solver>(encoding_.variables(), monitor);
    Solver& solver = *solver_;
    if (!add_clauses(encoding_, solver, monitor)) return;
    while (solver.find()) {
      const auto is_true = [&solver](int variable) { return solver.is_true(variable); };
      const Board solution = encoding_.solution(is_true, clause_);
      if (!monitor.found(solution) || !monitor.take_guess() || !monitor.look()) return;
      for (int& literal : clause_) literal = -literal;
      solver.add(clause_);
    }
  }

  Encoding encoding_;
  std::unique_ptr<Solver> solver_;
  std::vector<int> clause_;
  Grave grave_;
};

}  // namespace sudoku::solvers
