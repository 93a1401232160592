#include "harness/audit/puzzle_examiner.h"

#include <atomic>
#include <vector>

#include "engines/rules.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku {
namespace {

const Grid kMinimal =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
const Grid kFive =
    grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...");

std::vector<Examination> examine(const std::vector<Grid>& puzzles) {
  return PuzzleExaminer({}).examine(boards_of(puzzles)).examinations;
}

/// Returns whether a clue is redundant, with an engine that the examiner does not use.
bool has_clue_to_spare(const Grid& puzzle) {
  const auto engine = find_engine("dlx")->make({});
  for (int cell = 0; cell < kCells; ++cell) {
    Grid reduced = puzzle;
    reduced[cell] = 0;
    if (puzzle[cell] != 0 && solve_one(*engine, reduced, limit_of(2)).solutions == 1) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("puzzles with no, one and several solutions", "[puzzle_examiner]") {
  Grid impossible;
  impossible[0] = impossible[1] = 1;
  const std::vector<Grid> puzzles{impossible, kMinimal, kFive, Grid{}};
  const auto examinations = examine(puzzles);
  REQUIRE(examinations.size() == 4);
  CHECK(examinations[0].has_no_solution());
  CHECK(examinations[1].has_one_solution());
  CHECK(examinations[2].has_several_solutions());
  CHECK(examinations[3].has_several_solutions());
}

TEST_CASE("a redundant clue is found in every cell", "[puzzle_examiner]") {
  const Grid solution = grid_of(kSolvedGrids[0]);
  std::vector<Grid> puzzles{kMinimal};
  for (int cell = 0; cell < kCells; ++cell) {
    if (kMinimal[cell] != 0) continue;
    puzzles.push_back(kMinimal);
    puzzles.back()[cell] = solution[cell];
  }
  const auto examinations = examine(puzzles);
  CHECK(examinations[0].minimality == Minimality::minimal);
  for (std::size_t i = 1; i < puzzles.size(); ++i) {
    CHECK(examinations[i].minimality == Minimality::redundant);
  }
}

TEST_CASE("minimality agrees with another engine", "[puzzle_examiner]") {
  PuzzleSource source(11);
  std::vector<Grid> puzzles;
  for (int i = 0; i < 300; ++i) puzzles.push_back(source.next());
  const auto examinations = examine(puzzles);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (!examinations[i].has_one_solution()) continue;
    INFO(format_line(puzzles[i]));
    CHECK((examinations[i].minimality == Minimality::redundant) == has_clue_to_spare(puzzles[i]));
  }
}

TEST_CASE("puzzles of other shapes are examined, but not rated", "[puzzle_examiner]") {
  const Shape shape{2, 2};
  BoardList puzzles(shape);
  for (const char* text : {"11..............", "1..4..1..4..2..3", "1234341221434321",
                           "................", "123434..........", "..4.3.....14...."}) {
    REQUIRE(parse_symbols(text, shape, puzzles.emplace_back()));
  }
  const ExaminedPuzzles examined = PuzzleExaminer({}, shape).examine(puzzles);
  const auto engine = find_engine("naive")->make({});
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    SolveResult result;
    engine->solve(puzzles[i], {}, {{&result, 1}, {}}, nullptr);
    const Examination& examination = examined.examinations[i];
    CHECK(examination.answer.solutions == result.solutions);
    CHECK(examination.difficulty == Difficulty::any);
    if (result.solutions != 0) CHECK(is_solution_of(examined.solutions[i], puzzles[i]));
  }
  CHECK(examined.examinations[0].has_no_solution());
  CHECK(examined.examinations[2].minimality == Minimality::redundant);
  CHECK(examined.examinations[5].minimality == Minimality::minimal);
  CHECK(examined.examinations[3].has_several_solutions());
}

TEST_CASE("puzzles with one solution are rated", "[puzzle_examiner]") {
  Grid nearly_full = grid_of(kSolvedGrids[0]);
  nearly_full[0] = nearly_full[40] = 0;
  const std::vector<Grid> puzzles{nearly_full, kMinimal, kFive};
  const auto examinations = examine(puzzles);
  CHECK(examinations[0].difficulty == Difficulty::easy);
  CHECK(examinations[1].difficulty == Difficulty::extreme);
  CHECK(examinations[2].difficulty == Difficulty::any);
}

TEST_CASE("a stopped examination is undecided", "[puzzle_examiner]") {
  const std::atomic<bool> stop = true;
  SolveLimits limits;
  limits.stop = &stop;
  const auto examination = PuzzleExaminer(limits).examine(kMinimal).examinations.front();
  CHECK_FALSE(examination.has_no_solution());
  CHECK_FALSE(examination.has_one_solution());
  CHECK_FALSE(examination.has_several_solutions());
  CHECK(examination.minimality == Minimality::undecided);
}

}  // namespace sudoku
