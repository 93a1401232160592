#include "harness/tables/summary_table.h"

#include <optional>

#include "harness/dataset/project_datasets.h"
#include "tests/harness/tables/summary_testing.h"

namespace sudoku {

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
  SummaryRow mute = row_of("odd", 1000);
  mute.totals.has_guesses = false;
  SummaryRow unsolved = row_of("odd", 1000, 0);
  unsolved.latencies = {};
  unsolved.speedup.ratio.reset();
  SummaryRow single = row_of("odd", 1000);
  single.speedup.ratio = Estimate{12.3456, {}};
  SummaryRow equal = row_of("odd", 1000);
  equal.speedup.ratio = Estimate{0.9999, {}};
  for (const auto& [row, cells] :
       {std::pair(mute, "  100 ns  1.00 KiB        -  100/100  ok"),
        std::pair(cut_row_of("odd", 1000, 50), "  50.0 ns    -  "),
        std::pair(unsolved,
                  "  odd        -        -              -    -    -  1.00 KiB        -   "
                  "0/100  ok"),
        std::pair(faulty_row_of("odd", Verdict::wrong, 100),
                  "  odd        -        -              -    -    -       -        -  100/100  "
                  "wrong"),
        std::pair(single, "  12.3x faster              -  "),
        std::pair(equal, "  1.00x              -  ")}) {
    CHECK(format_table({{row}}, {}).find(cells) != std::string::npos);
  }
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
  const auto reason = [](const auto& change, std::size_t width = kAnyWidth) {
    SummaryRow row = row_of("a", 10);
    change(row);
    const std::string text = format_table({{row_of("slow", 5), row}}, {.width = width});
    const auto begin = text.find("A dash means: ");
    return begin == text.npos ? "" : text.substr(begin, text.find('\n', begin) - begin);
  };
  const auto without_interval = [](std::uint64_t blocks, Bound bound = Bound::none) {
    return [=](SummaryRow& row) { row.speedup = {blocks, Estimate{2, {}}, bound}; };
  };
  CHECK(reason([](SummaryRow&) {}).empty());
  CHECK(reason(without_interval(10)) == "A dash means: no interval for fewer than 12 blocks.");
  CHECK(reason(without_interval(10), 40).empty());
  CHECK(reason(without_interval(12)) == "A dash means: no interval for times that are too short.");
  CHECK(reason(without_interval(12, Bound::at_least)) == "A dash means: no interval for bounds.");
  CHECK(reason([](SummaryRow& row) { row.latencies = {}; }) ==
        "A dash means: no quantiles without times of single puzzles.");
  CHECK(reason([](SummaryRow& row) {
          row.latencies = {};
          row.totals.solved = 10;
        }) == "A dash means: no quantiles for unsolved puzzles.");
  CHECK(reason([](SummaryRow& row) {
          row.totals.peak_bytes.reset();
          row.totals.has_guesses = false;
        }) == "A dash means: guesses not reported; memory unknown.");
  CHECK(reason([](SummaryRow& row) { row.speedup = {}; }) ==
        "A dash means: no speedup without common blocks.");
  CHECK(reason([](SummaryRow& row) {
          row.speedup = {};
          row.verdict = Verdict::wrong;
        }).empty());
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

TEST_CASE("counted events are means per puzzle and per guess", "[summary_table]") {
  const auto counted = [](const std::string& engine, const EventCounts& events) {
    SummaryRow row = row_of(engine, 1000, 90);
    row.totals.guesses = 40;
    row.totals.blocks = 8;
    row.totals.events = events;
    return row;
  };
  SummaryRow mute = counted("mute", {98'765, 49'000, 30'000, 600, {}});
  mute.totals.has_guesses = false;
  mute.totals.scaled = 3;
  SummaryRow wrong = counted("wrong", {1, 2, 3, 4, 5});
  wrong.verdict = Verdict::wrong;
  SummaryRow unasked = counted("unasked", {0, 0, 0, 0, 0});
  unasked.totals.puzzles = 0;
  CHECK(is_unsaid({counted("none", {}), wrong, unasked}, "CPU events"));
  CHECK_FALSE(is_unsaid(
      {counted("dlx", {150'000, 60'000, 30'000, 800, 50}), counted("none", {}), mute, wrong},
      "CPU events per puzzle:\n"
      "  engine  instructions  cycles  instr/cycle  branch misses  L1d misses  branch/guess  "
      "L1d/guess\n"
      "  dlx             1500     600          2.5              8         0.5            20       "
      "1.25\n"
      "  mute             988     490         2.02              6           -             -        "
      "  -\n"
      "The CPU has too few counters, so some counts are estimates: mute in 3 of 8 blocks.\n"));
}

}  // namespace sudoku
