#include "harness/results/gbench_export.h"

#include <nlohmann/json.hpp>

#include "tests/catch.h"

namespace sudoku {
namespace {

RunRow record(const std::string& engine, unsigned repetition, std::uint64_t solved) {
  RunRow record;
  record.key = {engine, "data/hard.txt", 1, 2, 4, 1};
  record.repetition = repetition;
  record.totals.puzzles = 10;
  record.totals.solved = solved;
  record.totals.guesses = 25;
  record.totals.wall_ns = record.totals.time_ns = 1000;
  record.totals.cpu_ns = 900;
  return record;
}

}  // namespace

TEST_CASE("runs are exported as Google Benchmark writes them", "[gbench_export]") {
  RunContext context;
  context.started = "2026-01-31T23:59:58Z";
  RunRow wrong = record("zero", 0, 10);
  wrong.verdict = Verdict::wrong;
  const std::vector<RunRow> records = {record("dlx", 0, 10), record("dlx", 1, 10),
                                       record("none", 0, 0), record("cut", 0, 9), wrong};
  const auto json = nlohmann::json::parse(to_gbench_json(records, context));
  CHECK(json["context"]["date"] == "2026-01-31T23:59:58Z");
  CHECK(json["context"]["num_cpus"].get<int>() >= 1);
  CHECK(json["context"].contains("library_build_type"));
  REQUIRE(json["benchmarks"].size() == 2);
  const auto& second = json["benchmarks"][1];
  CHECK(second["name"] == "sudoku/dlx/data/hard.txt");
  CHECK(second["run_name"] == second["name"]);
  CHECK(second["run_type"] == "iteration");
  CHECK(second["repetitions"] == 2);
  CHECK(second["repetition_index"] == 1);
  CHECK(second["iterations"] == 10);
  CHECK(second["real_time"] == 100);
  CHECK(second["cpu_time"] == 90);
  CHECK(second["time_unit"] == "ns");
  CHECK(second["threads"] == 4);
  CHECK(second["items_per_second"] == 4e7);
  CHECK(second["guesses"] == 2.5);
  RunRow silent = record("mine", 0, 10);
  silent.totals.has_guesses = false;
  const auto without = nlohmann::json::parse(to_gbench_json({&silent, 1}, {}));
  CHECK_FALSE(without["benchmarks"][0].contains("guesses"));
}

}  // namespace sudoku
