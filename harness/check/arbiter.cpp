#include "harness/check/arbiter.h"

#include <algorithm>
#include <utility>

#include "engines/registry.h"
#include "engines/rules.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kOrder[] = {"dlx", "bitmask", "stack", "bandjoin", "naive"};
constexpr std::size_t kEnough = 2;

bool can_use(std::string_view id, const BoardKind& kind, const std::vector<std::string>& involved) {
  return supports(find_engine(id)->traits, kind) &&
         std::ranges::none_of(involved, [id](const std::string& other) {
           // bandjoin searches with a lanes engine if there are few solutions.
           return other == id || (id == "bandjoin" && other.starts_with("lanes"));
         });
}

}  // namespace

bool Arbiter::is_arbiter_engine(std::string_view id) {
  return std::ranges::find(kOrder, id) != std::end(kOrder);
}

bool Arbiter::can_count(const BoardKind& kind, const std::vector<std::string>& involved) {
  return std::ranges::any_of(kOrder,
                             [&](std::string_view id) { return can_use(id, kind, involved); });
}

std::optional<ArbiterCount> Arbiter::count(const Board& puzzle,
                                           const std::vector<std::string>& involved) {
  const std::lock_guard lock(mutex_);
  if (spent_ >= time_.total) {
    is_out_of_time_ = true;
    return std::nullopt;
  }
  const auto begin = Clock::now();
  ArbiterCount decided;
  bool do_agree = true;
  for (const std::string_view id : kOrder) {
    if (!can_use(id, puzzle.kind(), involved)) continue;
    const auto answer = search(id, puzzle, max_solutions_);
    if (!answer) continue;
    do_agree = decided.engines.empty() || decided.solutions == answer->solutions;
    decided.engines.emplace_back(id);
    decided.solutions = answer->solutions;
    if (!do_agree || decided.engines.size() == kEnough) break;
  }
  spent_ += Clock::now() - begin;
  return do_agree && !decided.engines.empty() ? std::optional(decided) : std::nullopt;
}

std::optional<OwnedBoard> Arbiter::solution_of(const Board& puzzle) {
  const std::lock_guard lock(mutex_);
  for (const std::string_view id : kOrder) {
    if (!can_use(id, puzzle.kind(), {})) continue;
    const auto answer = search(id, puzzle, 1);
    if (answer && answer->solution) return answer->solution;
  }
  return std::nullopt;
}

std::optional<Arbiter::Answer> Arbiter::search(std::string_view id, const Board& puzzle,
                                               std::uint64_t max_solutions) {
  auto& engine = engines_[id];
  if (!engine) engine = find_engine(id)->make({});
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  limits.stop = stop_;
  limits.deadline = Clock::now() + time_.per_search;
  SolveResult result;
  OwnedBoard solution(puzzle.shape);
  engine->solve(puzzle, limits, {{&result, 1}, solution.cells()}, nullptr);
  if (!is_solved(result)) return std::nullopt;
  if (result.solutions == 0 || !result.has_solution) return Answer{result.solutions, {}};
  if (!is_solution_of(solution, puzzle)) return std::nullopt;
  return Answer{result.solutions, std::move(solution)};
}

}  // namespace sudoku
