#include "harness/generate/puzzle_maker.h"

#include <fmt/format.h>

#include "engines/houses.h"
#include "harness/base/text_digest.h"
#include "harness/commands/command.h"
#include "harness/commands/generate/generate_options.h"
#include "harness/generate/dig.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/digest.h"
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

DigGoal unique_goal(int clues) {
  DigGoal goal;
  goal.min_solutions = goal.max_solutions = 1;
  goal.min_clues = goal.max_clues = clues;
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
  return std::ranges::all_of(orbits_of(symmetry, puzzle.shape), [&puzzle](const Orbit& orbit) {
    return std::ranges::all_of(orbit, [&](std::uint16_t cell) {
      return (puzzle[cell] == 0) == (puzzle[orbit.front()] == 0);
    });
  });
}

/// Whether the numbers of holes of any two rows and of any two columns differ by at most one.
bool is_balanced(const Board& puzzle) {
  const HousesOfShape houses(puzzle.shape);
  std::set<std::ptrdiff_t> holes;
  for (std::size_t house = 0; house < 2 * puzzle.shape.side(); ++house) {
    holes.insert(std::ranges::count_if(houses.cells_of(house),
                                       [&](std::size_t cell) { return puzzle[cell] == 0; }));
  }
  return *holes.rbegin() - *holes.begin() <= 1;
}

/// Checks that a puzzle meets the requirements of its plan.
void check_requirements(const Board& puzzle, const GeneratePlan& plan) {
  INFO(format_line(puzzle));
  CHECK(puzzle.shape == plan.shape);
  if (!plan.goal) {
    CHECK(is_solution_of(puzzle, OwnedBoard(plan.shape)));
    return;
  }
  const DigGoal& goal = *plan.goal;
  if (goal.max_solutions != 0) {
    const SolutionCount solutions = solutions_of(puzzle, goal.max_solutions + 1);
    CHECK(solutions >= (plan.is_impossible ? 0 : goal.min_solutions));
    CHECK(solutions <= (plan.is_impossible ? 0 : goal.max_solutions));
  }
  const int clues = clue_count(puzzle);
  CHECK(clues >= (plan.has_candidates ? 0 : goal.min_clues));
  CHECK(clues <= (plan.has_candidates ? 0 : goal.max_clues));
  CHECK(puzzle.candidates.empty() != plan.has_candidates);
  CHECK(has_symmetry(puzzle, goal.symmetry));
  if (goal.end == DigEnd::at_last_cell && !plan.is_impossible) CHECK(is_minimal(puzzle));
  if (goal.is_balanced) CHECK(is_balanced(puzzle));
  if (plan.difficulty != Difficulty::any) {
    CHECK(DifficultyRater().rate(as_grid(puzzle)) == plan.difficulty);
  }
  // No clue forbids another.
  const HousesOfShape houses(plan.shape);
  for (std::size_t house = 0; house < 3 * plan.shape.side(); ++house) {
    std::vector<int> seen(plan.shape.side() + 1);
    for (const std::size_t cell : houses.cells_of(house)) ++seen[puzzle[cell]];
    CHECK(std::all_of(seen.begin() + 1, seen.end(), [](int count) { return count <= 1; }));
  }
}

}  // namespace

TEST_CASE("generate makes the requested puzzles, the same in all versions", "[puzzle_maker]") {
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
      {"--puzzles 5 --minimal --shape 2x2", "c36d3bc4d7ecad86"},
      {"--puzzles 5 --minimal --shape 1x6 --symmetry rotate180", "362bbedf9f8a58ef"},
      {"--puzzles 5 --shape 2x3 --symmetry rotate90", "81a14a7f72453318"},
      {"--puzzles 5 --shape 3x2 --symmetry diagonal", "1edfae4fac769b01"},
      {"--puzzles 5 --shape 3x4 --symmetry mirror", "3407145b8f27cf5e"},
      {"--puzzles 20 --unique --clues 26..32 --symmetry mirror", "88b5a27aed50af48"},
      {"--puzzles 10 --clues 22..24", "440a9efa5c728b8c"},
      {"--puzzles 10 --solutions 2..1000", "0da056565dc58daa"},
      {"--puzzles 10 --holes 46", "a4ed84422e4b4ce4"},
      {"--puzzles 3 --shape 1x20 --holes 42% --balanced", "35c6768f7fb3241b"},
      {"--puzzles 2 --shape 2x32 --holes 257 --balanced", "8c3d9a38f361216f"},
      {"--puzzles 3 --holes 9 --balanced", "e2e3b1f7885543aa"},
      {"--puzzles 5 --impossible", "22cb671a84179d15"},
      {"--puzzles 3 --candidates --shape 2x3", "4886bb3e7d5b79a3"},
      {"--puzzles 1 --candidates --shape 2x5", "5cc76fbc32eed122"},
      {"--puzzles 3 --difficulty medium", "12c31f9f051ec84c"},
      {"--puzzles 2 --difficulty extreme", "cc86114226be45bb"},
  }));
  INFO(arguments);
  const GenerateOptions options =
      generate_options(generate_option_table().parse(split(arguments + " --seed 5", ' ')));
  std::vector<MadePuzzles> blocks;
  CHECK(make_puzzles_in_parallel(options.plan, {0, options.count}, 2, kNeverStopped,
                                 [&](const MadePuzzles& made) { blocks.push_back(made); }));
  std::uint64_t found = 0;
  for (const MadePuzzles& made : blocks) {
    found += puzzles_digest(made.puzzles);
    for (std::size_t i = 0; i < made.puzzles.size(); ++i) {
      check_requirements(made.puzzles[i], options.plan);
      if (options.plan.is_impossible) continue;
      CHECK(is_solution_of(made.solutions[i], made.puzzles[i]));
    }
    if (options.plan.goal) {
      CHECK((made.effort.checks == 0) == (options.plan.goal->max_solutions == 0));
    }
  }
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
  plan.shape = {2, 3};
  CHECK(make(plan, 0, 3, "learn").puzzles == make(plan, 0, 3).puzzles);
}

TEST_CASE("requirements that are not met end after the last attempt", "[puzzle_maker]") {
  GeneratePlan plan = plan_of(unique_goal(16));  // no such puzzle exists
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

TEST_CASE("a stop ends the work without a puzzle", "[puzzle_maker]") {
  const std::atomic<bool> stop{true};
  const auto engine = find_engine("bitmask")->make({});
  for (const Shape& shape : {k9x9, Shape{4, 4}}) {
    GeneratePlan plan = plan_of(kMinimalGoal, shape);
    CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
    plan.goal.reset();
    CHECK(make_puzzles(plan, 0, 3, *engine, stop).puzzles.empty());
  }
}

TEST_CASE("a stop keeps the puzzles that are finished", "[puzzle_maker]") {
  GeneratePlan plan;
  plan.goal = kMinimalGoal;
  plan.difficulty = Difficulty::hard;
  constexpr std::size_t kCount = 40;
  const MadePuzzles whole = make(plan, 0, kCount);
  const std::span<const Grid> all = grids_of(whole.puzzles);
  for (const unsigned threads : {1U, 2U}) {
    std::atomic<bool> stop{false};
    std::atomic<unsigned> finished{0};
    std::vector<Grid> kept;
    const auto keep = [&kept](const MadePuzzles& made) {
      std::ranges::copy(grids_of(made.puzzles), std::back_inserter(kept));
    };
    const auto stop_after_five = [&] { stop = ++finished >= 5; };
    CHECK_FALSE(make_puzzles_in_parallel(plan, {0, kCount}, threads, stop, keep, stop_after_five));
    CHECK(kept.size() == finished);
    CHECK(kept.size() < kCount);
    for (const Grid& puzzle : kept) CHECK(std::ranges::count(all, puzzle) == 1);
  }
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
