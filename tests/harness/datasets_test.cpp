// Tests that the project's datasets match datasets/README.md.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/audit/audit.h"
#include "harness/base/text_digest.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/project_datasets.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const std::filesystem::path kDatasets = std::filesystem::path(SUDOKU_SOURCE_DIR) / "datasets";

/// A row of the table in the README.
struct Promise {
  std::string file;
  std::size_t puzzles = 0;
  std::size_t fewest_clues = 0;
  std::size_t most_clues = 0;
  std::string digest;
  std::string description;
};

/// Reads ``| `file` | puzzles | fewest to most clues | `digest` | description |``.
std::vector<Promise> promises() {
  std::ifstream readme(kDatasets / "README.md");
  std::vector<Promise> rows;
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| `")) continue;
    std::replace(line.begin(), line.end(), '|', ' ');
    std::replace(line.begin(), line.end(), '`', ' ');
    std::istringstream fields(line);
    Promise row;
    std::string to;
    fields >> row.file >> row.puzzles >> row.fewest_clues >> to >> row.most_clues >> row.digest;
    std::getline(fields >> std::ws, row.description);
    row.description.erase(row.description.find_last_not_of(' ') + 1);
    if (fields && to == "to") rows.push_back(row);
  }
  return rows;
}

PuzzleBlock read_dataset(const std::string& file) {
  PuzzleBlock block;
  constexpr std::size_t kAll = 1 << 20;
  DatasetReader((kDatasets / file).string(), {}).read(block, kAll);
  return block;
}

AuditReport audit_of(const std::string& file) {
  AuditPlan plan;
  plan.input = Input((kDatasets / file).string());
  return audit(plan);
}

/// Returns the numbers of solutions of the puzzles of a file.
std::vector<std::string> counts_of(const PuzzleBlock& block) {
  std::vector<std::string> counts;
  for (const GridAnswer& answer :
       solve_grids(*resolve_engine("lanes")->make({}), grids_of(block.puzzles), limit_of(0))) {
    counts.push_back(format_count(answer.solutions));
  }
  return counts;
}

}  // namespace

TEST_CASE("every dataset matches its row in the README", "[datasets]") {
  std::vector<std::string> promised;
  for (const Promise& promise : promises()) {
    INFO(promise.file);
    promised.push_back(promise.file);
    const AuditReport report = audit_of(promise.file);
    CHECK(report.puzzles == promise.puzzles);
    CHECK(report.rejected.count == 0);
    CHECK(report.duplicates.count == 0);
    CHECK(format_digest(report.digest) == promise.digest);
    for (std::size_t clues = 0; clues < report.givens.size(); ++clues) {
      const bool is_within = clues >= promise.fewest_clues && clues <= promise.most_clues;
      if (!is_within) CHECK(report.givens[clues] == 0);
    }
    CHECK(report.givens.at(promise.fewest_clues) > 0);
    CHECK(report.givens.at(promise.most_clues) > 0);
    CHECK(project_dataset_descriptions().at(promise.file) == promise.description);
  }
  CHECK(project_dataset_descriptions().size() == promised.size());

  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kDatasets)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path().filename());
  }
  std::sort(files.begin(), files.end());
  std::sort(promised.begin(), promised.end());
  CHECK(files == promised);
}

TEST_CASE("every dataset has the stated qualities", "[datasets]") {
  struct Qualities {
    const char* file;
    Difficulty difficulty;  ///< any: not stated
    std::size_t rated;      ///< how many have this difficulty, as datasets/README.md says
    bool are_minimal;
  };
  using enum Difficulty;
  for (const auto& [file, difficulty, rated, are_minimal] :
       {Qualities{"easy.txt", easy, 1000, false},
        {"medium.txt", medium, 1000, true},
        {"hard.txt", hard, 500, true},
        {"extreme.txt", extreme, 493, true},
        {"minimal.txt", any, 0, true},
        {"famous.txt", any, 0, true}}) {
    INFO(file);
    const AuditReport report = audit_of(file);
    CHECK(report.one_solution == report.puzzles);
    if (are_minimal) CHECK(report.minimal == report.puzzles);
    CHECK(report.difficulties[static_cast<std::size_t>(difficulty)] == rated);
    // The puzzles of extreme.txt that are no longer extreme are hard.
    if (difficulty == extreme) CHECK(report.difficulties[3] + rated == report.puzzles);
  }
  CHECK(audit_of("impossible.txt").no_solution.count == 1000);
}

TEST_CASE("puzzles with several solutions have the stated numbers", "[datasets]") {
  CHECK(counts_of(read_dataset("classic.txt")) ==
        std::vector<std::string>{"1", "295", "1", "5", "8", "237"});
  const PuzzleBlock block = read_dataset("multi.txt");
  const std::vector<std::string> counts = counts_of(block);
  REQUIRE(block.expectations.size() == counts.size());
  std::vector<std::size_t> puzzles_by_digits(7);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    INFO(format_line(block.puzzles[i]));
    REQUIRE(block.expectations[i].count.has_value());
    CHECK(counts[i] == format_count(*block.expectations[i].count));
    CHECK(*block.expectations[i].count >= 2);
    CHECK(*block.expectations[i].count <= 1'000'000);
    ++puzzles_by_digits[std::min<std::size_t>(counts[i].size(), 6)];
  }
  for (std::size_t digits = 1; digits <= 6; ++digits) CHECK(puzzles_by_digits[digits] >= 10);
}

}  // namespace sudoku
