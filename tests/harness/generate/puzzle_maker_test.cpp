#include "harness/generate/puzzle_maker.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/base/text_digest.h"
#include "harness/commands/command.h"
#include "harness/commands/generate/generate_options.h"
#include "harness/generate/dig.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNeverStopped{false};

MadePuzzles make(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                 const char* engine = "bitmask") {
  return make_puzzles(plan, first, count, *find_engine(engine)->make({}), kNeverStopped);
}

/// Makes 9x9 puzzles.
std::vector<Grid> make_grids(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                             const char* engine = "bitmask") {
  const MadePuzzles made = make(plan, first, count, engine);
  const std::span<const Grid> grids = grids_of(made.puzzles);
  return {grids.begin(), grids.end()};
}

GeneratePlan plan_of(const DigGoal& goal, const Shape& shape = k9x9) {
  GeneratePlan plan;
  plan.shape = shape;
  plan.goal = goal;
  return plan;
}

DigGoal unique_goal(DigEnd end, Symmetry symmetry = Symmetry::none) {
  DigGoal goal;
  goal.min_solutions = goal.max_solutions = 1;
  goal.end = end;
  goal.symmetry = symmetry;
  return goal;
}

/// Counts solutions with an engine that the generator does not use.
SolutionCount solutions_of(const Board& puzzle, std::uint64_t limit = 2) {
  SolveLimits limits;
  limits.max_solutions = limit;
  SolveResult result;
  make_dlx({})->solve(puzzle, limits, {{&result, 1}, {}}, nullptr);
  return result.solutions;
}

/// Whether every clue, or else every eliminated candidate, is needed.
bool is_minimal(const Board& puzzle) {
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    OwnedBoard without = puzzle;
    without.cells()[cell] = 0;
    if (puzzle[cell] != 0 && solutions_of(without) == 1) return false;
    for (std::uint8_t digit = 1; digit <= puzzle.shape.side() && puzzle[cell] == 0; ++digit) {
      if ((puzzle.allowed(cell) & digit_bit(digit)) != 0) continue;
      OwnedBoard restored = puzzle;
      restored.candidates()[cell] |= digit_bit(digit);
      if (solutions_of(restored) == 1) return false;
    }
  }
  return true;
}

bool has_symmetry(const Board& puzzle, Symmetry symmetry) {
  const auto orbits = orbits_of(symmetry, puzzle.shape);
  return std::all_of(orbits.begin(), orbits.end(), [&puzzle](const Orbit& orbit) {
    return std::all_of(orbit.begin(), orbit.end(), [&](std::uint16_t cell) {
      return (puzzle[cell] == 0) == (puzzle[orbit.front()] == 0);
    });
  });
}

}  // namespace

TEST_CASE("generate makes the same puzzles in all versions", "[puzzle_maker]") {
  const auto [arguments, digest] = GENERATE(table<std::string, std::string>({
      {"--grids 20", "4420bd9f83cd8856"},
      {"--grids 20 --method lasvegas", "659976ee55d961c8"},
      {"--grids 20 --method backtrack", "6a21f8bef7a11311"},
      {"--grids 5 --shape 1x12", "33db55fc62c90818"},
      {"--grids 5 --shape 3x4", "c3e6483444594e4b"},
      {"--grids 1 --shape 2x19", "29b0d6a51a4bea67"},
      {"--puzzles 20", "0e19bb476dfb011b"},
      {"--puzzles 20 --minimal", "219f252553bbfb90"},
      {"--puzzles 5 --minimal --shape 2x5", "fb505f9755baa48d"},
      {"--puzzles 5 --minimal --symmetry rotate180", "b25873e24728bfeb"},
      {"--puzzles 20 --unique --clues 26..32 --symmetry mirror", "88b5a27aed50af48"},
      {"--puzzles 10 --clues 22..24", "440a9efa5c728b8c"},
      {"--puzzles 10 --solutions 2..1000", "0da056565dc58daa"},
      {"--puzzles 10 --holes 46", "a4ed84422e4b4ce4"},
      {"--puzzles 3 --shape 1x20 --holes 42% --balanced", "35c6768f7fb3241b"},
      {"--puzzles 5 --impossible", "22cb671a84179d15"},
      {"--puzzles 3 --candidates --shape 2x3", "4886bb3e7d5b79a3"},
      {"--puzzles 1 --candidates --shape 2x5", "5cc76fbc32eed122"},
      {"--puzzles 3 --difficulty medium", "12c31f9f051ec84c"},
      {"--puzzles 2 --difficulty extreme", "cc86114226be45bb"},
  }));
  INFO(arguments);
  const GenerateOptions options =
      generate_options(generate_option_table().parse(split(arguments + " --seed 5", ' ')));
  std::uint64_t found = 0;
  CHECK(make_puzzles_in_parallel(
      options.plan, {0, options.count}, 2, kNeverStopped,
      [&](const MadePuzzles& made) { found += puzzles_digest(made.puzzles); }));
  CHECK(format_digest(found) == digest);
}

TEST_CASE("a puzzle depends only on the seed and its number", "[puzzle_maker]") {
  auto plan = plan_of(kMinimalGoal);
  const std::vector<Grid> together = make_grids(plan, 0, 12);
  for (std::size_t i = 0; i < together.size(); ++i) {
    CHECK(make_grids(plan, i, 1).front() == together[i]);
  }
  CHECK(make_grids(plan, 4, 8, "lanes_scalar") ==
        std::vector<Grid>(together.begin() + 4, together.end()));
  plan.seed = 2;
  CHECK(make_grids(plan, 0, 12) != together);
}

TEST_CASE("puzzles of every shape and symmetry have one solution", "[puzzle_maker]") {
  const Shape shape =
      GENERATE(Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 5}, Shape{3, 4}, Shape{1, 6}, k9x9);
  const auto symmetry = GENERATE(Symmetry::none, Symmetry::rotate180, Symmetry::rotate90,
                                 Symmetry::mirror, Symmetry::diagonal);
  for (const DigEnd end : {DigEnd::at_last_cell, DigEnd::at_first_refusal}) {
    const bool are_minimal = end == DigEnd::at_last_cell;
    // Minimal puzzles with such a pattern are rare.
    const bool is_easy = symmetry == Symmetry::none || symmetry == Symmetry::rotate180;
    if (are_minimal && !is_easy) continue;
    const auto plan = plan_of(unique_goal(end, symmetry), shape);
    const BoardList puzzles = make(plan, 0, 3).puzzles;
    CHECK(puzzles.shape() == shape);
    REQUIRE(puzzles.size() == 3);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      INFO(format_line(puzzles[i]));
      CHECK(solutions_of(puzzles[i]) == 1);
      CHECK(has_symmetry(puzzles[i], symmetry));
      if (are_minimal) CHECK(is_minimal(puzzles[i]));
    }
    if (symmetry == Symmetry::none) CHECK(make(plan, 0, 3, "learn").puzzles == puzzles);
  }
}

TEST_CASE("the numbers of clues and solutions are as requested", "[puzzle_maker]") {
  DigGoal goal = unique_goal(DigEnd::at_target);
  goal.min_clues = 26;
  goal.max_clues = 29;
  goal.max_solutions = GENERATE(0U, 1U, 300U);  // any, one, several
  goal.min_solutions = goal.max_solutions == 300 ? 20 : goal.max_solutions;
  int fewest = kCells;
  int most = 0;
  SolutionCount most_solutions = 0;
  const MadePuzzles made = make(plan_of(goal), 0, 20);
  CHECK((made.effort.checks == 0) == (goal.max_solutions == 0));
  REQUIRE(made.puzzles.size() == 20);
  for (const Grid& puzzle : grids_of(made.puzzles)) {
    const SolutionCount solutions = solutions_of(puzzle, 1000);
    CHECK(solutions >= std::max<std::uint64_t>(goal.min_solutions, 1));
    if (goal.max_solutions != 0) CHECK(solutions <= goal.max_solutions);
    most_solutions = std::max(most_solutions, solutions);
    fewest = std::min(fewest, clue_count(puzzle));
    most = std::max(most, clue_count(puzzle));
  }
  CHECK(fewest >= 26);
  CHECK(most <= 29);
  CHECK(fewest < most);
  CHECK((most_solutions > 1) == (goal.max_solutions != 1));
}

TEST_CASE("rows and columns have the same number of balanced holes", "[puzzle_maker]") {
  const Shape shape = GENERATE(Shape{3, 3}, Shape{1, 20}, Shape{2, 32});
  const int side = static_cast<int>(shape.side());
  DigGoal goal;
  goal.is_balanced = true;
  goal.min_clues = goal.max_clues = static_cast<int>(shape.cells()) - 4 * side - 1;
  const BoardList puzzles = make(plan_of(goal, shape), 0, 2).puzzles;
  REQUIRE(puzzles.size() == 2);
  CHECK_FALSE(puzzles[0] == puzzles[1]);
  CHECK(clue_count(puzzles[0]) == goal.max_clues);
  const HousesOfShape houses(shape);
  for (std::size_t house = 0; house < 2 * shape.side(); ++house) {
    const auto holes = std::ranges::count_if(
        houses.cells_of(house), [&](std::size_t cell) { return puzzles[0][cell] == 0; });
    CHECK(holes >= 4);
    CHECK(holes <= 5);
  }
}

TEST_CASE("puzzles have the requested difficulty", "[puzzle_maker]") {
  GeneratePlan plan = plan_of(kMinimalGoal);
  plan.difficulty = GENERATE(Difficulty::easy, Difficulty::medium, Difficulty::hard);
  for (const Grid& puzzle : make_grids(plan, 0, 5)) {
    CHECK(DifficultyRater().rate(puzzle) == plan.difficulty);
    CHECK(solutions_of(puzzle) == 1);
  }
}

TEST_CASE("an impossible puzzle has no solution, though no clue forbids another",
          "[puzzle_maker]") {
  GeneratePlan plan = plan_of(kMinimalGoal);
  plan.is_impossible = true;
  for (const Grid& puzzle : make_grids(plan, 0, 20)) {
    CHECK(solutions_of(puzzle) == 0);
    for (int cell = 0; cell < kCells; ++cell) {
      for (const int peer : kPeersOfCell[static_cast<std::size_t>(cell)]) {
        CHECK((puzzle[cell] == 0 || puzzle[cell] != puzzle[peer]));
      }
    }
  }
}

TEST_CASE("puzzles given by candidates are minimal and depend only on their number",
          "[puzzle_maker]") {
  const Shape shape = GENERATE(Shape{2, 2}, Shape{2, 3}, Shape{1, 5});
  GeneratePlan plan = plan_of(kMinimalGoal, shape);
  plan.has_candidates = true;
  const MadePuzzles made = make(plan, 0, 3);
  const BoardList& puzzles = made.puzzles;
  REQUIRE(puzzles.size() == 3);
  CHECK(puzzles.have_candidates());
  CHECK(made.effort.checks == 3 * shape.cells() * (shape.side() - 1));
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    CHECK(clue_count(puzzles[i]) == 0);
    CHECK(solutions_of(puzzles[i]) == 1);
    CHECK(is_minimal(puzzles[i]));
    CHECK(make(plan, i, 1).puzzles[0] == puzzles[i]);
  }
  CHECK_FALSE(puzzles[0] == puzzles[1]);
}

TEST_CASE("requirements that are not met end after the last attempt", "[puzzle_maker]") {
  DigGoal goal = unique_goal(DigEnd::at_target);
  goal.min_clues = goal.max_clues = 16;  // no such puzzle exists
  GeneratePlan plan = plan_of(goal);
  plan.max_attempts = 3;
  const MadePuzzles impossible = make(plan, 0, 2);
  CHECK(impossible.puzzles.empty());
  CHECK(impossible.failure == "puzzle 1: no suitable puzzle in 3 full grids; raise --attempts");
  plan = plan_of(kMinimalGoal, {6, 6});
  plan.max_attempts = 1;
  const MadePuzzles hard = make(plan, 0, 1);
  CHECK(hard.puzzles.empty());
  CHECK_THAT(hard.failure, Catch::Matchers::Contains("took more than 10000 guesses"));
}

TEST_CASE("the puzzles before the first that cannot be made are returned", "[puzzle_maker]") {
  DigGoal goal = unique_goal(DigEnd::at_target);
  goal.min_clues = goal.max_clues = 24;
  GeneratePlan plan = plan_of(goal);
  const std::vector<Grid> all = make_grids(plan, 0, 200);
  plan.max_attempts = 5;
  const std::vector<Grid> first = make_grids(plan, 0, 200);
  REQUIRE(!first.empty());
  REQUIRE(first.size() < all.size());
  CHECK(std::equal(first.begin(), first.end(), all.begin()));
  CHECK(make_grids(plan, first.size(), 1).empty());
  const std::string failure = fmt::format("puzzle {}: no suitable", first.size() + 1);
  for (const unsigned threads : {1U, 3U}) {
    std::vector<Grid> received;
    const auto append = [&](const MadePuzzles& made) {
      std::ranges::copy(grids_of(made.puzzles), std::back_inserter(received));
    };
    CHECK_THROWS_WITH(make_puzzles_in_parallel(plan, {0, 200}, threads, kNeverStopped, append),
                      Catch::Matchers::StartsWith(failure));
    CHECK(received == first);
  }
}

TEST_CASE("a stop ends the work without a puzzle", "[puzzle_maker]") {
  const std::atomic<bool> stop{true};
  const auto engine = find_engine("bitmask")->make({});
  GeneratePlan plan;
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  plan.goal = kMinimalGoal;
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  plan.shape = {4, 4};
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  plan.goal.reset();
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
}

TEST_CASE("a stop or a throwing sink ends parallel generation", "[puzzle_maker]") {
  std::atomic<bool> stop{false};
  const auto stopping = [&stop](const MadePuzzles&) { stop = true; };
  CHECK_FALSE(make_puzzles_in_parallel({}, {0, 10'000}, 2, stop, stopping));
  const auto failing = [](const MadePuzzles&) { throw std::runtime_error("full"); };
  CHECK_THROWS_AS(make_puzzles_in_parallel({}, {0, 10'000}, 2, kNeverStopped, failing),
                  std::runtime_error);
}

}  // namespace sudoku
