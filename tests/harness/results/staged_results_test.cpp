#include "harness/results/staged_results.h"

#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/base/text_digest.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("results that cannot all be put in place leave the old ones", "[staged_results]") {
  const TemporaryDirectory directory;
  write_file(directory / "counts.csv", "old\n");
  write_file(directory / "puzzles.csv", "old\n");
  StagedResults results(directory.path());
  results.begin(OldOutput::replaced);
  results.append("counts.csv", "new\n");
  results.write("context.json", "new\n");
  // What cannot be replaced by anything stands in the way of the last move.
  write_file(results.file("old") / "puzzles.csv" / "in the way", "");
  CHECK_THROWS_AS(results.commit(), OutputError);
  CHECK(read_file(directory / "counts.csv") == "old\n");
  CHECK(read_file(directory / "puzzles.csv") == "old\n");
  CHECK_FALSE(std::filesystem::exists(directory / "context.json"));
  const auto place = results.leave();
  CHECK(read_file(place / "counts.csv") == "new\n");
  CHECK(read_file(place / "context.json") == "new\n");
}

TEST_CASE("staged results that are not put in place go away", "[staged_results]") {
  const TemporaryDirectory directory;
  write_file(directory / "counts.csv", "old\n");
  {
    StagedResults results(directory.path());
    results.begin(OldOutput::replaced);
    results.append("counts.csv", "new\n");
  }
  CHECK(directory.names() == Names{"counts.csv"});
  CHECK(read_file(directory / "counts.csv") == "old\n");
}

TEST_CASE("the digests are those of the files that have been made", "[staged_results]") {
  const TemporaryDirectory directory;
  StagedResults results(directory.path());
  results.begin(OldOutput::refused);
  results.append("runs.csv", "a\n");
  results.append("runs.csv", "b\n");
  results.write("summary.csv", "old\n");
  results.write("summary.csv", "new\n");
  results.write("context.json", "{}\n");
  TextDigest runs;
  runs.add("a\nb\n");
  TextDigest summary;
  summary.add("new\n");
  CHECK(results.digests() ==
        FileDigests{{"runs.csv", runs.value()}, {"summary.csv", summary.value()}});
  results.commit();
  CHECK(read_file(directory / "runs.csv") == "a\nb\n");
  CHECK(read_file(directory / "summary.csv") == "new\n");
}

TEST_CASE("a lock is had from the beginning, and nothing else changed", "[staged_results]") {
  const TemporaryDirectory directory;
  write_file(directory / "counts.csv", "old\n");
  const StagedResults results(directory.path());
  CHECK(directory.names() == Names{"counts.csv"});
  CHECK(message_of<UsageError>([&] { StagedResults(directory.path()); }) ==
        directory.path().string() + ": another run is using this directory");
}

TEST_CASE("a dataset among the results is refused, by whatever name", "[staged_results]") {
  const TemporaryDirectory directory;
  const auto path = directory / "puzzles.csv";
  write_file(path, "puzzle\n");
  std::filesystem::create_symlink(path, directory / "link");
  for (const auto& name : {path, directory / "link"}) {
    CHECK(message_of<UsageError>([&] {
            refuse_dataset_among_results(name.string(), directory.path());
          }) == name.string() + " is one of the results that would be replaced");
  }
  CHECK_NOTHROW(refuse_dataset_among_results("-", directory.path()));
  CHECK_NOTHROW(refuse_dataset_among_results(path.string(), directory / "missing"));
}

}  // namespace sudoku
