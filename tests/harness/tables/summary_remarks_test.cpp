#include "harness/tables/summary_remarks.h"

#include <optional>

#include "tests/harness/tables/summary_testing.h"

namespace sudoku {

TEST_CASE("a sentence names the faster engine and the interval", "[summary_remarks]") {
  struct Case {
    Speedup speedup;
    const char* sentence;
  };
  for (const auto& [speedup, sentence] :
       {Case{{9, Estimate{1.25, Interval{1.2, 1.3}}}, "odd is 1.25x [1.20, 1.30] as fast as slow."},
        {{9, Estimate{0.5, Interval{0.25, 0.8}}}, "slow is 2.00x [1.25, 4.00] as fast as odd."},
        {{9, Estimate{0.00032249, Interval{0.000267, 0.00041}}},
         "slow is 3,100x [2,440, 3,750] as fast as odd."},
        {{9, Estimate{1.25, Interval{1, 1.3}}},
         "Inconclusive: odd is 1.25x [1.00, 1.30] as fast as slow."},
        {{5, Estimate{1.25, {}}},
         "odd is 1.25x as fast as slow. 5 blocks are too few for an interval."},
        {{1, Estimate{1.25, {}}},
         "odd is 1.25x as fast as slow. 1 block is too few for an interval."},
        {{5, Estimate{0.5, {}}},
         "slow is 2.00x as fast as odd. 5 blocks are too few for an interval."},
        {{12, Estimate{1.25, {}}},
         "odd is 1.25x as fast as slow. The times are too short for an interval."}}) {
    CHECK(comparison(row_of("odd", 10), row_of("slow", 5), speedup) == sentence);
  }
}

TEST_CASE("a speedup over some blocks names their number", "[summary_remarks]") {
  SummaryRow cut = cut_row_of("odd", 10, 90);
  SummaryRow whole = row_of("odd", 10);
  cut.totals.blocks = whole.totals.blocks = 16;
  const std::string where = ", over the 14 of 16 blocks that both solved.";
  const SummaryRow slow = row_of("slow", 5);
  CHECK(comparison(cut, slow, {14, Estimate{2, Interval{1.5, 2.5}}}) ==
        "odd is 2.00x [1.50, 2.50] as fast as slow" + where);
  CHECK(comparison(cut, slow, {14, Estimate{0.5, Interval{0.4, 0.8}}}) ==
        "slow is 2.00x [1.25, 2.50] as fast as odd" + where);
  // The same if the baseline hit the limit.
  CHECK(comparison(whole, cut_row_of("slow", 5, 90), {14, Estimate{2, Interval{1.5, 2.5}}}) ==
        "odd is 2.00x [1.50, 2.50] as fast as slow" + where);
}

TEST_CASE("a bound is reported as a bound", "[summary_remarks]") {
  const SummaryRow whole = row_of("odd", 10);
  const SummaryRow cut = cut_row_of("odd", 10, 25);
  SummaryRow cut_baseline = cut_row_of("slow", 5, 25);
  cut_baseline.totals.skipped = 100;
  struct Case {
    SummaryRow row;
    SummaryRow baseline;
    Speedup speedup;
    const char* sentence;
    const char* cell;
  };
  for (const auto& [row, baseline, speedup, sentence, cell] :
       {Case{cut,
             row_of("slow", 5),
             {32, Estimate{1.0 / 113, {}}, Bound::at_most},
             "slow is at least 113x as fast as odd, judging by 32 blocks that both started. odd "
             "did not solve 75 of 100.",
             "  >= 113x slower  "},
        {cut,
         row_of("slow", 5),
         {32, Estimate{3, {}}, Bound::at_most},
         "odd is at most 3.00x as fast as slow, judging by 32 blocks that both started. odd did "
         "not solve 75 of 100.",
         "  <= 3.00x faster  "},
        // The baseline hit the limit in too few blocks for an unknown median.
        {whole,
         cut_row_of("slow", 5, 99),
         {6, Estimate{1.0 / 57, {}}, Bound::at_most},
         "slow is at least 57.0x as fast as odd, judging by 6 blocks that both started. slow did "
         "not solve 1 of 100.",
         "  >= 57.0x slower  "},
        {whole,
         cut_baseline,
         {1, Estimate{113, {}}, Bound::at_least},
         "odd is at least 113x as fast as slow, judging by 1 block that both started. slow did not "
         "solve 175 of 200.",
         "  >= 113x faster  "},
        {whole,
         cut_baseline,
         {8, Estimate{0.224, {}}, Bound::at_least},
         "odd is at most 4.46x slower than slow, judging by 8 blocks that both started. slow did "
         "not solve 175 of 200.",
         "  <= 4.46x slower  "}}) {
    CHECK(comparison(row, baseline, speedup, ", judging by ") == sentence);
    CHECK(comparison(row, baseline, speedup, "  odd ").find(cell) != std::string::npos);
  }
}

TEST_CASE("without a speedup nothing is compared", "[summary_remarks]") {
  SummaryRow cut = cut_row_of("odd", 10, 25);
  cut.speedup = {};
  CHECK(is_unsaid({cut, cut_row_of("slow", 5, 20)}, " as fast"));
  std::vector<SummaryRow> rows = {row_of("odd", 10), faulty_row_of("zero", Verdict::wrong, 100)};
  for (SummaryRow& row : rows) {
    row.baseline.clear();
    row.refused_baseline = "zero";
    row.speedup = {};
  }
  CHECK(lines_of({rows.front()})[1].find("  speedup  ") != std::string::npos);
  CHECK(lines_of(rows).back() == "No speedups: the requested baseline zero is wrong.");
}

TEST_CASE("engines that solve whole blocks are named if others do not", "[summary_remarks]") {
  SummaryRow block = row_of("block", 10);
  block.latencies = {};
  block.is_timed_by_puzzle = false;
  const SummaryRow single = row_of("single", 5);
  CHECK(line_with({block, single}, "whole blocks") ==
        "Solved in whole blocks by block; one puzzle at a time by the others.");
  for (const auto& [a, b] : {std::pair{block, block}, std::pair{single, single},
                             std::pair{block, cut_row_of("nothing", 5, 0)}}) {
    CHECK(is_unsaid({a, b}, "whole blocks"));
  }
}

TEST_CASE("the virtual best engine is in the details and names its engines", "[summary_remarks]") {
  SummaryRow a = row_of("a", 10);
  SummaryRow b = row_of("b", 20);
  SummaryRow slow = row_of("c", 5);
  CHECK(is_unsaid({a, b, slow}, "irtual"));
  a.vbs_share = 0.125;
  b.vbs_share = 0.9;
  CHECK(line_with({a, b, slow}, "irtual") ==
        "Virtual best of the engines timed puzzle by puzzle. Share of puzzles on which each is the "
        "fastest: b 90 %, a 12.5 %.");
  slow.vbs_share = 0;
  a.vbs_par2_s = b.vbs_par2_s = 2.5e-6;
  CHECK(line_with({a, b, slow}, "irtual") ==
        "Virtual best of the engines timed puzzle by puzzle, PAR-2 2.50 us. Share of puzzles on "
        "which each is the fastest: b 90 %, a 12.5 %, c 0 %.");
  CHECK(format_table(std::vector{a, b}, {}).find("irtual") == std::string::npos);
}

TEST_CASE("only the details compare all engines", "[summary_remarks]") {
  SummaryRow second = row_of("second", 1000);
  SummaryRow third = row_of("third", 500);
  SummaryRow tie = row_of("tie", 900);
  third.speedup.ratio = Estimate{0.5, Interval{0.4, 0.8}};
  tie.speedup.ratio = Estimate{0.98, Interval{0.9, 1.1}};
  const std::vector rows = {row_of("slow", 2000), second, third, tie};
  const auto lines = lines_of(rows);
  CHECK(lines[6] ==
        "slow is 2nd of 4: 2.00x slower than second, 1.02x faster than tie (inconclusive).");
  CHECK(lines[7] == "All 4 engines agree on every puzzle.");
  CHECK(lines.size() == 8);
  CHECK(describe_details(rows) ==
        "second is 2.00x [1.50, 2.50] as fast as slow.\n"
        "Inconclusive: slow is 1.02x [0.909, 1.11] as fast as tie.\n"
        "slow is 2.00x [1.25, 2.50] as fast as third.\n"
        "Answer digest 00000000000000ab.\n");
}

TEST_CASE("own solvers come first, with their places and their neighbours", "[summary_remarks]") {
  const auto ratio = [](double value) {
    return Speedup{12, Estimate{value, Interval{0.9 * value, 1.1 * value}}};
  };
  std::vector rows = {row_of("slow", 2000), row_of("mine", 100), row_of("last", 50)};
  rows[1].speedup = ratio(1.0 / 135);
  rows[2].speedup = ratio(1.0 / 300);
  rows[1].is_own = true;
  const auto sentence = [&rows] { return line_with(rows, "mine is "); };
  CHECK(sentence() == "mine is 2nd of 3: 135x slower than slow.");
  rows[1].own_speedups["last"] = ratio(2.3);
  CHECK(sentence() == "mine is 2nd of 3: 135x slower than slow, 2.30x faster than last.");
  CHECK(line_with(rows, "slow is ") == "slow is 135x [123, 150] as fast as mine.");  // a detail
  const std::string coloured = format_table(rows, {.use_color = true});
  CHECK(coloured.find("\x1b[1m\x1b[36m  mine ") != std::string::npos);
  CHECK(coloured.find("m  slow ") == std::string::npos);
  rows[1].own_speedups["last"] = {3, Estimate{1.2, {}}};
  rows[1].speedup = {12, Estimate{0.5, {}}, Bound::at_most};
  CHECK(sentence() ==
        "mine is 2nd of 3: >= 2.00x slower than slow, 1.20x faster than last (no interval).");
  // Nothing distinguishes a solver if all are own ones, and two need no place.
  rows[0].is_own = rows[2].is_own = true;
  CHECK(sentence().empty());
  CHECK(format_table(rows, {.use_color = true}).find("\x1b[36m") == std::string::npos);
  CHECK(line_with({rows[0], rows[1]}, " of 2").empty());
}

TEST_CASE("a stochastic engine has its success rate and its seeds", "[summary_remarks]") {
  SummaryRow row = row_of("lucky", 1000, 60);
  row.verdict = Verdict::incomplete;
  row.totals.timeouts = 0;
  row.totals.gave_up = 40;
  row.key.seed = 7;
  row.success = Estimate{0.6, Interval{0.5, 0.69}};
  row.speedup.ratio = Estimate{0.1, std::nullopt};
  row.speedup.bound = Bound::at_most;
  CHECK_FALSE(is_unsaid({row_of("slow", 1000), row}, "lucky did not solve 40 of 100."));
  const auto says = [&row](const std::string& line) {
    return !is_unsaid({row_of("slow", 1), row}, line + "\n");
  };
  CHECK(
      says("lucky solved 60 of 100 (60.0 % [50.0, 69.0]) with seed 7. Use --repetitions 10 for ten "
           "seeds."));
  row.repetitions = 10;
  CHECK(says("lucky solved 60 of 100 (60.0 % [50.0, 69.0]) with 10 seeds, 7 to 16."));
  row.verdict = Verdict::wrong;
  CHECK_FALSE(says("lucky solved"));
  CHECK(is_unsaid({row_of("slow", 1)}, "seed"));
}

TEST_CASE("agreement is claimed only for compared answers", "[summary_remarks]") {
  const SummaryRow a = row_of("a", 1);
  const SummaryRow b = row_of("b", 2);
  const SummaryRow nothing = cut_row_of("b", 2, 0);
  SummaryRow partial = b;
  partial.verdict = Verdict::partial;
  SummaryRow skipping = b;
  skipping.totals.skipped = 1;
  SummaryRow empty = row_of("d", 1, 0);
  empty.totals.puzzles = empty.totals.timeouts = 0;
  SummaryRow noisy = b;
  noisy.noise = Noise::noisy;
  noisy.spread = 0.1;
  SummaryRow first = a;
  first.key.max_solutions = 1;
  SummaryRow refuting = first;
  refuting.totals.solutions = first.totals.solved - 1;

  const std::string alone = "Only a solved puzzles, so no other engine confirms its answers.";
  const std::string some = "The engines agree on every puzzle that at least two of them solved.";
  const std::string both = "Both engines agree on every puzzle.";
  const std::pair<std::vector<SummaryRow>, std::string> expected[] = {
      {{a}, alone},
      {{a, unavailable_row("c")}, alone},
      {{refuting}, alone},
      {{first}, "Only a solved puzzles. All its solutions are correct."},
      {{a, nothing}, alone},
      {{a, b, unavailable_row("c")}, both},
      {{a, noisy}, both},
      {{a, row_of("b", 2, 99)}, some},
      {{a, partial}, some},
      {{a, skipping}, some},
      {{a, nothing, row_of("c", 1)}, some},
      {{unavailable_row("c")}, "No engine ran."},
      {{nothing, nothing}, "No puzzle was solved."},
      {{empty, empty}, "No puzzle was solved."}};
  for (const auto& [rows, sentence] : expected) CHECK(agreement(rows) == sentence);
  for (const Verdict verdict : {Verdict::wrong, Verdict::disagreement}) {
    CHECK(is_unsaid({a, b, faulty_row_of("odd", verdict, 1)}, " agree "));
  }
}

TEST_CASE("faults come first", "[summary_remarks]") {
  const SummaryRow good = row_of("a", 1);
  const SummaryRow zero = faulty_row_of("zero", Verdict::wrong, 100);
  CHECK(lines_of({zero, good}).front() == "WRONG: zero gave 100 wrong answers of 100.");
  SummaryRow broken = faulty_row_of("broken", Verdict::wrong, 7);
  broken.totals.failed = 7;
  CHECK(lines_of({good, broken}).front() == "WRONG: broken failed on 7 of 100.");
  broken.totals.wrong = 8;
  CHECK(lines_of({good, broken, zero}).front() ==
        "WRONG: broken gave 1 wrong answer of 100 and failed on 7 of 100; zero gave 100 wrong "
        "answers of 100.");
  const SummaryRow odd = faulty_row_of("odd", Verdict::disagreement, 3);
  CHECK(lines_of({odd, good}).front() == "UNRESOLVED DISAGREEMENT: odd on 3.");
  CHECK(lines_of({odd, good, zero, faulty_row_of("even", Verdict::disagreement, 1)}).front() ==
        "WRONG: zero gave 100 wrong answers of 100. UNRESOLVED DISAGREEMENT: "
        "odd on 3, even on 1.");
  CHECK(lines_of({good}).front().starts_with("hard.txt: "));
}

TEST_CASE("noise is marked beside the rate and explained in one line", "[summary_remarks]") {
  SummaryRow row = row_of("a", 1000);
  row.noise = Noise::interfered;
  row.totals.wall_ns = 100'000'000;
  row.totals.lost_ns = 12'500'000;
  row.totals.disturbance = {.wall_ns = 100'000'000, .cpu_ns = 88'000'000};
  const SummaryRow calm = row_of("slow", 100);
  const auto lines = lines_of({row, calm});
  CHECK(lines[2].find("  1.00 k/s~  ") != std::string::npos);
  CHECK(lines[3].find("   100 /s   ") != std::string::npos);
  CHECK(lines[4] == "~ Noise: other programs took up to 12.5 % of the time.");

  SummaryRow noisy = calm;
  noisy.noise = Noise::noisy;
  noisy.spread = 0.081;
  CHECK(
      lines_of({row, noisy})[4] ==
      "~ Noise: other programs took up to 12.5 % of the time; repetitions differ by up to 8.1 %.");

  SummaryRow cut = cut_row_of("odd", 100, 50);
  cut.noise = Noise::interfered;
  cut.totals.lost_ns = cut.totals.wall_ns;
  const auto both = lines_of({row, cut, calm});
  CHECK(both[4].find("   50.0 /s*~  ") != std::string::npos);
  CHECK(both[6] == "~ Noise: other programs took up to 100 % of the time.");

  // Without a rate, there is no mark.
  cut.totals.solved = 0;
  CHECK(is_unsaid({calm, cut, faulty_row_of("zero", Verdict::wrong, 100)}, "~"));
}

TEST_CASE("the line on noise names the causes", "[summary_remarks]") {
  SummaryRow row = row_of("a", 1000);
  row.noise = Noise::interfered;
  row.totals.lost_ns = row.totals.wall_ns / 10;
  const auto says = [&row](const char* causes) {
    return lines_of({row})[3] == fmt::format("~ Noise: {} took up to 10 % of the time.", causes);
  };
  CHECK(says("other programs"));  // read from files, which do not name the causes
  row.totals.disturbance = {.processors_ns = 1000, .stolen_ns = 30, .throttled_ns = 10};
  CHECK(says("other virtual machines"));
  row.totals.disturbance.throttled_ns = 30;
  CHECK(says("other virtual machines and the CPU quota"));
}

TEST_CASE("a total far outside the interval of the median is reported", "[summary_remarks]") {
  const auto remark = [&](Estimate times, std::optional<double> total, const char* words) {
    return comparison(row_of("odd", 10), row_of("slow", 5), {24, times, Bound::none, total}, words);
  };
  const Estimate wide{7.1, Interval{6, 8}};
  struct Case {
    Estimate times;
    double total;
    const char* sentence;
  };
  for (const auto& [times, total, sentence] :
       {Case{wide, 979, "In total time, odd is 979x as fast as slow."},
        {wide, 11.9, ""},
        {wide, 12.1, "In total time, odd is 12.1x as fast as slow."},
        {wide, 4.1, ""},
        {wide, 3.9, "In total time, odd is 3.90x as fast as slow."},
        {{0.2, Interval{0.1, 0.3}}, 0.05, "In total time, slow is 20.0x as fast as odd."},
        {{2, {}}, 3.1, "In total time, odd is 3.10x as fast as slow."},
        {{2, {}}, 2.9, ""}}) {
    CHECK(remark(times, total, "In total") == sentence);
  }
  // A total that contradicts the median is undecided.
  for (const auto& [times, total, sentence] :
       {Case{wide, 0.25, "Undecided: odd is faster in the median (7.10x), slow in total (4.00x)."},
        {{0.25, Interval{0.2, 0.3}},
         2,
         "Undecided: slow is faster in the median (4.00x), odd in total (2.00x)."},
        {{2, {}}, 0.9, "Undecided: odd is faster in the median (2.00x), slow in total (1.11x)."},
        {{1.05, Interval{0.9, 1.2}}, 0.95, ""},
        {wide, 1.1, ""}}) {
    CHECK(remark(times, total, "Undecided") == sentence);
  }
  CHECK(remark(wide, {}, "In total").empty());
  CHECK(remark(wide, {}, "Undecided").empty());
}

TEST_CASE("other engines that are faster in total time are named", "[summary_remarks]") {
  SummaryRow baseline = row_of("slow", 5);
  SummaryRow next = row_of("next", 4);
  next.speedup = {24, Estimate{0.9, Interval{0.8, 0.95}}, Bound::none, 0.9};
  SummaryRow odd = row_of("odd", 10);
  odd.speedup = {24, Estimate{0.5, Interval{0.4, 0.6}}, Bound::none, 2};
  CHECK(line_with({baseline, next, odd}, "in total") ==
        "Slower than slow in the median, but faster in total: odd.");
}

}  // namespace sudoku
