// All engines have to agree on puzzles that nobody has thought of.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

constexpr std::uint64_t kSeed = 2;
// Builds with sanitizers keep assertions, and are slow.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 3000;
#else
constexpr std::size_t kPuzzles = 600;
#endif
constexpr std::uint64_t kMaxGuesses = 1000;  // keeps the slow engines from searching for seconds

struct Contender {
  std::string_view id;
  std::unique_ptr<Engine> engine;
  std::size_t ended = 0;  // puzzles that took it no more guesses than allowed
};

std::vector<Contender> contenders() {
  std::vector<Contender> all;
  for (const EngineInfo& info : all_engines()) {
    if (has(info.traits, EngineTraits::kIncomplete)) continue;
    if (auto engine = info.make({})) all.push_back({info.id, std::move(engine)});
  }
  return all;
}

/// Every engine that ends within the guesses allowed has to find the same number of solutions, and
/// no other one more than that. Returns that number, if an engine ended.
std::optional<SolutionCount> check_agreement(std::vector<Contender>& all, const Grid& puzzle,
                                             const SolveLimits& limits) {
  std::optional<SolutionCount> agreed;
  std::vector<SolveResult> results;
  for (Contender& contender : all) {
    const GridAnswer result = solve_one(*contender.engine, puzzle, limits);
    INFO("engine " << contender.id);
    if (result.has_solution && result.solutions != 0)
      CHECK(is_solution_of(result.first_solution, puzzle));
    results.push_back(result);
    if (result.outcome == Outcome::guess_limit) continue;
    ++contender.ended;
    if (!agreed.has_value()) agreed = result.solutions;
    CHECK(format_count(result.solutions) == format_count(*agreed));
  }
  for (const SolveResult& result : results) {
    if (agreed.has_value()) CHECK((result.solutions <= *agreed));
  }
  return agreed;
}

}  // namespace

TEST_CASE("engines agree on random and on damaged puzzles", "[agreement]") {
  std::vector<Contender> all = contenders();
  constexpr std::array<std::uint64_t, 4> kLimits{1, 2, 3, 100};
  PuzzleSource source(kSeed);
  std::map<SolutionCount, std::size_t> puzzles_by_count;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    const Grid puzzle = source.next();
    SolveLimits limits = limit_of(kLimits[i % kLimits.size()]);
    limits.max_guesses = kMaxGuesses;
    INFO("puzzle " << format_line(puzzle) << " limit " << limits.max_solutions);
    if (const auto agreed = check_agreement(all, puzzle, limits)) ++puzzles_by_count[*agreed];
  }
  for (const Contender& contender : all) {
    INFO("engine " << contender.id);
    CHECK(contender.ended > kPuzzles / 2);
  }
  // The puzzles are of every kind: impossible, unique, with some solutions and with many.
  CHECK(puzzles_by_count[0] > kPuzzles / 30);
  CHECK(puzzles_by_count[1] > kPuzzles / 30);
  CHECK(puzzles_by_count.size() > kPuzzles / 60);
  CHECK(puzzles_by_count[100] > kPuzzles / 300);
}

}  // namespace sudoku
