#include "harness/results/summary_table.h"

#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// An engine that answered `solved` of a hundred puzzles at that rate.
SummaryRecord row_of(const std::string& engine, std::uint64_t per_second,
                     std::uint64_t solved = 100) {
  SummaryRecord row;
  row.key = {engine, "hard.txt", 1, 2, 1, 1};
  row.repetitions = 1;
  row.baseline = "slow";
  Totals& totals = row.tally.totals;
  totals.puzzles = 100;
  totals.solved = solved;
  totals.timeouts = 100 - solved;
  totals.guesses = 250;
  totals.wall_ns = static_cast<std::int64_t>(100'000'000'000 / per_second);
  totals.answer_digest = 0xAB;
  row.ratio.times = MedianEstimate{2, MedianEstimate::Interval{1.5, 2.5}};
  row.tally.latencies.add(50);
  row.tally.latencies.add(100);
  return row;
}

SummaryRecord unavailable_row(const std::string& engine) {
  SummaryRecord row;
  row.key.engine = engine;
  row.verdict = Verdict::unavailable;
  return row;
}

std::vector<std::string> lines_of(const std::vector<SummaryRecord>& rows) {
  return split(format_table(rows, false), '\n');
}

std::string agreement(const std::vector<SummaryRecord>& rows) {
  const auto lines = lines_of(rows);
  return lines.at(2 + rows.size());
}

}  // namespace

TEST_CASE("times have three digits and a unit", "[summary_table]") {
  CHECK(format_time(0) == "0.00 ns");
  CHECK(format_time(1.234) == "1.23 ns");
  CHECK(format_time(12.34) == "12.3 ns");
  CHECK(format_time(123.4) == "123 ns");
  CHECK(format_time(999.4) == "999 ns");
  CHECK(format_time(999.6) == "1.00 us");
  CHECK(format_time(9.996e3) == "10.0 us");
  CHECK(format_time(99.96e3) == "100 us");
  CHECK(format_time(1.25e6) == "1.25 ms");
  CHECK(format_time(7.5e9) == "7.50 s");
  CHECK(format_time(1e13) == "10000 s");
}

TEST_CASE("rates have three digits and a unit", "[summary_table]") {
  CHECK(format_rate(0) == "0.00 /s");
  CHECK(format_rate(335) == "335 /s");
  CHECK(format_rate(3350) == "3.35 k/s");
  CHECK(format_rate(191'000) == "191 k/s");
  CHECK(format_rate(1.5e6) == "1.50 M/s");
}

TEST_CASE("a table has a heading, a line an engine and a sentence", "[summary_table]") {
  SummaryRecord fast = row_of("fast", 4000);
  CHECK(format_table(std::vector{row_of("slow", 2000), fast}, false) ==
        "hard.txt: 100 puzzles, at most 2 solutions, 1 thread\n"
        "  engine      rate    times slow      p50     p99  guesses   solved  verdict\n"
        "  fast    4.00 k/s  2 [1.5, 2.5]  50.0 ns  100 ns      2.5  100/100  ok\n"
        "  slow    2.00 k/s             1  50.0 ns  100 ns      2.5  100/100  ok\n"
        "All 2 engines agree on every puzzle. Answer digest 00000000000000ab.\n"
        "fast is 2x [1.5, 2.5] as fast as slow on hard.txt.\n");
}

TEST_CASE("a sentence says which of two engines is faster, and how sure that is",
          "[summary_table]") {
  SummaryRecord row = row_of("odd", 10);
  const auto sentence = [&row](MedianEstimate times, std::uint64_t blocks = 9) {
    row.ratio = {blocks, times};
    return lines_of({row}).back();
  };
  using Interval = MedianEstimate::Interval;
  CHECK(sentence({1.25, Interval{1.2, 1.3}}) ==
        "odd is 1.25x [1.2, 1.3] as fast as slow on hard.txt.");
  CHECK(sentence({0.5, Interval{0.25, 0.8}}) == "slow is 2x [1.25, 4] as fast as odd on hard.txt.");
  CHECK(sentence({0.00032249, Interval{0.000267, 0.00041}}) ==
        "slow is 3100x [2440, 3750] as fast as odd on hard.txt.");
  CHECK(sentence({1.25, Interval{1, 1.3}}) ==
        "odd and slow cannot be told apart on hard.txt: 1.25x [1, 1.3].");
  CHECK(sentence({1.25, {}}, 5) ==
        "odd is 1.25x as fast as slow on hard.txt; 5 blocks are too few for an interval.");
  CHECK(sentence({1.25, {}}, 1) ==
        "odd is 1.25x as fast as slow on hard.txt; 1 block is too few for an interval.");
}

TEST_CASE("the virtual best engine stands below", "[summary_table]") {
  SummaryRecord a = row_of("a", 10);
  SummaryRecord b = row_of("b", 20);
  CHECK(lines_of({a, b}).back().find("irtual") == std::string::npos);
  a.vbs_share = 0.125;
  b.vbs_share = 0.9;
  CHECK(lines_of({a, b, row_of("c", 5)}).back() ==
        "Virtual best engine; fastest: b 90 %, a 12.5 % of the puzzles.");
  a.vbs_par2_s = b.vbs_par2_s = 2.5e-6;
  CHECK(lines_of({a, b}).back() ==
        "Virtual best engine, PAR-2 2.50 us; fastest: b 90 %, a 12.5 % of the puzzles.");
}

TEST_CASE("the heading tells what was asked", "[summary_table]") {
  SummaryRecord row = row_of("slow", 1);
  row.key.max_solutions = 0;
  row.key.threads = 8;
  row.repetitions = 3;
  row.tally.totals.skipped = 50;
  CHECK(lines_of({row}).front() ==
        "hard.txt: 150 puzzles, all solutions, 8 threads, 3 repetitions in all");
}

TEST_CASE("engines are sorted by speed", "[summary_table]") {
  const auto lines = lines_of(
      {unavailable_row("none"), row_of("slow", 10), row_of("fast", 1000), row_of("mid", 100)});
  REQUIRE(lines.size() > 6);
  CHECK(lines[2].starts_with("  fast "));
  CHECK(lines[3].starts_with("  mid "));
  CHECK(lines[4].starts_with("  slow "));
  CHECK(lines[5].starts_with("  none "));
}

TEST_CASE("what is not known is a dash", "[summary_table]") {
  SummaryRecord row = row_of("odd", 1000, 0);
  row.tally.latencies = {};
  row.ratio.times.reset();
  CHECK(lines_of({row})[2] == "  odd        -           -    -    -        -   0/100  ok");
  CHECK(lines_of({row_of("slow", 10), unavailable_row("none")})[3] ==
        "  none          -           -        -       -        -        -  unavailable");
}

TEST_CASE("a ratio without an interval stands alone", "[summary_table]") {
  SummaryRecord row = row_of("odd", 1000);
  row.ratio.times->interval.reset();
  row.ratio.times->median = 12.3456;
  CHECK(lines_of({row})[2].find("  12.3  ") != std::string::npos);
}

TEST_CASE("agreement is claimed for what was compared", "[summary_table]") {
  const SummaryRecord a = row_of("a", 1);
  const SummaryRecord b = row_of("b", 2);
  CHECK(agreement({a}) == "Every answer obeys the rules. Answer digest 00000000000000ab.");
  CHECK(agreement({a, unavailable_row("c")}) ==
        "Every answer obeys the rules. Answer digest 00000000000000ab.");
  CHECK(agreement({a, b, unavailable_row("c")}) ==
        "All 2 engines agree on every puzzle. Answer digest 00000000000000ab.");
  CHECK(agreement({a, row_of("b", 2, 99)}) == "The 2 engines agree wherever two of them answered.");
  SummaryRecord partial = b;
  partial.verdict = Verdict::partial;
  CHECK(agreement({a, partial}) == "The 2 engines agree wherever two of them answered.");
  CHECK(agreement({unavailable_row("c")}) == "No engine ran.");
}

TEST_CASE("noise does not cast doubt on answers", "[summary_table]") {
  SummaryRecord noisy = row_of("a", 1);
  noisy.verdict = Verdict::noisy;
  SummaryRecord interfered = row_of("b", 1);
  interfered.verdict = Verdict::interfered;
  CHECK(agreement({noisy, interfered}).starts_with("All 2 engines agree"));
}

TEST_CASE("wrong answers and disagreement are said loudly", "[summary_table]") {
  SummaryRecord wrong = row_of("a", 1);
  wrong.verdict = Verdict::wrong;
  SummaryRecord unlike = row_of("b", 1);
  unlike.verdict = Verdict::disagreement;
  CHECK(agreement({unlike, wrong}) == "WRONG ANSWERS: see the messages above.");
  CHECK(agreement({unlike, row_of("c", 1)}) == "THE ENGINES DISAGREE: see the messages above.");
}

TEST_CASE("colours mark verdicts and nothing else", "[summary_table]") {
  SummaryRecord wrong = row_of("a", 1);
  wrong.verdict = Verdict::wrong;
  const std::vector rows{wrong, row_of("b", 2)};
  const std::string plain = format_table(rows, false);
  std::string colored = format_table(rows, true);
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(colored.find("\x1b[32mok\x1b[0m\n") != std::string::npos);
  CHECK(colored.find("\x1b[31mwrong\x1b[0m\n") != std::string::npos);
  for (auto begin = colored.find('\x1b'); begin != colored.npos; begin = colored.find('\x1b')) {
    colored.erase(begin, colored.find('m', begin) + 1 - begin);
  }
  CHECK(colored == plain);
}

}  // namespace sudoku
