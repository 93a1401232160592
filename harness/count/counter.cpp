#include "harness/count/counter.h"

#include <string>

#include <fmt/format.h>

#include "harness/errors.h"

namespace sudoku {
namespace {

/// Puzzles with so many solutions are handed over: from about here on, counting without listing is
/// faster.
constexpr std::uint64_t kHandOver = 512;

void cut_to_limit(const SolveLimits& limits, SolveResult& result) {
  if (limits.max_solutions == 0 || result.solutions < limits.max_solutions) return;
  if (result.outcome != Outcome::exhausted && result.outcome != Outcome::solution_limit) return;
  result.solutions = limits.max_solutions;
  result.outcome = Outcome::solution_limit;
}

}  // namespace

Counter::Counter(const EngineInfo* engine)
    : first_((engine == nullptr ? resolve_engine("lanes") : engine)->make({})),
      joining_(engine == nullptr ? find_engine("bandjoin") : nullptr) {
  if (!first_) throw UsageError(fmt::format("this CPU cannot run engine {}", engine->id));
}

void Counter::count(std::span<const Grid> puzzles, const SolveLimits& limits,
                    std::span<SolveResult> results) {
  const bool hands_over =
      joining_ != nullptr && (limits.max_solutions == 0 || limits.max_solutions > kHandOver);
  SolveLimits first_limits = limits;
  if (hands_over) first_limits.max_solutions = kHandOver;
  first_->solve(puzzles, first_limits, results, nullptr);
  if (hands_over) count_rest(puzzles, limits, results);
  for (SolveResult& result : results) cut_to_limit(limits, result);
}

void Counter::count_rest(std::span<const Grid> puzzles, const SolveLimits& limits,
                         std::span<SolveResult> results) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (results[i].outcome != Outcome::solution_limit) continue;
    if (!second_) second_ = joining_->make({});
    second_->solve(puzzles.subspan(i, 1), limits, results.subspan(i, 1), nullptr);
  }
}

}  // namespace sudoku
