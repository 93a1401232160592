#include "harness/generate/hard_search.h"

#include <map>
#include <unordered_set>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/digest.h"
#include "tests/catch.h"
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

std::string digest_of(const PuzzlePool& pool) {
  BoardList puzzles;
  for (const RatedPuzzle& rated : pool.puzzles) puzzles.push_back(rated.puzzle);
  return format_digest(puzzles_digest(puzzles));
}

}  // namespace

TEST_CASE("a pool does not depend on threads, a resume or the version", "[hard_search][threads]") {
  const std::atomic<bool> stop{false};
  const PuzzlePool whole = searched(plan_of(kPuzzles, 4), 1);
  CHECK(whole.rounds == 4);
  CHECK(searched(plan_of(kPuzzles, 4), 3) == whole);
  PuzzlePool pool = searched(plan_of(kPuzzles, 2), 2);
  CHECK_FALSE(pool == whole);
  CHECK(search_hard_puzzles(plan_of(kPuzzles, 4), pool, 2, stop, kGoOn));
  CHECK(pool == whole);
  HardSearchPlan small = plan_of(6, 3);
  CHECK(digest_of(searched(small, 1)) == "c6d5bd8213b9a181");
  small.seed = 2;
  small.max_replaced = 2;
  CHECK(digest_of(searched(small, 1)) == "8afffd5193d65a3e");
}

TEST_CASE("rounds make puzzles harder, minimal and not isomorphic", "[hard_search]") {
  const PuzzlePool before = searched(plan_of(40, 0), 1);
  const PuzzlePool pool = searched(plan_of(40, 3), 2);
  REQUIRE(pool.puzzles.size() == 40);
  CHECK(pool.puzzles.front().guesses >= before.puzzles.front().guesses);
  CHECK(pool.puzzles.back().guesses > before.puzzles.back().guesses);
  CHECK(pool.effort.children > pool.effort.rated);
  const auto engine = find_engine("dlx")->make({});
  DifficultyRater rater;
  std::unordered_set<std::string> forms;
  std::map<std::uint64_t, int> families;
  double last = pool.puzzles.front().guesses;
  for (const auto& [puzzle, guesses, family] : pool.puzzles) {
    CHECK(solve_one(*engine, puzzle, limit_of(2)).solutions == 1);
    for (int cell = 0; cell < kCells; ++cell) {
      Grid reduced = puzzle;
      reduced[cell] = 0;
      if (puzzle[cell] == 0) continue;
      CHECK(solve_one(*engine, reduced, limit_of(2)).solutions == 2);
    }
    CHECK(rater.median_guesses(puzzle) == guesses);
    CHECK(guesses <= last);
    last = guesses;
    forms.insert(format_line(canonical_form(puzzle)));
    CHECK(++families[family] <= 2);
  }
  CHECK(forms.size() == pool.puzzles.size());
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

TEST_CASE("a pool is read as it was written, and damage is detected", "[hard_search]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  CHECK_FALSE(read_pool(path).has_value());
  HardSearchPlan plan = plan_of(3, 1);
  plan.seed = 18446744073709551615U;
  const PuzzlePool pool = searched(plan, 1);
  write_pool(path, plan, pool);
  const auto file = read_pool(path);
  REQUIRE(file.has_value());
  CHECK(file->pool == pool);
  CHECK(file->plan.is_same_search(plan));
  CHECK(file->plan.rounds == 1);

  const std::string text = read_file(path);
  const auto object = read_json_file(path.string()).object;
  std::vector<std::string> damaged = {"", "{}", "[1]", "{\"seed\": 1"};
  for (const char* number : {"-1", "1.5", "19223372036854775808", "1e30", "null", "\"1\""}) {
    auto changed = object;
    changed["rounds"] = nlohmann::json::parse(number);
    damaged.push_back(to_json_file(changed));
  }
  for (std::size_t i = 0; i < text.size(); i += 7) {
    if (text[i] < '0' || text[i] > '9') continue;
    damaged.push_back(text);
    damaged.back()[i] = text[i] == '9' ? '1' : static_cast<char>(text[i] + 1);
  }
  for (const std::string& other : damaged) {
    write_file(path, other);
    CAPTURE(other);
    CHECK_THROWS_AS(read_pool(path), InputError);
  }
  write_file(path, object.dump());
  CHECK(message_of<InputError>([&] { read_pool(path); }) ==
        path.string() + ": is not a pool of generate --mine: has no digest");
}

}  // namespace sudoku
