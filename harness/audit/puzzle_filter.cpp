#include "harness/audit/puzzle_filter.h"

#include <numeric>
#include <optional>

#include <fmt/format.h>

namespace sudoku {
namespace {

enum Reason : std::size_t { kNoSolution, kSeveralSolutions, kRedundant, kUndecided };
constexpr std::array kReasonNames = {"without a solution", "with several solutions", "not minimal",
                                     "undecided within the time limit"};

/// Returns why a puzzle does not have the quality; nullopt if it does.
std::optional<Reason> reason_against(Quality quality, const Examination& puzzle) {
  if (puzzle.has_no_solution()) return kNoSolution;
  if (quality == Quality::valid && puzzle.answer.solutions > 0) return std::nullopt;
  if (puzzle.has_several_solutions()) return kSeveralSolutions;
  if (!puzzle.has_one_solution()) return kUndecided;
  if (quality == Quality::unique || puzzle.minimality == Minimality::minimal) return std::nullopt;
  return puzzle.minimality == Minimality::redundant ? kRedundant : kUndecided;
}

}  // namespace

PuzzleFilter::PuzzleFilter(Quality quality, const SolveLimits& limits, const Shape& shape)
    : quality_(quality), examiner_(limits, shape, quality == Quality::valid ? 1 : kSeveral) {}

std::vector<bool> PuzzleFilter::select(const Boards& puzzles) {
  std::vector<Examination> examinations = examiner_.solve(puzzles).examinations;
  if (quality_ == Quality::minimal) examiner_.decide_minimality(puzzles, examinations);
  std::vector<bool> is_selected;
  for (const Examination& examination : examinations) {
    const auto reason = reason_against(quality_, examination);
    if (reason) ++left_out_.at(*reason);
    is_selected.push_back(!reason);
  }
  return is_selected;
}

std::uint64_t PuzzleFilter::left_out() const {
  return std::accumulate(left_out_.begin(), left_out_.end(), std::uint64_t{0});
}

std::string PuzzleFilter::reasons() const {
  std::string text;
  for (std::size_t i = 0; i < left_out_.size(); ++i) {
    if (left_out_[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", left_out_[i], kReasonNames[i]);
  }
  return text;
}

}  // namespace sudoku
