#include "harness/commands/bench/bench.h"
#include "tests/harness/tables/summary_testing.h"

namespace sudoku {

TEST_CASE("the speed gate judges by the interval, the bound and the solved puzzles",
          "[speed_gate]") {
  struct Case {
    Speedup speedup;
    std::uint64_t solved;
    ExitCode code;
  };
  using enum ExitCode;
  for (const auto& [speedup, solved, code] :
       {Case{{12, Estimate{0.94, Interval{0.93, 0.95}}}, 100, regression},
        {{12, Estimate{0.96, Interval{0.95, 0.97}}}, 100, ok},  // by less than the limit
        {{12, Estimate{0.8, Interval{0.5, 1.01}}}, 100, ok},    // the interval contains 1
        {{12, Estimate{2, Interval{1.9, 2.1}}}, 100, ok},
        {{12, Estimate{2, Interval{1.9, 2.1}}}, 90, regression},
        {{12, Estimate{0.5, {}}, Bound::at_most}, 100, regression},
        {{12, Estimate{0.5, {}}, Bound::at_least}, 100, inconclusive},
        {{5, Estimate{0.5, {}}}, 100, inconclusive},
        {{}, 0, regression}}) {
    SummaryRow row = row_of("new", 10, solved);
    row.speedup = speedup;
    const std::vector rows = {row_of("slow", 5), row};
    CHECK(check_speeds({rows}, "slow", 0.05).code == code);
    // A regression on one dataset outweighs what is unknown on another.
    CHECK(check_speeds({rows, {row_of("slow", 5)}}, "slow", 0.05).code ==
          (code == regression ? regression : inconclusive));
  }
  SummaryRow slower = row_of("new", 1);
  slower.speedup = {12, Estimate{0.5, Interval{0.4, 0.8}}};
  CHECK(check_speeds({{row_of("slow", 5), slower}}, "slow", 0.05).texts ==
        std::vector<std::string>{
            "hard.txt: new is 2.00x slower [1.25, 2.50] than slow, more than 5 %"});
  SummaryRow disputed = row_of("new", 10);
  disputed.verdict = Verdict::partial;
  disputed.speedup = {12, Estimate{2, Interval{1.9, 2.1}}};
  CHECK(check_speeds({{row_of("slow", 5), disputed}}, "slow", 0.05).texts ==
        std::vector<std::string>{
            "hard.txt: new solved 100 of 100 puzzles and has the verdict partial; "
            "slow solved 100 of 100 puzzles and has the verdict ok"});
  CHECK(check_speeds({{row_of("slow", 5), row_of("new", 10)}}, "gone", 0.05).code == inconclusive);
  CHECK(check_speeds({{row_of("slow", 5), row_of("new", 10), unavailable_row("off")}}, "slow", 0.05)
            .code == ok);
}

}  // namespace sudoku
