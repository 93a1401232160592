// Tests that all engines agree on random puzzles.

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
// Builds with assertions have sanitizers and are slow.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 3000;
#else
constexpr std::size_t kPuzzles = 600;
#endif
constexpr std::uint64_t kMaxGuesses = 1000;  // limits the time of slow engines

struct TestedEngine {
  std::string_view id;
  std::unique_ptr<Engine> engine;
  std::size_t ended = 0;  // puzzles that it finished within the limit of guesses
};

std::vector<TestedEngine> tested_engines() {
  std::vector<TestedEngine> all;
  for (const EngineInfo& info : all_engines()) {
    if (has(info.traits, EngineTraits::kIncomplete)) continue;
    if (auto engine = info.make({})) all.push_back({info.id, std::move(engine)});
  }
  return all;
}

/// All engines that finish within the limit of guesses must find the same number of solutions, and
/// the others at most this number. Returns the number, or nullopt if no engine finished.
std::optional<SolutionCount> check_agreement(std::vector<TestedEngine>& all, const Grid& puzzle,
                                             const SolveLimits& limits) {
  std::optional<SolutionCount> agreed;
  std::vector<SolveResult> results;
  for (TestedEngine& tested : all) {
    const GridAnswer result = solve_one(*tested.engine, puzzle, limits);
    INFO("engine " << tested.id);
    if (result.has_solution && result.solutions != 0)
      CHECK(is_solution_of(result.first_solution, puzzle));
    results.push_back(result);
    if (result.outcome == Outcome::guess_limit) continue;
    ++tested.ended;
    if (!agreed.has_value()) agreed = result.solutions;
    CHECK(format_count(result.solutions) == format_count(*agreed));
  }
  for (const SolveResult& result : results) {
    if (agreed.has_value()) CHECK((result.solutions <= *agreed));
  }
  return agreed;
}

}  // namespace

TEST_CASE("engines agree on random and damaged puzzles", "[agreement]") {
  std::vector<TestedEngine> all = tested_engines();
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
  for (const TestedEngine& tested : all) {
    INFO("engine " << tested.id);
    CHECK(tested.ended > kPuzzles / 2);
  }
  // There are impossible and unique puzzles, and puzzles with few and with many solutions.
  CHECK(puzzles_by_count[0] > kPuzzles / 30);
  CHECK(puzzles_by_count[1] > kPuzzles / 30);
  CHECK(puzzles_by_count.size() > kPuzzles / 60);
  CHECK(puzzles_by_count[100] > kPuzzles / 300);
}

}  // namespace sudoku
