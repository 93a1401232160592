#include "harness/results/result_files.h"

#include <regex>

#include "harness/base/errors.h"
#include "harness/results/row_columns.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using Names = std::vector<std::string>;

std::string default_name(const std::vector<std::string>& datasets) {
  return default_result_directory(datasets).string();
}

}  // namespace

TEST_CASE("if a file cannot be moved into place, the old results stay", "[result_files]") {
  const TemporaryDirectory directory;
  write_file(directory / "counts.csv", "old\n");
  write_file(directory / "runs.csv", "old\n");
  ResultDirectory results({directory.path(), true});
  results.begin();
  results.write_context("new\n");
  // A directory that is not empty blocks the last move.
  write_file(results.file("old") / "runs.csv" / "blocking", "");
  CHECK_THROWS_AS(results.commit(), OutputError);
  CHECK_FALSE(std::filesystem::exists(directory / "context.json"));
  CHECK(read_file(directory / "counts.csv") == "old\n");
  CHECK(read_file(directory / "runs.csv") == "old\n");
  const auto place = results.leave();
  CHECK(read_file(place / "runs.csv") == row_header<RunRow>());
  CHECK(read_file(place / "context.json") == "new\n");
}

TEST_CASE("a dataset that is a result file is refused, also by a link", "[result_files]") {
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

TEST_CASE("each row is in its file at once", "[result_files]") {
  const TemporaryDirectory directory;
  ResultDirectory results({directory.path(), false, true});
  results.begin();
  const std::vector<RunRow> runs(1);
  const std::vector<PuzzleRow> puzzles(2);
  const std::vector<SummaryRow> summary(2);
  results.add(runs);
  results.add(puzzles);
  results.write_summary(summary);
  results.write_context("{}\n");
  const std::pair<std::string, std::string> files[] = {
      {"blocks.csv", row_header<BlockRow>()},
      {"context.json", "{}\n"},
      {"puzzles.csv", row_header<PuzzleRow>() + csv_rows<PuzzleRow>(puzzles)},
      {"runs.csv", row_header<RunRow>() + csv_rows<RunRow>(runs)},
      {"summary.csv", row_header<SummaryRow>() + csv_rows<SummaryRow>(summary)}};
  Names names;
  for (const auto& [name, text] : files) {
    CHECK(read_file(results.file(name)) == text);
    names.push_back(name);
  }
  results.commit();
  CHECK(directory.names() == names);
}

TEST_CASE("the default directory is named after the dataset and the time", "[result_files]") {
  const auto matches = [](const std::string& name, const char* pattern) {
    return std::regex_match(name, std::regex(pattern));
  };
  CHECK(matches(default_name({"data/hard.txt"}), R"(results/hard-\d{8}T\d{6}Z)"));
  CHECK(matches(default_name({"hard.txt", "easy.txt", "x"}), R"(results/hard\+2-\d{8}T\d{6}Z)"));
  CHECK(matches(default_name({"-"}), R"(results/stdin-\d{8}T\d{6}Z)"));
}

TEST_CASE("a checkpoint keeps its files, and the results are copies or links", "[result_files]") {
  const TemporaryDirectory directory;
  const auto file = checkpoint_path(directory / "c") / kBlocksFile;
  const std::vector<BlockRow> rows(2);
  const std::string block = csv_rows<BlockRow>(rows);
  {
    ResultDirectory results({directory / "out", false, false, directory / "c"});
    results.begin();
    results.add_block(rows, "");
    results.write_summary({});
  }
  write_file(file, read_file(file) + "a row without its en");
  std::string text = row_header<BlockRow>() + block;
  for (int call = 0; call < 2; ++call) {
    ResultDirectory results({directory / "out", call == 1, false, directory / "c"});
    results.resume();
    CHECK(read_file(file) == text);
    results.add_block(rows, "");
    if (call == 1) CHECK(read_file(directory / "out/blocks.csv") == text);
    text += block;
    TextDigest digest;
    digest.add(text);
    CHECK(results.digests().at(kBlocksFile) == digest.value());
    results.commit();
    CHECK(read_file(file) == text);
    CHECK(read_file(directory / "out/blocks.csv") == text);
    CHECK_FALSE(std::filesystem::exists(directory / "out/summary.csv"));
    CHECK_FALSE(std::filesystem::exists(directory / "out/progress.csv"));
  }
  for (std::size_t i = 0; i < text.size(); i += 5) {
    std::string damaged = text;
    damaged[i] ^= 1;
    write_file(file, damaged);
    ResultDirectory results({{}, false, false, directory / "c"});
    INFO("byte " << i);
    CHECK_THROWS_AS(results.resume(), InputError);
  }
}

}  // namespace sudoku
