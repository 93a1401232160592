#include "harness/measure/iterations.h"

#include <map>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const Grid kFirst =
    grid_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
const Grid kSecond =
    grid_of("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");

BoardList block_of_two() {
  BoardList block;
  block.push_back(kFirst);
  block.push_back(kSecond);
  return block;
}

/// Returns the sample of an engine that solved the puzzles in one call.
EngineSample solved(const Boards& puzzles) {
  EngineSample sample = blank_sample(puzzles);
  SolveLimits limits;
  find_engine("bitmask")->make({})->solve(puzzles, limits, sample.answers(), nullptr);
  std::ranges::fill(sample.puzzle_ns, EngineSample::kNotTimed);
  sample.wall_ns = 700;
  return sample;
}

/// Returns the index of a copy of the first puzzle with other digits.
std::size_t copy_of_first(const BoardList& puzzles) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if ((puzzles[i].cells[0] != 0) && puzzles[i] != Board(kFirst)) return i;
  }
  FAIL("there is no copy");
  return 0;
}

}  // namespace

TEST_CASE("iterations contain each puzzle, and the other copies differ in digits only",
          "[iterations]") {
  const BoardList block = block_of_two();
  const Iterations iterations(block, 5, 1);
  const BoardList& puzzles = iterations.puzzles();
  REQUIRE(puzzles.size() == 10);
  std::map<std::string, int> patterns;
  std::map<std::string, int> texts;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    std::string text = format_line(as_grid(puzzles[i]));
    ++texts[text];
    for (char& cell : text) cell = cell == '.' ? '.' : 'x';
    ++patterns[text];
  }
  CHECK(texts.size() == 10);
  CHECK(texts[format_line(kFirst)] == 1);
  CHECK(texts[format_line(kSecond)] == 1);
  REQUIRE(patterns.size() == 2);
  for (const auto& entry : patterns) CHECK(entry.second == 5);
  CHECK(Iterations(block, 5, 1).puzzles() == puzzles);
  CHECK(Iterations(block, 5, 2).puzzles() != puzzles);
}

TEST_CASE("the sample of a block has the answers to its own puzzles", "[iterations]") {
  const BoardList block = block_of_two();
  const Iterations iterations(block, 7, 3);
  EngineSample all = solved(iterations.puzzles());
  auto sample = iterations.sample_of_block(all);
  REQUIRE(sample);
  CHECK(sample->iterations == 7);
  CHECK(sample->wall_ns == 700);
  CHECK(sample->time_of(0) == 50);
  CHECK(sample->failures.empty());
  const EngineSample once = solved(block);
  CHECK(sample->solutions == once.solutions);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK((sample->results[i].solutions == 1));
    CHECK(sample->results[i].guesses == once.results[i].guesses);
  }
  // Only a block that is solved in one call is iterated, and only finished searches count.
  CHECK(is_solved_in_one_call(*sample));
  sample->puzzle_ns[0] = 100;
  CHECK_FALSE(is_solved_in_one_call(*sample));
  all.results[5].outcome = Outcome::stopped;
  CHECK_FALSE(is_solved_in_one_call(all));
  CHECK_FALSE(iterations.sample_of_block(all));
}

TEST_CASE("a wrong answer to a copy is a failure of its puzzle", "[iterations]") {
  const Iterations iterations(block_of_two(), 4, 1);
  const std::size_t copy = copy_of_first(iterations.puzzles());
  const EngineSample right = solved(iterations.puzzles());
  const auto what_of = [&](const EngineSample& all, Outcome expected = Outcome::exhausted) {
    const auto sample = iterations.sample_of_block(all);
    REQUIRE(sample);
    REQUIRE(sample->failures.size() == 1);
    CHECK(sample->failures[0].puzzle == 0);
    CHECK(sample->results[0].outcome == expected);
    CHECK(sample->results[1].outcome == Outcome::exhausted);
    return sample->failures[0].what;
  };
  EngineSample wrong = right;
  wrong.results[copy].solutions = 2;
  CHECK(what_of(wrong) == "found 1 solution, and 2 after the digits were renamed");
  wrong = right;
  std::swap(wrong.solutions.cells_of(copy)[0], wrong.solutions.cells_of(copy)[1]);
  CHECK(what_of(wrong) == "its solution breaks a rule after the digits were renamed");
  wrong = right;
  wrong.results[copy].outcome = Outcome::failed;
  wrong.failures.push_back({copy, "crashed"});
  CHECK(what_of(wrong, Outcome::failed) == "crashed");
}

}  // namespace sudoku
