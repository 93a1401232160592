#include "harness/check/arbiter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/measure/sample.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kOrder[] = {"dlx", "bitmask", "stack", "bandjoin", "naive"};
constexpr std::size_t kEnough = 2;

bool is_party(std::string_view id, const std::vector<std::string>& parties) {
  return std::any_of(parties.begin(), parties.end(), [id](const std::string& party) {
    // A lanes engine counts for bandjoin where the solutions are few.
    const bool shares_search = id == "bandjoin" && party.starts_with("lanes");
    return party == id || shares_search;
  });
}

}  // namespace

struct Arbiter::Finding {
  SolutionCount solutions = 0;
  std::optional<OwnedBoard> solution{};
};

Arbiter::Arbiter(std::uint64_t max_solutions, const std::atomic<bool>* stop, Patience patience)
    : max_solutions_(max_solutions), stop_(stop), patience_(patience) {}

Arbiter::Arbiter(std::uint64_t max_solutions, const std::atomic<bool>* stop)
    : Arbiter(max_solutions, stop, Patience()) {}

bool Arbiter::is_arbiter_engine(std::string_view id) {
  return std::find(std::begin(kOrder), std::end(kOrder), id) != std::end(kOrder);
}

bool Arbiter::is_any_left(const std::vector<std::string>& parties, const Shape& shape) {
  return std::any_of(std::begin(kOrder), std::end(kOrder), [&](std::string_view id) {
    return !is_party(id, parties) && supports(find_engine(id)->traits, shape);
  });
}

std::optional<ArbiterCount> Arbiter::count(const Board& puzzle,
                                           const std::vector<std::string>& parties) {
  const std::lock_guard lock(mutex_);
  if (spent_ >= patience_.for_all) {
    is_out_of_time_ = true;
    return std::nullopt;
  }
  const auto begin = Clock::now();
  ArbiterCount decided;
  bool do_agree = true;
  for (const std::string_view id : kOrder) {
    if (is_party(id, parties) || !supports(find_engine(id)->traits, puzzle.shape)) continue;
    const auto finding = search(id, puzzle, max_solutions_);
    if (!finding) continue;
    do_agree = decided.arbiter.empty() || decided.solutions == finding->solutions;
    decided.arbiter.emplace_back(id);
    decided.solutions = finding->solutions;
    if (!do_agree || decided.arbiter.size() == kEnough) break;
  }
  spent_ += Clock::now() - begin;
  return do_agree && !decided.arbiter.empty() ? std::optional(decided) : std::nullopt;
}

std::optional<OwnedBoard> Arbiter::solution_of(const Board& puzzle) {
  const std::lock_guard lock(mutex_);
  for (const std::string_view id : kOrder) {
    if (!supports(find_engine(id)->traits, puzzle.shape)) continue;
    const auto finding = search(id, puzzle, 1);
    if (finding && finding->solution) return finding->solution;
  }
  return std::nullopt;
}

Engine& Arbiter::engine_of(std::string_view id) {
  auto& engine = engines_[id];
  if (!engine) engine = find_engine(id)->make({});
  return *engine;
}

std::optional<Arbiter::Finding> Arbiter::search(std::string_view id, const Board& puzzle,
                                                std::uint64_t max_solutions) {
  Engine& engine = engine_of(id);
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  limits.stop = stop_;
  limits.deadline = Clock::now() + patience_.for_a_search;
  SolveResult result;
  OwnedBoard solution(puzzle.shape);
  engine.solve(puzzle, limits, {{&result, 1}, solution.cells()}, nullptr);
  if (!is_answered(result)) return std::nullopt;
  if (result.solutions == 0 || !result.has_solution) return Finding{result.solutions, {}};
  if (!is_solution_of(solution, puzzle)) return std::nullopt;
  return Finding{result.solutions, std::move(solution)};
}

}  // namespace sudoku
