#include "harness/count/counter.h"

#include <vector>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::string kFive =
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...";
/// The last has more solutions than are listed before a puzzle is handed over.
std::vector<Grid> puzzles() {
  std::vector<Grid> puzzles(3);
  parse_line(kFive, puzzles[0]);
  parse_line("8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4..",
             puzzles[1]);
  // The second without one of its clues.
  puzzles[2] = puzzles[1];
  puzzles[2][0] = 0;
  return puzzles;
}

std::vector<SolveResult> count(const EngineInfo* engine, std::uint64_t max_solutions) {
  const std::vector<Grid> block = puzzles();
  std::vector<SolveResult> results(block.size());
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  Counter(engine).count(block, limits, results);
  return results;
}

}  // namespace

TEST_CASE("engines that work together count as one alone", "[count]") {
  for (const std::uint64_t max_solutions : {0, 1, 5, 6, 512, 513, 1000}) {
    CAPTURE(max_solutions);
    const auto expected = count(find_engine("dlx"), max_solutions);
    const auto results = count(nullptr, max_solutions);
    for (std::size_t i = 0; i < results.size(); ++i) {
      CHECK(results[i].solutions == expected[i].solutions);
      CHECK(results[i].outcome == expected[i].outcome);
    }
  }
  CHECK(count(nullptr, 0)[2].solutions > 1000);
}

TEST_CASE("the engines that count are known by their ids", "[count]") {
  const std::string lanes(resolve_engine("lanes")->id);
  using Ids = std::vector<std::string>;
  SolveLimits limits;
  limits.max_solutions = 0;
  CHECK(counting_engines(nullptr, limits) == Ids{lanes, "bandjoin"});
  CHECK(counting_engines(find_engine("dlx"), limits) == Ids{"dlx"});
  limits.max_solutions = 2;
  CHECK(counting_engines(nullptr, limits) == Ids{lanes});
}

TEST_CASE("a count that reaches the limit is cut to it", "[count]") {
  const auto results = count(find_engine("dlx"), 5);
  CHECK(results[0].solutions == 5);
  CHECK(results[0].outcome == Outcome::solution_limit);
}

}  // namespace sudoku
