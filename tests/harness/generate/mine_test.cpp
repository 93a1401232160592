#include "harness/generate/mine.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "engines/registry.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

MinePlan plan_of(std::size_t puzzles, std::uint64_t rounds) {
  MinePlan plan;
  plan.puzzles = puzzles;
  plan.rounds = rounds;
  return plan;
}

// Builds with sanitizers keep assertions, and are slow.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 40;
#else
constexpr std::size_t kPuzzles = 6;
#endif

const auto kGoOn = [] { return false; };

MinePool mined(const MinePlan& plan, unsigned threads) {
  const std::atomic<bool> stop{false};
  MinePool pool;
  CHECK(mine(plan, pool, threads, stop, kGoOn));
  return pool;
}

}  // namespace

TEST_CASE("a pool is the same whatever the threads, and gone on with or not", "[mine][threads]") {
  const std::atomic<bool> stop{false};
  const MinePool whole = mined(plan_of(kPuzzles, 4), 1);
  CHECK(whole.rounds == 4);
  CHECK(mined(plan_of(kPuzzles, 4), 3) == whole);
  MinePool pool = mined(plan_of(kPuzzles, 2), 2);
  CHECK_FALSE(pool == whole);
  CHECK(mine(plan_of(kPuzzles, 4), pool, 2, stop, kGoOn));
  CHECK(pool == whole);
  MinePlan other = plan_of(kPuzzles, 4);
  other.seed = 2;
  CHECK_FALSE(mined(other, 1).puzzles == whole.puzzles);
}

TEST_CASE("puzzles of a pool are minimal, of different forms, and stand by their guesses",
          "[mine]") {
  const MinePool pool = mined(plan_of(40, 3), 2);
  REQUIRE(pool.puzzles.size() == 40);
  const auto engine = find_engine("dlx")->make({});
  GuessMeter meter;
  std::unordered_set<std::string> forms;
  std::map<std::uint64_t, int> families;
  for (std::size_t i = 0; i < pool.puzzles.size(); ++i) {
    const MinedPuzzle& mined = pool.puzzles[i];
    CHECK(solve_one(*engine, mined.puzzle, limit_of(2)).solutions == 1);
    for (int cell = 0; cell < kCells; ++cell) {
      Grid reduced = mined.puzzle;
      reduced[cell] = 0;
      if (mined.puzzle[cell] == 0) continue;
      CHECK(solve_one(*engine, reduced, limit_of(2)).solutions == 2);
    }
    CHECK(meter.median_guesses(mined.puzzle) == mined.guesses);
    if (i > 0) CHECK(pool.puzzles[i - 1].guesses >= mined.guesses);
    forms.insert(format_line(canonical_form(mined.puzzle)));
    CHECK(++families[mined.family] <= 2);
  }
  CHECK(forms.size() == pool.puzzles.size());
}

TEST_CASE("rounds make puzzles harder", "[mine]") {
  const MinePool before = mined(plan_of(20, 0), 1);
  const MinePool after = mined(plan_of(20, 10), 1);
  CHECK(after.puzzles.front().guesses > before.puzzles.front().guesses);
  CHECK(after.puzzles.back().guesses > before.puzzles.back().guesses);
  CHECK(after.effort.children > after.effort.rated);
}

TEST_CASE("a search that ends early keeps whole rounds", "[mine]") {
  std::atomic<bool> stop{false};
  MinePool pool;
  int calls = 0;
  CHECK(mine(plan_of(20, 100), pool, 1, stop, [&] { return ++calls == 3; }));
  CHECK(pool.rounds == 2);
  const MinePool kept = pool;
  const auto stopping = [&stop] {
    stop = true;
    return false;
  };
  CHECK_FALSE(mine(plan_of(20, 100), pool, 1, stop, stopping));
  CHECK(pool == kept);
  MinePool empty;
  CHECK_FALSE(mine(plan_of(20, 100), empty, 1, stop, kGoOn));
  CHECK(empty.puzzles.empty());
}

}  // namespace sudoku
