#include "harness/generate/clue_replacement.h"

#include <algorithm>
#include <vector>

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const Grid kPuzzle =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");

class Solutions final : public SolutionSink {
 public:
  void on_solution(std::size_t, const Board& solution) override {
    list.push_back(as_grid(solution));
  }
  std::vector<Grid> list;
};

std::vector<Grid> solutions_of(const Grid& puzzle) {
  Solutions solutions;
  solve_one(*find_engine("bitmask")->make({}), puzzle, limit_of(0), &solutions);
  return solutions.list;
}

bool contains(const Grid& puzzle, const Grid& part) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (part[cell] != 0 && puzzle[cell] != part[cell]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the requested number of clues is removed", "[clue_replacement]") {
  Random random(1);
  for (int count = 1; count <= 4; ++count) {
    const Grid reduced = drop_clues(kPuzzle, count, random);
    CHECK(clue_count(reduced) == clue_count(kPuzzle) - count);
    CHECK(contains(kPuzzle, reduced));
  }
}

TEST_CASE("clues are added until one solution is left", "[clue_replacement]") {
  Random random(2);
  int children = 0;
  for (int i = 0; i < 60; ++i) {
    const int count = 1 + i % 2;
    const Grid reduced = drop_clues(kPuzzle, count, random);
    std::vector<Grid> solutions = solutions_of(reduced);
    Random same = random;
    const auto child = add_clues(reduced, solutions, count, random);
    std::reverse(solutions.begin(), solutions.end());
    CHECK(add_clues(reduced, solutions, count, same) == child);
    if (!child) continue;
    ++children;
    CHECK(contains(*child, reduced));
    CHECK(clue_count(*child) <= clue_count(kPuzzle));
    CHECK(solutions_of(*child).size() == 1);
  }
  CHECK(children > 10);
}

}  // namespace sudoku
