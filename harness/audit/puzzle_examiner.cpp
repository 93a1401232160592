#include "harness/audit/puzzle_examiner.h"

#include <cstddef>

#include "engines/registry.h"
#include "harness/measure/sample.h"

namespace sudoku {
namespace {

/// The cell of clue `number`, or kCells if there are fewer.
int cell_of_clue(const Grid& puzzle, int number) {
  int cell = 0;
  while (cell < kCells && (puzzle[cell] == 0 || number-- > 0)) ++cell;
  return cell;
}

}  // namespace

PuzzleExaminer::PuzzleExaminer(const SolveLimits& limits)
    : limits_(limits), solver_(resolve_engine("lanes")->make({})) {
  limits_.max_solutions = 2;
}

std::vector<Examination> PuzzleExaminer::examine(std::span<const Grid> puzzles) {
  std::vector<Examination> examinations(puzzles.size());
  const std::vector<GridAnswer> answers = solve_grids(*solver_, puzzles, limits_);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    examinations[i].answer = answers[i];
    if (!examinations[i].has_one_solution()) continue;
    examinations[i].difficulty = rater_.rate(puzzles[i]);
  }
  decide_minimality(puzzles, examinations);
  return examinations;
}

/// Takes one clue from every puzzle at a time, so that puzzles with a clue to spare leave early and
/// the engine has many puzzles to solve together.
void PuzzleExaminer::decide_minimality(std::span<const Grid> puzzles,
                                       std::vector<Examination>& examinations) {
  std::vector<std::size_t> undecided;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (examinations[i].has_one_solution()) undecided.push_back(i);
  }
  for (int clue = 0; !undecided.empty(); ++clue) {
    std::vector<std::size_t> tried;
    std::vector<Grid> reduced;
    for (const std::size_t i : undecided) {
      const int cell = cell_of_clue(puzzles[i], clue);
      if (cell == kCells) {
        examinations[i].minimality = Minimality::minimal;
        continue;
      }
      tried.push_back(i);
      reduced.push_back(puzzles[i]);
      reduced.back()[cell] = 0;
    }
    undecided.clear();
    const std::vector<SolveResult> answers = solve(reduced);
    for (std::size_t i = 0; i < tried.size(); ++i) {
      const SolveResult& answer = answers[i];
      if (answer.solutions > 1) {
        undecided.push_back(tried[i]);
      } else if (answer.outcome == Outcome::exhausted) {
        examinations[tried[i]].minimality = Minimality::redundant;
      }
    }
  }
}

std::vector<SolveResult> PuzzleExaminer::solve(std::span<const Grid> puzzles) {
  std::vector<SolveResult> results(puzzles.size());
  if (!puzzles.empty()) solver_->solve(boards_of(puzzles), limits_, {results, {}}, nullptr);
  return results;
}

}  // namespace sudoku
