// Tests that the project's datasets match datasets/README.md.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "harness/audit/audit.h"
#include "harness/base/text_digest.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/project_datasets.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/digest.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const std::filesystem::path kDatasets = std::filesystem::path(SUDOKU_SOURCE_DIR) / "datasets";

/// A row of the table in the README.
struct Promise {
  std::string file;
  std::size_t puzzles = 0;
  int fewest_clues = 0;
  int most_clues = 0;
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

std::vector<Grid> read_grids(const std::string& file) {
  const PuzzleBlock block = read_dataset(file);
  const auto grids = grids_of(block.puzzles);
  return {grids.begin(), grids.end()};
}

std::string digest_of(const std::vector<Grid>& puzzles) {
  std::uint64_t digest = 0;
  for (const Grid& puzzle : puzzles) digest += puzzle_hash(puzzle);
  return format_digest(digest);
}

std::size_t distinct_count(const std::vector<Grid>& puzzles) {
  std::vector<std::string> lines;
  for (const Grid& puzzle : puzzles) lines.push_back(format_line(puzzle));
  std::sort(lines.begin(), lines.end());
  return static_cast<std::size_t>(std::unique(lines.begin(), lines.end()) - lines.begin());
}

/// Returns the results of a thorough search of each puzzle.
std::vector<GridAnswer> solve_all(const std::vector<Grid>& puzzles, std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  return solve_grids(*find_engine("bitmask")->make({}), puzzles, limits);
}

/// Returns the puzzle without one clue, for each clue.
std::vector<Grid> with_one_clue_less(const Grid& puzzle) {
  std::vector<Grid> puzzles;
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == 0) continue;
    puzzles.push_back(puzzle);
    puzzles.back()[cell] = 0;
  }
  return puzzles;
}

}  // namespace

TEST_CASE("every dataset matches its row in the README", "[datasets]") {
  std::vector<std::string> promised;
  for (const Promise& promise : promises()) {
    INFO(promise.file);
    promised.push_back(promise.file);
    const std::vector<Grid> puzzles = read_grids(promise.file);
    REQUIRE_FALSE(puzzles.empty());
    const auto [fewest, most] = std::minmax_element(
        puzzles.begin(), puzzles.end(),
        [](const Grid& a, const Grid& b) { return clue_count(a) < clue_count(b); });
    CHECK(puzzles.size() == promise.puzzles);
    CHECK(clue_count(*fewest) == promise.fewest_clues);
    CHECK(clue_count(*most) == promise.most_clues);
    CHECK(digest_of(puzzles) == promise.digest);
    CHECK(distinct_count(puzzles) == puzzles.size());
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

TEST_CASE("the classic puzzles have the numbers of solutions of the README", "[datasets]") {
  std::vector<std::string> counts;
  for (const GridAnswer& result : solve_all(read_grids("classic.txt"), 0)) {
    counts.push_back(format_count(result.solutions));
  }
  CHECK(counts == std::vector<std::string>{"1", "295", "1", "5", "8", "237"});
}

TEST_CASE("famous puzzles have one solution and are minimal", "[datasets]") {
  const std::vector<Grid> puzzles = read_grids("famous.txt");
  const std::vector<GridAnswer> results = solve_all(puzzles, 2);
  std::size_t guessed = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    INFO(format_line(puzzles[i]));
    CHECK(format_count(results[i].solutions) == "1");
    for (const GridAnswer& looser : solve_all(with_one_clue_less(puzzles[i]), 2)) {
      CHECK(format_count(looser.solutions) == "2");
    }
    if (results[i].guesses > 0) ++guessed;
  }
  // One is hard only for a search without propagation.
  CHECK(10 * guessed >= 9 * puzzles.size());
}

TEST_CASE("puzzles of a difficulty have it, and one solution", "[datasets]") {
  const std::pair<const char*, Difficulty> kFiles[] = {{"easy.txt", Difficulty::easy},
                                                       {"medium.txt", Difficulty::medium},
                                                       {"hard.txt", Difficulty::hard}};
  DifficultyRater rater;
  for (const auto& [file, difficulty] : kFiles) {
    const std::vector<Grid> puzzles = read_grids(file);
    const std::vector<GridAnswer> results = solve_all(puzzles, 2);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      INFO(file << " " << format_line(puzzles[i]));
      CHECK(format_count(results[i].solutions) == "1");
      CHECK(rater.rate(puzzles[i]) == difficulty);
    }
  }
}

TEST_CASE("extreme puzzles have one solution, and almost all are still extreme", "[datasets]") {
  DifficultyRater rater;
  const std::vector<Grid> puzzles = read_grids("extreme.txt");
  const std::vector<GridAnswer> results = solve_all(puzzles, 2);
  std::size_t extreme = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    INFO(format_line(puzzles[i]));
    CHECK(format_count(results[i].solutions) == "1");
    const auto difficulty = rater.rate(puzzles[i]);
    if (difficulty == Difficulty::extreme) {
      ++extreme;
    } else {
      CHECK(difficulty == Difficulty::hard);
    }
  }
  CHECK(extreme == 493);  // as datasets/README.md says
}

TEST_CASE("medium, hard, extreme and minimal puzzles are minimal", "[datasets]") {
  for (const char* file : {"medium.txt", "hard.txt", "extreme.txt", "minimal.txt"}) {
    const std::vector<Grid> puzzles = read_grids(file);
    const auto examinations = PuzzleExaminer({}).examine(boards_of(puzzles)).examinations;
    for (const Examination& examination : examinations) {
      CHECK(examination.has_one_solution());
      CHECK(examination.minimality == Minimality::minimal);
    }
  }
}

TEST_CASE("impossible.txt has no puzzle with a solution", "[datasets]") {
  for (const GridAnswer& result : solve_all(read_grids("impossible.txt"), 1)) {
    CHECK(format_count(result.solutions) == "0");
    CHECK(result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("puzzles with several solutions have the stated numbers", "[datasets]") {
  const PuzzleBlock block = read_dataset("multi.txt");
  REQUIRE(block.expectations.size() == block.puzzles.size());
  SolveLimits limits;
  limits.max_solutions = 0;
  const auto results =
      solve_grids(*resolve_engine("lanes")->make({}), grids_of(block.puzzles), limits);
  std::vector<std::size_t> puzzles_by_digits(7);
  for (std::size_t i = 0; i < results.size(); ++i) {
    INFO(format_line(block.puzzles[i]));
    const std::string found = format_count(results[i].solutions);
    REQUIRE(block.expectations[i].count.has_value());
    CHECK(found == format_count(*block.expectations[i].count));
    CHECK((results[i].solutions >= 2 && results[i].solutions <= 1'000'000));
    ++puzzles_by_digits[std::min<std::size_t>(found.size(), 6)];
  }
  for (std::size_t digits = 1; digits <= 6; ++digits) CHECK(puzzles_by_digits[digits] >= 10);
}

}  // namespace sudoku
