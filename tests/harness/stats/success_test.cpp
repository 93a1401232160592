#include "harness/stats/success.h"

#include <initializer_list>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// A block from that puzzle on, and which of its puzzles were answered.
void add(SuccessTally& tally, std::uint64_t first, std::initializer_list<bool> answers,
         std::size_t isomorphs = 1) {
  PuzzleBlock block;
  block.first_index = first;
  block.isomorphs = isomorphs;
  for (std::size_t i = 0; i < answers.size(); ++i) block.puzzles.push_back(numbered_puzzle(i));
  EngineSample sample = blank_sample(block.puzzles);
  std::size_t i = 0;
  for (const bool is_answered : answers) {
    sample.results[i++].outcome = is_answered ? Outcome::solution_limit : Outcome::gave_up;
  }
  tally.add(block, sample);
}

}  // namespace

TEST_CASE("successes are those of a puzzle, in whatever block and pass", "[success]") {
  SuccessTally tally;
  CHECK(tally.squares() == 0);
  add(tally, 2, {true, false});
  add(tally, 0, {true, true});
  CHECK(tally.squares() == 3);
  add(tally, 0, {true, false, true, false});
  CHECK(tally.squares() == 2 * 2 + 1 + 2 * 2);
}

TEST_CASE("the isomorphs of a puzzle are one", "[success]") {
  SuccessTally tally;
  add(tally, 5, {true, true, true, false, false, true}, 3);
  CHECK(tally.squares() == 3 * 3 + 1);
}

}  // namespace sudoku
