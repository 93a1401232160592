#include "harness/generate/pool_file.h"

#include <algorithm>
#include <atomic>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

HardSearchPlan small_plan() {
  HardSearchPlan plan;
  plan.seed = 18446744073709551615U;
  plan.puzzles = 3;
  plan.rounds = 1;
  return plan;
}

/// Returns the pool of a search.
const PuzzlePool& sample_pool() {
  static const PuzzlePool pool = [] {
    PuzzlePool found;
    const std::atomic<bool> stop = false;
    search_hard_puzzles(small_plan(), found, 1, stop, [] { return false; });
    return found;
  }();
  return pool;
}

/// Returns the error for a changed pool with a correct digest.
std::string defect_after(const std::function<void(PuzzlePool&)>& change) {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  PuzzlePool pool = sample_pool();
  change(pool);
  write_pool(path, small_plan(), pool);
  const std::string begin = path.string() + ": is not a pool of generate --mine: ";
  const std::string message = message_of<InputError>([&] { read_pool(path); });
  return message.starts_with(begin) ? message.substr(begin.size()) : message;
}

}  // namespace

TEST_CASE("a pool is read back unchanged", "[pool_file]") {
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

TEST_CASE("a file that is not a pool is rejected", "[pool_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  for (const char* text : {"", "{}", "[1]", "{\"seed\": 1"}) {
    write_file(path, text);
    CHECK_THROWS_AS(read_pool(path), InputError);
  }
}

TEST_CASE("invalid numbers in a pool are rejected", "[pool_file]") {
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

TEST_CASE("a pool with a changed digit is rejected", "[pool_file]") {
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

TEST_CASE("an impossible pool is rejected even with a valid digest", "[pool_file]") {
  CHECK(defect_after([](PuzzlePool&) {}).empty());
  CHECK(defect_after([](PuzzlePool& pool) { pool.puzzles.clear(); }) == "has no puzzle");
  CHECK(defect_after([](PuzzlePool& pool) {
          const auto cell = std::find_if(std::begin(pool.puzzles[1].puzzle.cells),
                                         std::end(pool.puzzles[1].puzzle.cells),
                                         [](auto digit) { return digit != 0; });
          *cell = 0;
        }).starts_with("puzzle 2 is not minimal with one solution: "));
  CHECK(defect_after([](PuzzlePool& pool) {
          pool.puzzles[1].guesses += 0.5;
        }).starts_with("puzzle 2 does not take the recorded guesses: "));
  CHECK(defect_after([](PuzzlePool& pool) {
          pool.puzzles[2] = pool.puzzles[1];
        }).starts_with("puzzle 3 is an isomorph of another: "));
  CHECK(defect_after([](PuzzlePool& pool) {
          pool.puzzles[2].family = pool.puzzles[1].family;
        }).starts_with("puzzle 3 has an invalid family: "));
  CHECK(defect_after([](PuzzlePool& pool) { pool.effort.rated = pool.effort.children + 1; }) ==
        "its recorded cost does not match its rounds");
  CHECK(defect_after([](PuzzlePool& pool) { pool.effort.children = 1'000; }) ==
        "its recorded cost does not match its rounds");
}

}  // namespace sudoku
