#include "harness/generate/pool_file.h"

#include "harness/errors.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const Grid kPuzzle =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");

}  // namespace

TEST_CASE("a pool comes back from its file as it went", "[pool_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  CHECK_FALSE(read_pool(path).has_value());
  MinePlan plan;
  plan.seed = 18446744073709551615U;
  plan.puzzles = 2;
  plan.max_replaced = 4;
  const MinePool pool{57, {{kPuzzle, 31.5, 8}, {Grid{}, 0, 3}}, {1000, 100}};
  write_pool(path, plan, pool);
  const auto file = read_pool(path);
  REQUIRE(file.has_value());
  CHECK(file->pool == pool);
  CHECK(file->plan.is_same_search(plan));
  CHECK(file->plan.rounds == 57);
}

TEST_CASE("what is no pool is refused", "[pool_file]") {
  const TemporaryDirectory directory;
  const auto path = directory / "pool.json";
  for (const char* text : {"", "{}", "[1]", "{\"seed\": 1"}) {
    write_file(path, text);
    CHECK_THROWS_AS(read_pool(path), InputError);
  }
  write_pool(path, {}, {1, {{kPuzzle, 1, 1}}, {}});
  std::string text = read_file(path);
  text[text.find("8...")] = 'x';
  write_file(path, text);
  CHECK_THROWS_AS(read_pool(path), InputError);
}

}  // namespace sudoku
