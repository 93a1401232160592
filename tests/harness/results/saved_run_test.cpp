#include "harness/results/saved_run.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"
#include "tests/harness/results/columns_testing.h"

namespace sudoku {
namespace {

/// A result directory with two repetitions of one engine. It solved two blocks, and a third partly.
class SavedDirectory {
 public:
  SavedDirectory() {
    SummaryRow row;
    row.key = {"dlx", "data/hard, new.txt", 0xAB, 2, 3, 4};
    row.totals.puzzles = row.totals.solved = 40;
    row.totals.answer_digest = 0xCD;
    row.noise = Noise::noisy;
    write("summary.csv", row_header<SummaryRow>() + to_csv(row));
    write("blocks.csv", row_header<BlockRow>() + block(0, 0, 1000) + block(1, 0, 2000) +
                            block(0, 10, 500) + block(0, 20, 100, 1));
    write("context.json", R"({"machine": {"cpu": "Fast One"}})");
  }
  void write(const std::string& name, const std::string& text) {
    write_file(directory_ / name, text);
  }
  std::filesystem::path path() const { return directory_.path(); }

  static std::string block(unsigned repetition, std::uint64_t first, std::int64_t time_ns,
                           std::uint64_t skipped = 0, std::string_view engine = "dlx") {
    BlockRow row{engine, "data/hard, new.txt", repetition, first, first + 7, {}, 0, 5000};
    row.totals.puzzles = row.totals.solved = 10;
    row.totals.time_ns = time_ns;
    row.totals.skipped = skipped;
    return to_csv(row);
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace

TEST_CASE("tables need rows", "[saved_run]") {
  SavedDirectory directory;
  directory.write("runs.csv", row_header<RunRow>());
  directory.write("summary.csv", row_header<SummaryRow>());
  CHECK_THROWS_WITH(load_tables(directory.path()), Catch::Matchers::EndsWith("has no rows"));
}

TEST_CASE("a saved run is read back", "[saved_run]") {
  const SavedDirectory directory;
  const SavedRun run = load_run(directory.path());
  CHECK(run.cpu == "Fast One");
  REQUIRE(run.rows.size() == 1);
  const SavedRow& row = run.rows[0];
  CHECK(row.key.dataset == "data/hard, new.txt");
  CHECK(row.totals.answer_digest == 0xCD);
  CHECK(row.noise == Noise::noisy);
  CHECK(row.unsolved_blocks == 1);
  REQUIRE(row.blocks.size() == 2);
  const auto& first = row.blocks.at({0, 7});
  REQUIRE(first.size() == 2);
  CHECK(first[0].time.ns == 100);
  CHECK(first[1].time.ns == 200);
  CHECK(first[1].reference_ns == 5000);
  CHECK(row.blocks.at({10, 17})[0].time.ns == 50);
}

TEST_CASE("missing and damaged files are invalid input", "[saved_run]") {
  const TemporaryDirectory empty;
  CHECK_THROWS_AS(load_run(empty.path()), InputError);
  SavedDirectory directory;
  directory.write("blocks.csv",
                  row_header<BlockRow>() + SavedDirectory::block(0, 0, 1, 0, "stack"));
  CHECK(message_of<InputError>([&] {
          load_run(directory.path());
        }).ends_with("stack on data/hard, new.txt is not in summary.csv"));
}

TEST_CASE("the CPU and the task may be unknown", "[saved_run]") {
  SavedDirectory directory;
  for (const char* text : {"{}", R"({"machine": 3})", R"({"machine": {"cpu": 3}})"}) {
    directory.write("context.json", text);
    CHECK(load_run(directory.path()).cpu.empty());
    CHECK_FALSE(load_run(directory.path()).task);
  }
  std::filesystem::remove(directory.path() / "context.json");
  CHECK(load_run(directory.path()).cpu.empty());
  directory.write("context.json", R"({"task": {"timeout_ns": 7}})");
  CHECK(load_run(directory.path()).task == Task({{"timeout_ns", 7}}));
  for (const char* text : {"", "{", "[]", R"({"task": 3})", R"({"task": {"timeout_ns": -1}})"}) {
    directory.write("context.json", text);
    CHECK_THROWS_AS(load_run(directory.path()), InputError);
  }
}

}  // namespace sudoku
