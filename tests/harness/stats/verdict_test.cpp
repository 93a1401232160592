#include "harness/stats/verdict.h"

#include <optional>
#include <vector>

#include "harness/stats/rows.h"
#include "tests/catch.h"

namespace sudoku {

TEST_CASE("each verdict has a name", "[verdict]") {
  CHECK(to_string(Verdict::wrong) == "wrong");
  CHECK(to_string(Verdict::disagreement) == "disagreement");
  CHECK(to_string(Verdict::unavailable) == "unavailable");
  CHECK(to_string(Verdict::not_applicable) == "not_applicable");
  CHECK(to_string(Verdict::partial) == "partial");
  CHECK(to_string(Verdict::incomplete) == "incomplete");
  CHECK(to_string(Verdict::interfered) == "interfered");
  CHECK(to_string(Verdict::noisy) == "noisy");
  CHECK(to_string(Verdict::ok) == "ok");
}

TEST_CASE("each verdict is found by its name", "[verdict]") {
  for (int i = 0; i <= static_cast<int>(Verdict::ok); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    CHECK(verdict_named(to_string(verdict)) == verdict);
  }
  CHECK_FALSE(verdict_named("fine"));
  CHECK_FALSE(verdict_named(""));
}

TEST_CASE("the most severe fault is the verdict of a row", "[verdict]") {
  Totals totals;
  totals.puzzles = 10;
  totals.solved = 10;
  totals.wall_ns = 10'000'000;
  totals.cpu_ns = 10'000'000;
  CHECK(verdict_of(totals, false) == Verdict::ok);
  CHECK(verdict_of(totals, true) == Verdict::partial);

  totals.interfered_ns = 500'000;
  CHECK(verdict_of(totals, false) == Verdict::ok);
  totals.interfered_ns = 500'001;
  CHECK(verdict_of(totals, false) == Verdict::interfered);
  totals.gave_up = 1;
  CHECK(verdict_of(totals, false) == Verdict::incomplete);
  totals.skipped = 1;
  CHECK(verdict_of(totals, false) == Verdict::partial);
  totals.disagreements = 1;
  CHECK(verdict_of(totals, false) == Verdict::disagreement);
  totals.wrong = 1;
  CHECK(verdict_of(totals, true) == Verdict::wrong);
}

TEST_CASE("a search that a limit stopped makes a row partial", "[verdict]") {
  Totals totals;
  totals.puzzles = 10;
  totals.solved = 9;
  totals.timeouts = 1;
  CHECK(verdict_of(totals, false) == Verdict::partial);
}

TEST_CASE("repetitions of different speed are noisy, unless they have different seeds",
          "[verdict]") {
  const auto verdict_of_runs = [](std::int64_t second_ns, std::optional<std::uint64_t> seed = {},
                                  Verdict second = Verdict::ok) {
    std::vector<RunRow> runs(2);
    for (RunRow& run : runs) {
      run.totals.puzzles = run.totals.solved = 100;
      run.totals.wall_ns = run.totals.time_ns = 1000;
      run.engine_seed = seed;
    }
    runs[1].totals.wall_ns = runs[1].totals.time_ns = second_ns;
    runs[1].verdict = second;
    return verdict_of(runs);
  };
  CHECK(verdict_of_runs(1000) == Verdict::ok);
  CHECK(verdict_of_runs(1040) == Verdict::ok);
  CHECK(verdict_of_runs(2000) == Verdict::noisy);
  CHECK(verdict_of_runs(2000, 1) == Verdict::ok);
  CHECK(verdict_of_runs(2000, {}, Verdict::interfered) == Verdict::interfered);
  CHECK(verdict_of(std::vector<RunRow>()) == Verdict::ok);
}

}  // namespace sudoku
