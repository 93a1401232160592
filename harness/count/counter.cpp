#include "harness/count/counter.h"

#include <string>

#include <fmt/format.h>

#include "harness/errors.h"

namespace sudoku {
namespace {

/// Puzzles with so many solutions are handed over: from about here on, counting without listing is
/// faster.
constexpr std::uint64_t kHandOver = 512;

const EngineInfo* first_engine(const EngineInfo* engine) {
  return engine == nullptr ? resolve_engine("lanes") : engine;
}

/// The engine that counts without listing, if there is one and `engine` leaves the choice.
const EngineInfo* second_engine(const EngineInfo* engine) {
  return engine == nullptr ? find_engine("bandjoin") : nullptr;
}

bool reaches_hand_over(const SolveLimits& limits) {
  return limits.max_solutions == 0 || limits.max_solutions > kHandOver;
}

void cut_to_limit(const SolveLimits& limits, SolveResult& result) {
  if (limits.max_solutions == 0 || result.solutions < limits.max_solutions) return;
  if (result.outcome != Outcome::exhausted && result.outcome != Outcome::solution_limit) return;
  result.solutions = limits.max_solutions;
  result.outcome = Outcome::solution_limit;
}

}  // namespace

std::vector<std::string> counting_engines(const EngineInfo* engine, const SolveLimits& limits) {
  std::vector<std::string> ids{std::string(first_engine(engine)->id)};
  const EngineInfo* second = second_engine(engine);
  if (second != nullptr && reaches_hand_over(limits)) ids.emplace_back(second->id);
  return ids;
}

Counter::Counter(const EngineInfo* engine) : first_(first_engine(engine)->make({})) {
  if (!first_) throw UsageError(fmt::format("this CPU cannot run engine {}", engine->id));
  const EngineInfo* second = second_engine(engine);
  if (second != nullptr) second_ = second->make({});
}

void Counter::count(std::span<const Grid> puzzles, const SolveLimits& limits,
                    std::span<SolveResult> results) {
  const bool hands_over = second_ && reaches_hand_over(limits);
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
    second_->solve(puzzles.subspan(i, 1), limits, results.subspan(i, 1), nullptr);
  }
}

}  // namespace sudoku
