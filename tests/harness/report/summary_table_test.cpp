#include "harness/report/summary_table.h"

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/project_datasets.h"
#include "harness/report/summary_remarks.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns the row of an engine that solved `solved` of a hundred puzzles.
SummaryRow row_of(const std::string& engine, std::uint64_t per_second, std::uint64_t solved = 100) {
  SummaryRow row;
  row.key = {engine, "hard.txt", 1, 2, 1, 1};
  row.repetitions = 1;
  row.pass_puzzles = 100;
  row.baseline = "slow";
  Totals& totals = row.totals;
  totals.puzzles = 100;
  totals.solved = solved;
  totals.timeouts = 100 - solved;
  totals.guesses = 250;
  totals.wall_ns = static_cast<std::int64_t>(100'000'000'000 / per_second);
  totals.time_ns = totals.wall_ns;
  totals.answer_digest = 0xAB;
  totals.peak_bytes = 1024;
  row.speedup.ratio = Estimate{2, Interval{1.5, 2.5}};
  row.latencies = {.p50 = 50, .p99 = 100};
  row.is_timed_by_puzzle = true;
  return row;
}

SummaryRow unavailable_row(const std::string& engine) {
  SummaryRow row;
  row.key.engine = engine;
  row.verdict = Verdict::unavailable;
  return row;
}

std::vector<std::string> lines_of(const std::vector<SummaryRow>& rows) {
  return split(format_table(rows, {}), '\n');
}

/// Returns all remarks, also those of --verbose.
std::string everything(const std::vector<SummaryRow>& rows) {
  return format_table(rows, {}) + describe_details(rows);
}

/// Returns the first line with the words, also of --verbose; empty if there is none.
std::string line_with(const std::vector<SummaryRow>& rows, std::string_view words) {
  for (const std::string& line : split(everything(rows), '\n')) {
    if (line.find(words) != std::string::npos) return line;
  }
  return {};
}

/// Returns the sentence that compares two engines.
std::string comparison(const std::vector<SummaryRow>& rows) {
  return line_with(rows, " as fast as ");
}

/// Returns the sentence on agreement.
std::string agreement(const std::vector<SummaryRow>& rows) { return lines_of(rows).back(); }

bool is_unsaid(const std::vector<SummaryRow>& rows, std::string_view words) {
  return everything(rows).find(words) == std::string::npos;
}

SummaryRow cut_row_of(const std::string& engine, std::uint64_t per_second, std::uint64_t solved) {
  SummaryRow row = row_of(engine, per_second, solved);
  row.verdict = Verdict::partial;
  row.latencies.p99.reset();
  return row;
}

SummaryRow faulty_row_of(const std::string& engine, Verdict verdict, std::uint64_t faults) {
  SummaryRow row = row_of(engine, 1'000'000);
  row.verdict = verdict;
  (verdict == Verdict::wrong ? row.totals.wrong : row.totals.disagreements) = faults;
  row.speedup = {};
  return row;
}

}  // namespace

TEST_CASE("a table has a heading, a line per engine and a sentence", "[summary_table]") {
  SummaryRow fast = row_of("fast", 4000);
  fast.totals.peak_bytes = 3 << 19;
  CHECK(format_table(std::vector{row_of("slow", 2000), fast}, {}) ==
        "hard.txt: 100 puzzles, at most 2 solutions, 1 thread\n"
        "  engine      rate       speedup  95 % interval      p50     p99    memory  guesses   "
        "solved  verdict\n"
        "  fast    4.00 k/s  2.00x faster   [1.50, 2.50]  50.0 ns  100 ns  1.50 MiB      2.5  "
        "100/100  ok\n"
        "  slow    2.00 k/s      baseline              -  50.0 ns  100 ns  1.00 KiB      2.5  "
        "100/100  ok\n"
        "fast is 2.00x [1.50, 2.50] as fast as slow.\n"
        "Both engines agree on every puzzle.\n");
}

TEST_CASE("a sentence names the faster engine and the interval", "[summary_table]") {
  SummaryRow row = row_of("odd", 10);
  const SummaryRow baseline = row_of("slow", 5);
  const auto sentence = [&](Estimate times, std::uint64_t blocks = 9) {
    row.speedup = {blocks, times};
    return comparison({row, baseline});
  };
  CHECK(sentence({1.25, Interval{1.2, 1.3}}) == "odd is 1.25x [1.20, 1.30] as fast as slow.");
  CHECK(sentence({0.5, Interval{0.25, 0.8}}) == "slow is 2.00x [1.25, 4.00] as fast as odd.");
  CHECK(sentence({0.00032249, Interval{0.000267, 0.00041}}) ==
        "slow is 3,100x [2,440, 3,750] as fast as odd.");
  CHECK(sentence({1.25, Interval{1, 1.3}}) ==
        "Inconclusive: odd is 1.25x [1.00, 1.30] as fast as slow.");
  CHECK(sentence({1.25, {}}, 5) ==
        "odd is 1.25x as fast as slow. 5 blocks are too few for an interval.");
  CHECK(sentence({1.25, {}}, 1) ==
        "odd is 1.25x as fast as slow. 1 block is too few for an interval.");
  CHECK(sentence({0.5, {}}, 5) ==
        "slow is 2.00x as fast as odd. 5 blocks are too few for an interval.");
  CHECK(sentence({1.25, {}}, 12) ==
        "odd is 1.25x as fast as slow. The times are too short for an interval.");
}

TEST_CASE("a speedup over some blocks names their number", "[summary_table]") {
  SummaryRow row = cut_row_of("odd", 10, 90);
  const SummaryRow whole = row_of("slow", 5);
  row.totals.blocks = 16;
  row.speedup = {14, Estimate{2, Interval{1.5, 2.5}}};
  CHECK(comparison({row, whole}) ==
        "odd is 2.00x [1.50, 2.50] as fast as slow, over the 14 of 16 blocks that both "
        "solved.");
  row.speedup.ratio = Estimate{0.5, Interval{0.4, 0.8}};
  CHECK(comparison({row, whole}) ==
        "slow is 2.00x [1.25, 2.50] as fast as odd, over the 14 of 16 blocks that both "
        "solved.");
  row.speedup.ratio = Estimate{1, Interval{0.9, 1.1}};
  CHECK(comparison({row, whole}) ==
        "Inconclusive: odd is 1.00x [0.900, 1.10] as fast as slow, over the 14 of 16 blocks "
        "that both solved.");
  // The same if the baseline hit the limit.
  SummaryRow engine = row_of("odd", 10);
  engine.totals.blocks = 16;
  engine.speedup = {10, Estimate{2, {}}};
  CHECK(comparison({engine, cut_row_of("slow", 5, 90)}) ==
        "odd is 2.00x as fast as slow, over the 10 of 16 blocks that both solved. 10 "
        "blocks are too few for an interval.");
}

TEST_CASE("a bound is reported as a bound", "[summary_table]") {
  SummaryRow cut = cut_row_of("odd", 10, 25);
  cut.speedup = {32, Estimate{1.0 / 113, {}}, Bound::at_most};
  const std::vector rows = {cut, row_of("slow", 5)};
  CHECK(comparison(rows) ==
        "slow is at least 113x as fast as odd over 32 blocks that both started. odd "
        "did not solve 75 of 100.");
  CHECK(line_with(rows, "  odd ").find("  >= 113x slower  ") != std::string::npos);
  cut.speedup.ratio->value = 3;
  CHECK(line_with({cut, row_of("slow", 5)}, "  odd ").find("  <= 3.00x faster  ") !=
        std::string::npos);
  CHECK(comparison({cut, row_of("slow", 5)}) ==
        "odd is at most 3.00x as fast as slow over 32 blocks that both started. odd did "
        "not solve 75 of 100.");

  // The baseline hit the limit in too few blocks for an unknown median.
  SummaryRow slower = row_of("odd", 10);
  slower.speedup = {6, Estimate{1.0 / 57, {}}, Bound::at_most};
  CHECK(comparison({slower, cut_row_of("slow", 5, 99)}) ==
        "slow is at least 57.0x as fast as odd over 6 blocks that both started. slow did "
        "not solve 1 of 100.");

  SummaryRow whole = row_of("odd", 10);
  whole.speedup = {1, Estimate{113, {}}, Bound::at_least};
  SummaryRow cut_baseline = cut_row_of("slow", 5, 25);
  cut_baseline.totals.skipped = 100;
  const std::vector reverse = {whole, cut_baseline};
  CHECK(comparison(reverse) ==
        "odd is at least 113x as fast as slow over 1 block that both started. slow "
        "did not solve 175 of 200.");
  CHECK(line_with(reverse, "  odd ").find("  >= 113x faster  ") != std::string::npos);
}

TEST_CASE("without a speedup nothing is compared", "[summary_table]") {
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

TEST_CASE("engines that solve whole blocks are named if others do not", "[summary_table]") {
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

TEST_CASE("the virtual best engine is in the details and names its engines", "[summary_table]") {
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

TEST_CASE("only the details compare all engines", "[summary_table]") {
  SummaryRow second = row_of("second", 1000);
  SummaryRow third = row_of("third", 500);
  SummaryRow tie = row_of("tie", 900);
  third.speedup.ratio = Estimate{0.5, Interval{0.4, 0.8}};
  tie.speedup.ratio = Estimate{0.98, Interval{0.9, 1.1}};
  const std::vector rows = {row_of("slow", 2000), second, third, tie};
  const auto lines = lines_of(rows);
  CHECK(lines[6] == "second is 2.00x [1.50, 2.50] as fast as slow.");
  CHECK(lines[7] == "No clear difference from slow: tie.");
  CHECK(lines[8] == "All 4 engines agree on every puzzle.");
  CHECK(lines.size() == 9);
  CHECK(describe_details(rows) ==
        "Inconclusive: slow is 1.02x [0.909, 1.11] as fast as tie.\n"
        "slow is 2.00x [1.25, 2.50] as fast as third.\n"
        "Answer digest 00000000000000ab.\n");
}

TEST_CASE("a table leaves out columns that are too wide", "[summary_table]") {
  const std::vector rows = {row_of("fast", 4000), row_of("slow", 2000)};
  const auto header = [&rows](std::size_t width) {
    const auto lines = split(format_table(rows, {.width = width}), '\n');
    for (std::size_t i = 0; i < 4; ++i) CHECK((lines[i].size() <= width || width < 60));
    return lines[1];
  };
  const std::string all = header(kAnyWidth);
  CHECK(header(all.size()) == all);
  CHECK(header(all.size() - 1).find("memory") == std::string::npos);
  CHECK(header(84).find("p50     p99") != std::string::npos);
  CHECK(header(84).find("guesses") == std::string::npos);
  CHECK(header(70).find("95 % interval") != std::string::npos);
  CHECK(header(70).find("p50") == std::string::npos);
  CHECK(header(1) == "  engine      rate       speedup   solved  verdict");
}

TEST_CASE("engines that did not run are in one line", "[summary_table]") {
  SummaryRow lucky = unavailable_row("lucky");
  lucky.verdict = Verdict::not_applicable;
  const auto lines =
      lines_of({unavailable_row("one"), lucky, row_of("slow", 10), unavailable_row("two")});
  CHECK(lines[3] == "Skipped: one, two (unavailable); lucky (not_applicable).");
  CHECK(lines.size() == 5);
  CHECK(lines_of({unavailable_row("one")}).front() == ": 0 puzzles, all solutions, 1 thread");
}

TEST_CASE("the heading describes the task", "[summary_table]") {
  SummaryRow row = row_of("slow", 1);
  row.key.dataset = find_project_dataset("hard.txt").value();
  CHECK(lines_of({row}).front().starts_with("hard.txt (project's dataset): 100 puzzles"));
  row.key.dataset = "hard.txt";
  row.key.max_solutions = 0;
  row.key.threads = 8;
  row.totals.skipped = 50;
  row.pass_puzzles = 150;
  CHECK(lines_of({row}).front() == "hard.txt: 150 puzzles, all solutions, 8 threads");
  row.repetitions = 3;
  row.pass_puzzles = 50;
  CHECK(lines_of({row}).front() ==
        "hard.txt: 50 puzzles x 3 repetitions = 150 solves, all solutions, 8 threads");
  row.pass_puzzles = 60;
  CHECK(lines_of({row}).front() ==
        "hard.txt: 60 puzzles x 3 repetitions, stopped after 150 of 180 solves, all solutions, 8 "
        "threads");
}

TEST_CASE("the rate of an engine that hit a limit is marked", "[summary_table]") {
  const auto lines = lines_of({row_of("slow", 1000), cut_row_of("odd", 1000, 50)});
  CHECK(lines[2].find("1.00 k/s   ") != std::string::npos);
  CHECK(lines[3].find("500 /s*") != std::string::npos);
  CHECK(lines[4] ==
        "* Not all puzzles were solved: the rate is solved puzzles / time of all puzzles.");
  CHECK(is_unsaid({row_of("slow", 1000), row_of("odd", 1000)}, "*"));
  CHECK(is_unsaid({row_of("slow", 1000), cut_row_of("odd", 1000, 0)}, "*"));
}

TEST_CASE("a stochastic engine has its success rate and its seeds", "[summary_table]") {
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

TEST_CASE("engines are sorted by speed, incomplete ones below and wrong ones last",
          "[summary_table]") {
  SummaryRow mid = row_of("mid", 50);  // slower in the median, with a higher rate
  mid.speedup.ratio = Estimate{0.9, {}};
  SummaryRow rarely = row_of("rarely", 60);
  rarely.speedup.ratio = Estimate{0.5, {}};
  SummaryRow unknown = row_of("unknown", 99);
  unknown.speedup = {};
  const auto lines =
      lines_of({faulty_row_of("zero", Verdict::wrong, 100), cut_row_of("cut", 100'000, 50), unknown,
                rarely, row_of("slow", 10), mid, cut_row_of("short", 200'000, 40),
                row_of("fast", 100), faulty_row_of("odd", Verdict::disagreement, 1)});
  REQUIRE(lines.size() > 11);
  const char* expected[] = {"fast", "slow",  "mid", "rarely", "unknown",
                            "cut",  "short", "odd", "zero"};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    CHECK(lines[3 + i].starts_with(fmt::format("  {} ", expected[i])));
  }
}

TEST_CASE("unknown values are a dash", "[summary_table]") {
  SummaryRow row = row_of("odd", 1000);
  row.totals.has_guesses = false;
  CHECK(lines_of({row})[2].find("  100 ns  1.00 KiB        -  100/100  ok") != std::string::npos);
  CHECK(lines_of({cut_row_of("odd", 1000, 50)})[2].find("  50.0 ns    -  ") != std::string::npos);
  row = row_of("odd", 1000, 0);
  row.latencies = {};
  row.speedup.ratio.reset();
  CHECK(lines_of({row})[2] ==
        "  odd        -        -              -    -    -  1.00 KiB        -   0/100  ok");
}

TEST_CASE("a ratio without an interval stands alone", "[summary_table]") {
  SummaryRow row = row_of("odd", 1000);
  row.speedup.ratio->interval.reset();
  row.speedup.ratio->value = 12.3456;
  CHECK(lines_of({row})[2].find("  12.3x faster              -  ") != std::string::npos);
  row.speedup.ratio->value = 0.9999;
  CHECK(lines_of({row})[2].find("  1.00x              -  ") != std::string::npos);
}

TEST_CASE("agreement is claimed only for compared answers", "[summary_table]") {
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

  const std::string alone = "Only a solved puzzles, so no other engine confirms its answers.";
  const std::string some =
      "The 2 engines that solved puzzles agree on all puzzles that two solved.";
  const std::string both = "Both engines agree on every puzzle.";
  const std::pair<std::vector<SummaryRow>, std::string> expected[] = {
      {{a}, alone},
      {{a, unavailable_row("c")}, alone},
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

TEST_CASE("faults come first", "[summary_table]") {
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

TEST_CASE("the speed of a wrong engine is not shown", "[summary_table]") {
  const auto lines = lines_of({row_of("a", 1), faulty_row_of("zero", Verdict::wrong, 100)});
  CHECK(lines[4] ==
        "  zero          -             -              -        -       -         -        -  "
        "100/100  "
        "wrong");
}

TEST_CASE("noise is marked beside the rate and explained in one line", "[summary_table]") {
  SummaryRow row = row_of("a", 1000);
  row.noise = Noise::interfered;
  row.totals.wall_ns = 100'000'000;
  row.totals.lost_ns = 12'500'000;
  row.totals.disturbance = {.wall_ns = 100'000'000, .cpu_ns = 88'000'000};
  const SummaryRow calm = row_of("slow", 100);
  const auto lines = lines_of({row, calm});
  CHECK(lines[2].find("  1.00 k/s~  ") != std::string::npos);
  CHECK(lines[2].ends_with("  100/100  ok"));
  CHECK(lines[3].find("   100 /s   ") != std::string::npos);
  CHECK(lines[4] == "~ Noise: other programs took up to 12.5 % of the time.");
  CHECK(is_unsaid({calm}, "~"));

  SummaryRow noisy = calm;
  noisy.noise = Noise::noisy;
  noisy.spread = 0.081;
  CHECK(lines_of({noisy})[3] == "~ Noise: repetitions differ by up to 8.1 %.");
  CHECK(
      lines_of({row, noisy})[4] ==
      "~ Noise: other programs took up to 12.5 % of the time; repetitions differ by up to 8.1 %.");

  SummaryRow cut = cut_row_of("odd", 100, 50);
  cut.noise = Noise::interfered;
  cut.totals.lost_ns = cut.totals.wall_ns;
  const auto both = lines_of({row, cut, calm});
  CHECK(both[2].find("  1.00 k/s~   ") != std::string::npos);
  CHECK(both[4].find("   50.0 /s*~  ") != std::string::npos);
  CHECK(both[5].starts_with("* "));
  CHECK(both[6] == "~ Noise: other programs took up to 100 % of the time.");

  // Without a rate, there is no mark.
  cut.totals.solved = 0;
  CHECK(is_unsaid({calm, cut}, "~"));
  SummaryRow wrong = faulty_row_of("zero", Verdict::wrong, 100);
  CHECK(is_unsaid({calm, wrong}, "~"));
}

TEST_CASE("the line on noise names the causes", "[summary_table]") {
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

TEST_CASE("a total far outside the interval of the median is reported", "[summary_table]") {
  SummaryRow row = row_of("odd", 10);
  const auto remark = [&](Estimate times, std::optional<double> total) {
    row.speedup = {24, times, Bound::none, total};
    return line_with({row, row_of("slow", 5)}, "In total");
  };
  CHECK(remark({7.1, Interval{6, 8}}, 979) == "In total time, odd is 979x as fast as slow.");
  CHECK(remark({7.1, Interval{6, 8}}, 11.9).empty());
  CHECK(remark({7.1, Interval{6, 8}}, 12.1) == "In total time, odd is 12.1x as fast as slow.");
  CHECK(remark({7.1, Interval{6, 8}}, 4.1).empty());
  CHECK(remark({7.1, Interval{6, 8}}, 3.9) == "In total time, odd is 3.90x as fast as slow.");
  CHECK(remark({2, {}}, 3.1) == "In total time, odd is 3.10x as fast as slow.");
  CHECK(remark({2, {}}, 2.9).empty());
  CHECK(remark({2, {}}, {}).empty());
}

TEST_CASE("a total that contradicts the median is undecided", "[summary_table]") {
  SummaryRow row = row_of("odd", 10);
  const auto remark = [&](Estimate times, std::optional<double> total) {
    row.speedup = {24, times, Bound::none, total};
    return line_with({row, row_of("slow", 5)}, "Undecided");
  };
  CHECK(remark({7.1, Interval{6, 8}}, 0.25) ==
        "Undecided: odd is faster in the median (7.10x), slow in total (4.00x).");
  CHECK(remark({0.25, Interval{0.2, 0.3}}, 2) ==
        "Undecided: slow is faster in the median (4.00x), odd in total (2.00x).");
  CHECK(remark({2, {}}, 0.9) ==
        "Undecided: odd is faster in the median (2.00x), slow in total (1.11x).");
  CHECK(remark({1.05, Interval{0.9, 1.2}}, 0.95).empty());  // within the interval
  CHECK(remark({7.1, Interval{6, 8}}, 1.1).empty());
  CHECK(remark({7.1, Interval{6, 8}}, {}).empty());
}

TEST_CASE("other engines that are faster in total time are named", "[summary_table]") {
  SummaryRow baseline = row_of("slow", 5);
  SummaryRow next = row_of("next", 4);
  next.speedup = {24, Estimate{0.9, Interval{0.8, 0.95}}, Bound::none, 0.9};
  SummaryRow odd = row_of("odd", 10);
  odd.speedup = {24, Estimate{0.5, Interval{0.4, 0.6}}, Bound::none, 2};
  CHECK(line_with({baseline, next, odd}, "in total") ==
        "Slower than slow in the median, but faster in total: odd.");
}

TEST_CASE("PAR-2 is in the table if an engine is partial", "[summary_table]") {
  SummaryRow partial = row_of("partial", 10, 50);
  partial.verdict = Verdict::partial;
  partial.par2_s = 2.5;
  SummaryRow whole = row_of("slow", 10);
  whole.par2_s = 0.01;
  const auto lines = lines_of({whole, partial});
  CHECK(lines[1].find("PAR-2") != std::string::npos);
  CHECK(lines[2].find("10.0 ms") != std::string::npos);
  CHECK(lines[3].find("2.50 s") != std::string::npos);
  CHECK(lines_of({whole})[1].find("PAR-2") == std::string::npos);
}

TEST_CASE("each dash is explained if its column is shown", "[summary_table]") {
  const auto reason = [](const SummaryRow& row, std::size_t width = kAnyWidth) {
    const std::string text = format_table({{row_of("slow", 5), row}}, {.width = width});
    const auto begin = text.find("A dash means: ");
    return begin == text.npos ? "" : text.substr(begin, text.find('\n', begin) - begin);
  };
  CHECK(reason(row_of("a", 10)).empty());
  SummaryRow row = row_of("a", 10);
  row.speedup.ratio = Estimate{2, {}};
  row.speedup.blocks = 10;
  CHECK(reason(row) == "A dash means: no interval for fewer than 12 blocks.");
  CHECK(reason(row, 40).empty());
  row.speedup.blocks = 12;
  CHECK(reason(row) == "A dash means: no interval for times that are too short.");
  row.speedup.bound = Bound::at_least;
  CHECK(reason(row) == "A dash means: no interval for bounds.");
  row = row_of("a", 10);
  row.latencies = {};
  CHECK(reason(row) == "A dash means: no quantiles for block engines.");
  row.totals.solved = 10;
  CHECK(reason(row) == "A dash means: no quantiles for unsolved puzzles.");
  row = row_of("a", 10);
  row.totals.peak_bytes.reset();
  row.totals.has_guesses = false;
  CHECK(reason(row) == "A dash means: guesses not reported; memory unknown.");
  row = row_of("a", 10);
  row.speedup = {};
  CHECK(reason(row) == "A dash means: no speedup without common blocks.");
  row.verdict = Verdict::wrong;
  CHECK(reason(row).empty());
}

TEST_CASE("colours mark verdicts and nothing else", "[summary_table]") {
  SummaryRow wrong = row_of("a", 1);
  wrong.verdict = Verdict::wrong;
  const std::vector rows{wrong, row_of("b", 2)};
  const std::string plain = format_table(rows, {});
  std::string colored = format_table(rows, {.use_color = true});
  CHECK(plain.find('\x1b') == std::string::npos);
  CHECK(colored.find("\x1b[32mok\x1b[0m\n") != std::string::npos);
  CHECK(colored.find("\x1b[31mwrong\x1b[0m\n") != std::string::npos);
  CHECK(colored.find("\x1b[31mWRONG: a") != std::string::npos);
  for (auto begin = colored.find('\x1b'); begin != colored.npos; begin = colored.find('\x1b')) {
    colored.erase(begin, colored.find('m', begin) + 1 - begin);
  }
  CHECK(colored == plain);
}

}  // namespace sudoku
