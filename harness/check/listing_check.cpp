#include "harness/check/listing_check.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/puzzle/digest.h"

namespace sudoku {

void ListingCheck::on_solution(std::size_t puzzle, const Board& solution) {
  ++listed_;
  const bool is_new = seen_.size() == kMostKept || seen_.insert(puzzle_hash(solution)).second;
  if (fault_.empty() && !is_solution_of(solution, puzzle_)) {
    fault_ = "lists a solution that breaks a rule: " + format_line(solution);
  } else if (fault_.empty() && !is_new) {
    fault_ = "lists a solution twice: " + format_line(solution);
  }
  if (next_ != nullptr) next_->on_solution(puzzle, solution);
}

std::string find_listing_fault(Engine& engine, const Board& puzzle, const SolveResult& answer,
                               const std::atomic<bool>* stop) {
  constexpr SolutionCount kMostListed = 1000;
  constexpr std::chrono::seconds kPatience{1};
  SolveLimits limits;
  limits.max_solutions = static_cast<std::uint64_t>(std::min(answer.solutions, kMostListed));
  limits.deadline = std::chrono::steady_clock::now() + kPatience;
  limits.stop = stop;
  SolveResult result;
  ListingCheck check(puzzle);
  engine.solve(puzzle, limits, {{&result, 1}, {}}, &check);
  if (!check.fault().empty() || !is_answered(result)) return check.fault();
  if (check.listed() == limits.max_solutions) return {};
  return fmt::format("lists {} of {} solutions", check.listed(), limits.max_solutions);
}

}  // namespace sudoku
