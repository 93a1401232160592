#include "harness/audit/puzzle_examiner.h"

#include <cstddef>

#include "engines/grid.h"
#include "harness/puzzle/solving.h"

namespace sudoku {
namespace {

/// Returns the cell of the clue with that index, or the number of cells if there are fewer clues.
std::size_t cell_of_clue(const Board& puzzle, std::size_t index) {
  std::size_t cell = 0;
  while (cell < puzzle.cells.size() && (puzzle[cell] == 0 || index-- > 0)) ++cell;
  return cell;
}

}  // namespace

PuzzleExaminer::PuzzleExaminer(const SolveLimits& limits, const Shape& shape)
    : limits_(limits), solver_(uniqueness_engine(shape).make({})) {
  limits_.max_solutions = kSeveral;
}

ExaminedPuzzles PuzzleExaminer::examine(const Boards& puzzles) {
  ExaminedPuzzles examined{std::vector<Examination>(puzzles.size()), BoardList(puzzles.shape)};
  examined.solutions.resize(puzzles.size());
  const std::vector<SolveResult> answers = solve(puzzles, examined.solutions.cells());
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    Examination& examination = examined.examinations[i];
    examination.answer = answers[i];
    if (puzzles.shape == k9x9 && examination.has_one_solution()) {
      examination.difficulty = rater_.rate(as_grid(puzzles[i]));
    }
  }
  decide_minimality(puzzles, examined.examinations);
  return examined;
}

/// Removes the same clue index from every undecided puzzle per engine call: the engine solves many
/// puzzles at once, and redundant puzzles leave early.
void PuzzleExaminer::decide_minimality(const Boards& puzzles,
                                       std::vector<Examination>& examinations) {
  std::vector<std::size_t> undecided;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (examinations[i].has_one_solution()) undecided.push_back(i);
  }
  for (std::size_t clue = 0; !undecided.empty(); ++clue) {
    std::vector<std::size_t> tried;
    BoardList reduced(puzzles.shape);
    for (const std::size_t i : undecided) {
      const std::size_t cell = cell_of_clue(puzzles[i], clue);
      if (cell == puzzles.shape.cells()) {
        examinations[i].minimality = Minimality::minimal;
        continue;
      }
      tried.push_back(i);
      reduced.push_back(puzzles[i]);
      reduced.cells_of(reduced.size() - 1)[cell] = 0;
    }
    undecided.clear();
    const std::vector<SolveResult> answers = solve(reduced, {});
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

std::vector<SolveResult> PuzzleExaminer::solve(const Boards& puzzles,
                                               std::span<std::uint8_t> solutions) {
  std::vector<SolveResult> results(puzzles.size());
  if (!results.empty()) solver_->solve(puzzles, limits_, {results, solutions}, nullptr);
  return results;
}

}  // namespace sudoku
