#include "harness/results/result_directory.h"

#include <regex>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"
#include "tests/harness/results/columns_testing.h"

namespace sudoku {
namespace {

using Names = std::vector<std::string>;

std::string default_name(const std::vector<std::string>& datasets) {
  return default_result_directory(datasets).string();
}

}  // namespace

TEST_CASE("the directories of the results are created", "[result_directory]") {
  const TemporaryDirectory directory;
  ResultDirectory results({directory / "a/b"});
  CHECK(results.path() == directory / "a/b");
  CHECK_FALSE(results.has_puzzles());
  results.commit();
  CHECK(read_file(directory / "a/b/runs.csv") == runs_header());
  CHECK_FALSE(std::filesystem::exists(directory / "a/b/puzzles.csv"));
}

TEST_CASE("every row is in its file at once", "[result_directory]") {
  const TemporaryDirectory directory;
  ResultDirectory results({directory.path(), false, true});
  REQUIRE(results.has_puzzles());
  REQUIRE(directory.names().size() == 1);
  const auto made = directory / directory.names().front();
  RunRow run;
  run.key.engine = "naive";
  results.add(run);
  CHECK(read_file(made / "runs.csv") == runs_header() + to_csv(run));

  std::vector<PuzzleRow> puzzles(2);
  puzzles[1].line = 2;
  results.add(puzzles);
  CHECK(read_file(made / "puzzles.csv") ==
        puzzles_header() + to_csv(puzzles[0]) + to_csv(puzzles[1]));

  const std::vector<SummaryRow> rows(2);
  results.write_summary(rows);
  CHECK(read_file(made / "summary.csv") == summary_header() + to_csv(rows[0]) + to_csv(rows[1]));
  results.write_summary({});
  CHECK(read_file(made / "summary.csv") == summary_header());
  results.write_context("{}\n");
  CHECK(read_file(made / "context.json") == "{}\n");
  results.commit();
  CHECK(directory.names() ==
        Names{"blocks.csv", "context.json", "puzzles.csv", "runs.csv", "summary.csv"});
}

TEST_CASE("results of an earlier run are not touched", "[result_directory]") {
  for (const char* name : {"runs.csv", "puzzles.csv", "summary.csv", "context.json"}) {
    const TemporaryDirectory directory;
    write_file(directory / name, "precious\n");
    INFO(name);
    CHECK(message_of<UsageError>([&] { ResultDirectory({directory.path()}); }) ==
          directory.path().string() + " holds results already; --force replaces them");
    CHECK(read_file(directory / name) == "precious\n");
    CHECK(directory.names() == Names{name});
  }
}

TEST_CASE("results of an earlier run are replaced as a whole, once the new ones are",
          "[result_directory]") {
  const TemporaryDirectory directory;
  const Names old = {"context.json", "counts.csv", "notes.txt",
                     "puzzles.csv",  "runs.csv",   "summary.csv"};
  for (const std::string& name : old) write_file(directory / name, "old\n");
  { ResultDirectory({directory.path(), true}).write_summary({}); }
  CHECK(directory.names() == old);
  for (const std::string& name : old) CHECK(read_file(directory / name) == "old\n");

  ResultDirectory results({directory.path(), true});
  results.commit();
  CHECK(directory.names() == Names{"blocks.csv", "notes.txt", "runs.csv"});
  CHECK(read_file(directory / "notes.txt") == "old\n");
  CHECK(read_file(directory / "runs.csv") == runs_header());
}

TEST_CASE("results that are left are where they were made", "[result_directory]") {
  const TemporaryDirectory directory;
  write_file(directory / "runs.csv", "old\n");
  std::filesystem::path place;
  {
    ResultDirectory results({directory.path(), true});
    CHECK(results.has_old());
    place = results.leave();
  }
  CHECK(read_file(directory / "runs.csv") == "old\n");
  CHECK(read_file(place / "runs.csv") == runs_header());
}

TEST_CASE("a directory has one run at a time", "[result_directory]") {
  const TemporaryDirectory directory;
  {
    const ResultDirectory results({directory / "out"});
    CHECK(message_of<UsageError>([&] {
            ResultDirectory({directory / "out", true});
          }) == (directory / "out").string() + ": another run is using this directory");
  }
  CHECK(directory.names().empty());
  CHECK_NOTHROW(ResultDirectory({directory / "out"}));
}

TEST_CASE("other files in the directory are in nobody's way", "[result_directory]") {
  const TemporaryDirectory directory;
  write_file(directory / "notes.txt", "mine\n");
  ResultDirectory results({directory.path()});
  results.commit();
  CHECK(read_file(directory / "notes.txt") == "mine\n");
}

TEST_CASE("a directory that cannot be is an output error", "[result_directory]") {
  const TemporaryDirectory directory;
  write_file(directory / "file", "");
  CHECK_THROWS_AS(ResultDirectory({directory / "file/results"}), OutputError);
  CHECK_THROWS_AS(ResultDirectory({directory / "file"}), OutputError);
}

TEST_CASE("the default directory is named after the dataset and the time", "[result_directory]") {
  const auto matches = [](const std::string& name, const char* pattern) {
    return std::regex_match(name, std::regex(pattern));
  };
  CHECK(matches(default_name({"data/hard.txt"}), R"(results/hard-\d{8}T\d{6}Z)"));
  CHECK(matches(default_name({"hard.txt", "easy.txt", "x"}), R"(results/hard\+2-\d{8}T\d{6}Z)"));
  CHECK(matches(default_name({"-"}), R"(results/stdin-\d{8}T\d{6}Z)"));
}

}  // namespace sudoku
