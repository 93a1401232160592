#include "harness/audit/puzzle_filter.h"

#include <utility>

#include <fmt/format.h>

#include "harness/puzzle/solving.h"

namespace sudoku {

std::string to_string(const LeftOut& left_out) {
  std::string text;
  for (const auto& [count, what] : {std::pair(left_out.no_solution, "without a solution"),
                                    {left_out.several_solutions, "with several solutions"},
                                    {left_out.redundant, "not minimal"},
                                    {left_out.undecided, "undecided within the time limit"}}) {
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  }
  return text;
}

PuzzleFilter::PuzzleFilter(Quality quality, const SolveLimits& limits, const Shape& shape)
    : quality_(quality),
      limits_(limits),
      solver_(uniqueness_engine(shape).make({})),
      examiner_(limits, shape) {
  limits_.max_solutions = quality == Quality::valid ? 1 : kSeveral;
}

std::vector<bool> PuzzleFilter::select(const Boards& puzzles) {
  std::vector<bool> is_selected;
  for (const Examination& examination : examine(puzzles)) {
    std::uint64_t* reason = reason_to_leave_out(examination);
    if (reason != nullptr) ++*reason;
    is_selected.push_back(reason == nullptr);
  }
  return is_selected;
}

std::vector<Examination> PuzzleFilter::examine(const Boards& puzzles) {
  if (quality_ == Quality::minimal) return examiner_.examine(puzzles).examinations;
  std::vector<Examination> examinations(puzzles.size());
  const std::vector<SolveResult> answers = solve_block(*solver_, puzzles, limits_);
  for (std::size_t i = 0; i < answers.size(); ++i) examinations[i].answer = answers[i];
  return examinations;
}

/// Returns the counter of the reason, or null if the puzzle has the quality.
std::uint64_t* PuzzleFilter::reason_to_leave_out(const Examination& examination) {
  if (examination.has_no_solution()) return &left_out_.no_solution;
  if (quality_ == Quality::valid && examination.answer.solutions > 0) return nullptr;
  if (examination.has_several_solutions()) return &left_out_.several_solutions;
  if (!examination.has_one_solution()) return &left_out_.undecided;
  if (quality_ != Quality::minimal) return nullptr;
  switch (examination.minimality) {
    case Minimality::minimal: return nullptr;
    case Minimality::redundant: return &left_out_.redundant;
    case Minimality::undecided: break;
  }
  return &left_out_.undecided;
}

}  // namespace sudoku
