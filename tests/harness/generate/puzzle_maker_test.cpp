#include "harness/generate/puzzle_maker.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/generate/dig.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/harness/generate/candidates_testing.h"

namespace sudoku {
namespace {

const std::atomic<bool> kNeverStopped{false};

std::vector<Grid> make(const GeneratePlan& plan, std::uint64_t first, std::size_t count,
                       const char* engine = "bitmask") {
  const auto solver = find_engine(engine)->make({});
  const BoardList made = make_puzzles(plan, first, count, *solver, kNeverStopped).puzzles;
  const std::span<const Grid> grids = grids_of(made);
  return {grids.begin(), grids.end()};
}

BoardList make_boards(const GeneratePlan& plan, std::size_t count, const char* engine = "bitmask") {
  const auto solver = find_engine(engine)->make({});
  return make_puzzles(plan, 0, count, *solver, kNeverStopped).puzzles;
}

BoardList make_in_parallel(const GeneratePlan& plan, IndexRange range, unsigned threads) {
  BoardList puzzles;
  const auto append = [&puzzles](const MadePuzzles& made) {
    for (std::size_t i = 0; i < made.puzzles.size(); ++i) puzzles.push_back(made.puzzles[i]);
  };
  CHECK(make_puzzles_in_parallel(plan, range, threads, kNeverStopped, append));
  return puzzles;
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

bool is_minimal(const Board& puzzle) {
  for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
    OwnedBoard without = puzzle;
    without.cells()[cell] = 0;
    if (puzzle[cell] != 0 && solutions_of(without) == 1) return false;
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

TEST_CASE("a puzzle depends only on the seed and its number", "[puzzle_maker]") {
  const auto plan = plan_of(unique_goal(DigEnd::at_last_cell));
  const std::vector<Grid> together = make(plan, 0, 12);
  for (std::size_t i = 0; i < together.size(); ++i) CHECK(make(plan, i, 1).front() == together[i]);
  CHECK(make(plan, 4, 8, "lanes_scalar") ==
        std::vector<Grid>(together.begin() + 4, together.end()));
  GeneratePlan other = plan;
  other.seed = 2;
  CHECK(make(other, 0, 12) != together);
}

TEST_CASE("minimal puzzles of every shape have one solution and no redundant clue",
          "[puzzle_maker]") {
  for (const Shape& shape :
       {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 5}, Shape{3, 4}, Shape{1, 6}, k9x9}) {
    for (const Symmetry symmetry : {Symmetry::none, Symmetry::rotate180, Symmetry::diagonal}) {
      if (symmetry == Symmetry::diagonal && shape != k9x9) continue;
      const auto minimal = plan_of(unique_goal(DigEnd::at_last_cell, symmetry), shape);
      const BoardList puzzles = make_boards(minimal, 3);
      CHECK(puzzles.shape() == shape);
      REQUIRE(puzzles.size() == 3);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        INFO(format_line(puzzles[i]));
        CHECK(solutions_of(puzzles[i]) == 1);
        CHECK(is_minimal(puzzles[i]));
        CHECK(has_symmetry(puzzles[i], symmetry));
      }
      if (symmetry == Symmetry::none) CHECK(make_boards(minimal, 3, "learn") == puzzles);
    }
  }
}

TEST_CASE("unique puzzles of every shape have one solution and redundant clues", "[puzzle_maker]") {
  bool have_spare_clues = false;
  for (const Shape& shape : {Shape{2, 2}, Shape{2, 3}, Shape{4, 4}, Shape{1, 8}, k9x9}) {
    for (const Symmetry symmetry :
         {Symmetry::none, Symmetry::rotate180, Symmetry::rotate90, Symmetry::mirror}) {
      const auto unique = plan_of(unique_goal(DigEnd::at_first_refusal, symmetry), shape);
      const BoardList puzzles = make_boards(unique, 3);
      REQUIRE(puzzles.size() == 3);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        CHECK(solutions_of(puzzles[i]) == 1);
        CHECK(has_symmetry(puzzles[i], symmetry));
        have_spare_clues = have_spare_clues || (shape == k9x9 && !is_minimal(puzzles[i]));
      }
    }
  }
  CHECK(have_spare_clues);
}

TEST_CASE("the number of clues is as requested", "[puzzle_maker]") {
  DigGoal goal = unique_goal(DigEnd::at_target);
  goal.min_clues = 26;
  goal.max_clues = 29;
  bool differs = false;
  for (const Grid& puzzle : make(plan_of(goal), 0, 20)) {
    CHECK(solutions_of(puzzle) == 1);
    CHECK(clue_count(puzzle) >= 26);
    CHECK(clue_count(puzzle) <= 29);
    differs = differs || clue_count(puzzle) != 26;
  }
  CHECK(differs);
}

TEST_CASE("holes are counted, solutions are not", "[puzzle_maker]") {
  DigGoal goal;
  goal.min_clues = goal.max_clues = kCells - 46;
  bool has_many = false;
  const auto engine = find_engine("bitmask")->make({});
  const auto made = make_puzzles(plan_of(goal), 0, 50, *engine, kNeverStopped);
  CHECK(made.effort.checks == 0);
  CHECK(made.effort.attempts == 50);
  for (const Grid& puzzle : grids_of(made.puzzles)) {
    CHECK(clue_count(puzzle) == 35);
    const SolutionCount solutions = solutions_of(puzzle);
    CHECK(solutions >= 1);
    has_many = has_many || solutions > 1;
  }
  CHECK(has_many);
}

TEST_CASE("rows and columns have the same number of balanced holes", "[puzzle_maker]") {
  for (const Shape& shape : {k9x9, Shape{1, 20}, Shape{2, 32}}) {
    const int side = static_cast<int>(shape.side());
    DigGoal goal;
    goal.is_balanced = true;
    goal.min_clues = goal.max_clues = static_cast<int>(shape.cells()) - 4 * side - 1;
    const BoardList puzzles = make_boards(plan_of(goal, shape), 2);
    REQUIRE(puzzles.size() == 2);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      CHECK(clue_count(puzzles[i]) == goal.max_clues);
      const HousesOfShape houses(shape);
      for (std::size_t house = 0; house < 2 * shape.side(); ++house) {
        const auto holes = std::ranges::count_if(
            houses.cells_of(house), [&](std::size_t cell) { return puzzles[i][cell] == 0; });
        CHECK(holes >= 4);
        CHECK(holes <= 5);
      }
    }
    CHECK_FALSE(puzzles[0] == puzzles[1]);
  }
}

TEST_CASE("the number of solutions is as requested", "[puzzle_maker]") {
  DigGoal goal;
  goal.min_solutions = 20;
  goal.max_solutions = 300;
  for (const Grid& puzzle : make(plan_of(goal), 0, 20)) {
    const SolutionCount solutions = solutions_of(puzzle, 1000);
    CHECK(solutions >= 20);
    CHECK(solutions <= 300);
    // Few puzzles with this number of clues have so many solutions, so digging stops early.
    CHECK(clue_count(puzzle) > 20);
  }
}

TEST_CASE("puzzles have the requested difficulty", "[puzzle_maker]") {
  DifficultyRater rater;
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::medium, Difficulty::hard}) {
    GeneratePlan plan = plan_of(unique_goal(DigEnd::at_last_cell));
    plan.difficulty = difficulty;
    for (const Grid& puzzle : make(plan, 0, 5)) {
      CHECK(rater.rate(puzzle) == difficulty);
      CHECK(solutions_of(puzzle) == 1);
    }
  }
}

TEST_CASE("an impossible puzzle has no solution, though no clue forbids another",
          "[puzzle_maker]") {
  GeneratePlan plan = plan_of(unique_goal(DigEnd::at_last_cell));
  plan.is_impossible = true;
  const std::vector<Grid> puzzles = make(plan, 0, 20);
  CHECK(make(plan, 5, 1).front() == puzzles[5]);
  for (const Grid& puzzle : puzzles) {
    CHECK(solutions_of(puzzle) == 0);
    for (int cell = 0; cell < kCells; ++cell) {
      for (const int peer : kPeersOfCell[static_cast<std::size_t>(cell)]) {
        CHECK((puzzle[cell] == 0 || puzzle[cell] != puzzle[peer]));
      }
    }
  }
}

TEST_CASE("unreachable requirements end after the last attempt", "[puzzle_maker]") {
  DigGoal goal = unique_goal(DigEnd::at_target);
  goal.min_clues = goal.max_clues = 16;  // no such puzzle exists
  GeneratePlan plan = plan_of(goal);
  plan.max_attempts = 3;
  const auto engine = find_engine("bitmask")->make({});
  const MadePuzzles made = make_puzzles(plan, 0, 2, *engine, kNeverStopped);
  CHECK(made.puzzles.empty());
  CHECK(made.failure == "puzzle 1: no suitable puzzle in 3 full grids; raise --attempts");
}

TEST_CASE("the puzzles before the first that cannot be made are returned", "[puzzle_maker]") {
  DigGoal goal = unique_goal(DigEnd::at_target);
  goal.min_clues = goal.max_clues = 24;
  GeneratePlan plan = plan_of(goal);
  const std::vector<Grid> all = make(plan, 0, 200);
  plan.max_attempts = 5;
  const std::vector<Grid> first = make(plan, 0, 200);
  REQUIRE(!first.empty());
  REQUIRE(first.size() < all.size());
  CHECK(std::equal(first.begin(), first.end(), all.begin()));
  CHECK(make(plan, first.size(), 1).empty());
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

TEST_CASE("puzzles given by candidates are minimal and depend only on their number",
          "[puzzle_maker]") {
  for (const Shape& shape : {Shape{2, 2}, Shape{2, 3}, Shape{1, 4}}) {
    GeneratePlan plan = plan_of(kMinimalGoal, shape);
    plan.has_candidates = true;
    TrialEngine engine;
    const MadePuzzles made = make_puzzles(plan, 0, 3, engine, kNeverStopped);
    const BoardList& puzzles = made.puzzles;
    REQUIRE(puzzles.size() == 3);
    CHECK(puzzles.have_candidates());
    const std::size_t others = shape.cells() * (shape.side() - 1);
    CHECK(made.effort.checks == 3 * others);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      CHECK(is_minimal_in_candidates(puzzles[i]));
      CHECK(make_puzzles(plan, i, 1, engine, kNeverStopped).puzzles[0] == puzzles[i]);
    }
    CHECK_FALSE(puzzles[0] == puzzles[1]);
  }
}

TEST_CASE("full grids of every shape obey the rules", "[puzzle_maker]") {
  for (std::uint8_t rows = 1; rows <= kLastSideOfSearch / 2; ++rows) {
    for (std::uint8_t columns = 2; std::size_t{rows} * columns <= kLastSideOfSearch; ++columns) {
      GeneratePlan plan;
      plan.shape = {rows, columns};
      const BoardList grids = make_boards(plan, 2);
      REQUIRE(grids.size() == 2);
      if (plan.shape.side() > 3) CHECK_FALSE(grids[0] == grids[1]);
      const OwnedBoard empty(plan.shape);
      for (std::size_t i = 0; i < grids.size(); ++i) CHECK(is_solution_of(grids[i], empty));
    }
  }
}

TEST_CASE("every full grid of 4x4 is generated, equally often in its class", "[puzzle_maker]") {
  constexpr int kCount = 20'000;
  constexpr std::size_t kGrids = 288;
  GeneratePlan plan;
  plan.shape = {2, 2};
  const BoardList grids = make_boards(plan, kCount);
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < grids.size(); ++i) ++seen[format_line(grids[i])];
  CHECK(seen.size() == kGrids);
  // The isomorphic grids form two classes, of 96 and 192.
  std::vector<int> counts;
  for (const auto& [grid, count] : seen) counts.push_back(count);
  std::sort(counts.begin(), counts.end());
  const auto is_even = [&](std::size_t first, std::size_t size) {
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(first);
    return *(begin + static_cast<std::ptrdiff_t>(size) - 1) < 2 * *begin;
  };
  const bool is_small_class_first = is_even(0, 96) && is_even(96, 192);
  CHECK((is_small_class_first || (is_even(0, 192) && is_even(192, 96))));
}

TEST_CASE("a puzzle that takes too many guesses to verify is not returned", "[puzzle_maker]") {
  GeneratePlan plan = plan_of(unique_goal(DigEnd::at_last_cell), {6, 6});
  plan.max_attempts = 1;
  const auto engine = find_engine("bitmask")->make({});
  const MadePuzzles made = make_puzzles(plan, 0, 1, *engine, kNeverStopped);
  CHECK(made.puzzles.empty());
  CHECK_THAT(made.failure, Catch::Matchers::Contains("took more than 10000 guesses"));
}

TEST_CASE("a stop ends the work without a puzzle", "[puzzle_maker]") {
  const std::atomic<bool> stop{true};
  const auto engine = find_engine("bitmask")->make({});
  GeneratePlan plan;
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  plan.goal = unique_goal(DigEnd::at_last_cell);
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  plan.shape = {4, 4};
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  plan.goal.reset();
  CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
}

TEST_CASE("puzzles do not depend on threads and shards", "[puzzle_maker]") {
  const auto [shape, count] = GENERATE(table<Shape, std::uint64_t>(
      {{k9x9, 300}, {Shape{2, 3}, 300}, {Shape{4, 4}, 12}, {Shape{4, 5}, 4}}));
  const bool is_small = shape.side() <= 16;
  const DigEnd end = is_small ? DigEnd::at_last_cell : DigEnd::at_first_refusal;
  const GeneratePlan plan = plan_of(unique_goal(end), shape);
  const BoardList puzzles = make_in_parallel(plan, {0, count}, 1);
  CHECK(puzzles.size() == count);
  CHECK(make_in_parallel(plan, {0, count}, 3) == puzzles);
  BoardList joined;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const BoardList part = make_in_parallel(plan, range_of({i, 3}, count), 2);
    for (std::size_t j = 0; j < part.size(); ++j) joined.push_back(part[j]);
  }
  CHECK(joined == puzzles);
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
