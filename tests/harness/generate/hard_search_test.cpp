#include "harness/generate/hard_search.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "engines/registry.h"
#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

HardSearchPlan plan_of(std::size_t puzzles, std::uint64_t rounds) {
  HardSearchPlan plan;
  plan.puzzles = puzzles;
  plan.rounds = rounds;
  return plan;
}

// Builds with assertions have sanitizers and are slow.
#ifdef NDEBUG
constexpr std::size_t kPuzzles = 40;
#else
constexpr std::size_t kPuzzles = 6;
#endif

const auto kGoOn = [] { return false; };

PuzzlePool searched(const HardSearchPlan& plan, unsigned threads) {
  const std::atomic<bool> stop{false};
  PuzzlePool pool;
  CHECK(search_hard_puzzles(plan, pool, threads, stop, kGoOn));
  return pool;
}

HardSearchPlan small_plan() {
  HardSearchPlan plan;
  plan.seed = 18446744073709551615U;
  plan.puzzles = 3;
  plan.rounds = 1;
  return plan;
}

/// The result of the search.
const PuzzlePool& sample_pool() {
  static const PuzzlePool pool = [] {
    PuzzlePool found;
    const std::atomic<bool> stop = false;
    search_hard_puzzles(small_plan(), found, 1, stop, [] { return false; });
    return found;
  }();
  return pool;
}

}  // namespace

TEST_CASE("a pool does not depend on threads or a resume", "[hard_search][threads]") {
  const std::atomic<bool> stop{false};
  const PuzzlePool whole = searched(plan_of(kPuzzles, 4), 1);
  CHECK(whole.rounds == 4);
  CHECK(searched(plan_of(kPuzzles, 4), 3) == whole);
  PuzzlePool pool = searched(plan_of(kPuzzles, 2), 2);
  CHECK_FALSE(pool == whole);
  CHECK(search_hard_puzzles(plan_of(kPuzzles, 4), pool, 2, stop, kGoOn));
  CHECK(pool == whole);
  HardSearchPlan other = plan_of(kPuzzles, 4);
  other.seed = 2;
  CHECK_FALSE(searched(other, 1).puzzles == whole.puzzles);
}

TEST_CASE("puzzles of a pool are minimal, not isomorphic and sorted by guesses", "[hard_search]") {
  const PuzzlePool pool = searched(plan_of(40, 3), 2);
  REQUIRE(pool.puzzles.size() == 40);
  const auto engine = find_engine("dlx")->make({});
  DifficultyRater rater;
  std::unordered_set<std::string> forms;
  std::map<std::uint64_t, int> families;
  for (std::size_t i = 0; i < pool.puzzles.size(); ++i) {
    const RatedPuzzle& rated = pool.puzzles[i];
    CHECK(solve_one(*engine, rated.puzzle, limit_of(2)).solutions == 1);
    for (int cell = 0; cell < kCells; ++cell) {
      Grid reduced = rated.puzzle;
      reduced[cell] = 0;
      if (rated.puzzle[cell] == 0) continue;
      CHECK(solve_one(*engine, reduced, limit_of(2)).solutions == 2);
    }
    CHECK(rater.median_guesses(rated.puzzle) == rated.guesses);
    if (i > 0) CHECK(pool.puzzles[i - 1].guesses >= rated.guesses);
    forms.insert(format_line(canonical_form(rated.puzzle)));
    CHECK(++families[rated.family] <= 2);
  }
  CHECK(forms.size() == pool.puzzles.size());
}

TEST_CASE("rounds make puzzles harder", "[hard_search]") {
  const PuzzlePool before = searched(plan_of(20, 0), 1);
  const PuzzlePool after = searched(plan_of(20, 10), 1);
  CHECK(after.puzzles.front().guesses > before.puzzles.front().guesses);
  CHECK(after.puzzles.back().guesses > before.puzzles.back().guesses);
  CHECK(after.effort.children > after.effort.rated);
}

TEST_CASE("a search that ends early keeps whole rounds", "[hard_search]") {
  std::atomic<bool> stop{false};
  PuzzlePool pool;
  int calls = 0;
  CHECK(search_hard_puzzles(plan_of(20, 100), pool, 1, stop, [&] { return ++calls == 3; }));
  CHECK(pool.rounds == 2);
  const PuzzlePool kept = pool;
  const auto stopping = [&stop] {
    stop = true;
    return false;
  };
  CHECK_FALSE(search_hard_puzzles(plan_of(20, 100), pool, 1, stop, stopping));
  CHECK(pool == kept);
  PuzzlePool empty;
  CHECK_FALSE(search_hard_puzzles(plan_of(20, 100), empty, 1, stop, kGoOn));
  CHECK(empty.puzzles.empty());
}

TEST_CASE("a pool is read as it was written", "[hard_search]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  CHECK_FALSE(read_pool(path).has_value());
  write_pool(path, small_plan(), sample_pool());
  const auto file = read_pool(path);
  REQUIRE(file.has_value());
  CHECK(file->pool == sample_pool());
  CHECK(file->plan.is_same_search(small_plan()));
  CHECK(file->plan.rounds == 1);
}

TEST_CASE("files that are no pool are rejected", "[hard_search]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  for (const char* text : {"", "{}", "[1]", "{\"seed\": 1"}) {
    write_file(path, text);
    CHECK_THROWS_AS(read_pool(path), InputError);
  }
  write_pool(path, small_plan(), sample_pool());
  write_file(path, read_json_file(path.string()).object.dump());
  CHECK(message_of<InputError>([&] { read_pool(path); }) ==
        path.string() + ": is not a pool of generate --mine: has no digest");
}

TEST_CASE("invalid numbers in a pool are rejected", "[hard_search]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  write_pool(path, small_plan(), sample_pool());
  const auto object = read_json_file(path.string()).object;
  for (const char* number : {"-1", "1.5", "19223372036854775808", "1e30", "null", "\"1\""}) {
    auto changed = object;
    changed["rounds"] = nlohmann::json::parse(number);
    write_file(path, to_json_file(changed));
    CHECK_THROWS_AS(read_pool(path), InputError);
  }
}

TEST_CASE("a pool with a changed digit is rejected", "[hard_search]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  write_pool(path, small_plan(), sample_pool());
  const std::string text = read_file(path);
  for (std::size_t i = 0; i < text.size(); i += 7) {
    if (text[i] < '0' || text[i] > '9') continue;
    std::string changed = text;
    changed[i] = text[i] == '9' ? '1' : static_cast<char>(text[i] + 1);
    write_file(path, changed);
    CAPTURE(changed);
    CHECK_THROWS_AS(read_pool(path), InputError);
  }
}

}  // namespace sudoku
