#include "harness/stats/rows.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("the rate includes the whole run", "[record]") {
  Totals totals;
  totals.puzzles = 600;  // 100 of them are unsolved
  totals.solved = 500;
  totals.wall_ns = 2'000'000'000;
  CHECK(puzzles_per_second(totals, 1) == 250);
  CHECK(puzzles_per_second(totals, 4) == 1000);  // wall_ns is summed over the threads
}

TEST_CASE("no time gives no rate", "[record]") {
  Totals totals;
  totals.puzzles = totals.solved = 5;
  CHECK(puzzles_per_second(totals, 1) == 0);
}

TEST_CASE("outcomes have the names of ASlib", "[record]") {
  SolveResult result;
  for (const Outcome outcome : {Outcome::exhausted, Outcome::solution_limit}) {
    result.outcome = outcome;
    CHECK(runstatus_of(result, true) == "ok");
  }
  for (const Outcome outcome : {Outcome::guess_limit, Outcome::timeout, Outcome::stopped}) {
    result.outcome = outcome;
    CHECK(runstatus_of(result, true) == "timeout");
  }
  CHECK(runstatus_of(result, false) == "other");
}

TEST_CASE("an outcome is read back from its name", "[record]") {
  for (const Outcome outcome :
       {Outcome::exhausted, Outcome::timeout, Outcome::failed, Outcome::gave_up}) {
    SolveResult result;
    result.outcome = outcome;
    PuzzleRow row;
    row.runstatus = runstatus_of(result, true);
    CHECK(result_of(row).outcome == outcome);
  }
  PuzzleRow row;
  row.runstatus = "ok";
  CHECK_FALSE(result_of(row).has_guesses);
  row.guesses = 7;
  row.solutions = 3;
  CHECK(result_of(row).has_guesses);
  CHECK(result_of(row).guesses == 7);
  CHECK(result_of(row).solutions == 3);
}

}  // namespace sudoku
