#include "harness/commands/bench/bench.h"

#include "tests/catch.h"
#include "tests/harness/commands/bench/bench_testing.h"

namespace sudoku {
namespace {

void swap_two_cells(const Grid&, GridAnswer& result) {
  std::swap(result.first_solution[0], result.first_solution[1]);
}

void drop_a_clue(const Grid& puzzle, GridAnswer& result) {
  Grid less = puzzle;
  *std::find_if(less.cells.begin(), less.cells.end(), [](auto digit) { return digit != 0; }) = 0;
  result = solve_one(*find_engine("dlx")->make({}), less, limit_of(1));
  result.outcome = Outcome::exhausted;
}

void count_one_more(const Grid&, GridAnswer& result) { ++result.solutions; }

void find_nothing(const Grid&, GridAnswer& result) { result = {}; }

void give_up(const Grid&, GridAnswer& result) { result.outcome = Outcome::timeout; }

void lose_one_of_many(const Grid&, GridAnswer& result) {
  if (result.solutions > 100) --result.solutions;
}

/// Returns the number of bytes that the calling thread has written; -1 if the system does not
/// count them.
std::int64_t bytes_written() {
  std::ifstream counters("/proc/thread-self/io");
  for (std::string name; counters >> name;) {
    std::int64_t value = 0;
    if (counters >> value && name == "wchar:") return value;
  }
  return -1;
}

}  // namespace

TEST_CASE("if all engines agree, the exit code is 0 and every dataset has rows", "[bench]") {
  Bench bench(" --repetitions 3");
  bench.add_dataset("one.txt", kUniqueLine);
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::ok);
  CHECK(bench.standard_error.empty());
  CHECK(contains(bench.standard_output, "one.txt: 1 puzzle x 3 repetitions = 3 solves, "));
  CHECK(contains(bench.standard_output, "three.txt: 3 puzzles x 3 repetitions = 9 solves, "));
  CHECK(contains(bench.standard_output, "Both engines agree on every puzzle."));
  const std::string out = bench.out().string();
  CHECK(bench.standard_output.ends_with(
      fmt::format("Results: {0}\nReport:  sudoku-bench report {0}\n", out)));

  const auto runs = bench.runs();
  REQUIRE(runs.size() == 12);
  for (std::size_t i = 6; i < 12; ++i) {
    check_row(runs[i], {{"dataset", bench.datasets[1]},
                        {"engine", i % 2 == 0 ? "a" : "b"},
                        {"repetition", std::to_string(i / 2 - 3)},
                        {"puzzles", "3"},
                        {"solved", "3"},
                        {"solutions", "301"},
                        {"errors", "0"},
                        {"wall_ns", "3000"},
                        {"cpu_ns", "3000"},
                        {"puzzles_per_second", "1000000"},
                        {"answer_digest", runs[6].at("answer_digest")},
                        {"verdict", "ok"}});
  }
  const auto summary = bench.summary();
  CHECK(verdicts(summary) == Texts{"a:ok", "b:ok", "a:ok", "b:ok"});
  check_row(
      summary[2],
      {{"repetitions", "3"}, {"puzzles", "9"}, {"answer_digest", runs[6].at("answer_digest")}});
  const auto context = bench.context();
  CHECK(context["arguments"] == nlohmann::json({"bench", "of", "a", "test"}));
  CHECK(context["engines"] == nlohmann::json({"a", "b"}));
  CHECK(context["datasets"][1]["puzzles"] == 3);
  CHECK(context["datasets"][1]["digest"] == runs[6].at("dataset_digest"));
}

TEST_CASE("a planted wrong engine is caught", "[bench]") {
  const auto [name, tamper, errors] = GENERATE(
      table<const char*, Tamper, const char*>({{"solution against the rules", swap_two_cells, "3"},
                                               {"dropped clue", drop_a_clue, "3"},
                                               {"one more in every count", count_one_more, "3"},
                                               {"one solution lost", lose_one_of_many, "1"}}));
  const std::string threads = GENERATE("1", "2");
  INFO(name << ", threads: " << threads);
  Bench bench(" --per-puzzle --threads " + threads, kThree);
  CHECK(bench.run({honest("a"), solver("planted", tamper), honest("c")}) == ExitCode::wrong_answer);
  CHECK(verdicts(bench.runs()) == Texts{"a:ok", "planted:wrong", "c:ok"});
  CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  CHECK(bench.runs()[1].at("errors") == errors);
  CHECK(bench.puzzles().size() == 9);
  CHECK(bench.context()["datasets"][0]["puzzles"] == 3);
  CHECK(contains(bench.standard_error, ":2: planted: "));
  CHECK(contains(bench.standard_error, kManyLine));
  CHECK_FALSE(contains(bench.standard_error, " a: "));
}

TEST_CASE("only the first faults are shown, unless all are requested", "[bench]") {
  const std::string option = GENERATE(" --quiet", "", " --verbose");
  Bench bench(option, lines_of(kUniqueLine, 15));
  CHECK(bench.run({solver("planted", swap_two_cells)}) == ExitCode::wrong_answer);
  const auto lines = split(bench.standard_error, '\n');
  CHECK(lines.size() == (option == " --verbose" ? 15 : 11));
  CHECK((lines.back() == "... and 5 more faulty answers; --verbose shows all") ==
        (option != " --verbose"));
  CHECK(bench.standard_output.empty() == (option == " --quiet"));
  CHECK(bench.runs()[0].at("errors") == "15");
}

TEST_CASE("repetitions with different answers are reported", "[bench]") {
  Bench bench(" --repetitions 3", lines_of(kUniqueLine, 8));
  int calls = 0;  // none is a preparation, because there is one block
  const auto forget = [&calls](const Grid&, GridAnswer& result) {
    if (++calls == 12) result.solutions = 0;
  };
  CHECK(bench.run({solver("planted", forget)}) == ExitCode::wrong_answer);
  CHECK(verdicts(bench.runs()) == Texts{"planted:ok", "planted:wrong", "planted:ok"});
  CHECK(verdicts(bench.summary()) == Texts{"planted:wrong"});
  CHECK(contains(bench.standard_error,
                 "planted: the answers of repetition 1 differ from those of the first"));
}

TEST_CASE("an engine that does not support the task has a row without numbers", "[bench]") {
  const auto [limit, skipped, verdict] =
      GENERATE(table<const char*, Solver, const char*>({{"1", counter(), "counter:not_applicable"},
                                                        {"0", lucky(), "lucky:not_applicable"},
                                                        {"2", lucky(), "lucky:not_applicable"},
                                                        {"0", missing(), "missing:unavailable"}}));
  Bench bench(std::string(" --max-solutions ") + limit, kThree);
  CHECK(bench.run({skipped, honest("a")}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == Texts{"a:ok", verdict});
  CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  CHECK(bench.runs()[1].at("puzzles") == "0");
}

TEST_CASE("an engine that only counts runs if several solutions are requested", "[bench]") {
  Bench bench(" --max-solutions 2", kThree);
  CHECK(bench.run({honest("a"), counter()}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == Texts{"a:ok", "counter:ok"});
}

TEST_CASE("a stochastic engine has another seed in each repetition", "[bench]") {
  Bench bench(" --max-solutions 1 --repetitions 3 --seed 4 --per-puzzle", kThree);
  CHECK(bench.run({honest("a"), lucky()}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) ==
        Texts{"a:ok", "lucky:incomplete", "a:ok", "lucky:ok", "a:ok", "lucky:incomplete"});
  Texts seeds;
  for (const Row& row : bench.runs()) seeds.push_back(row.at("engine_seed"));
  CHECK(seeds == Texts{"", "4", "", "5", "", "6"});
  CHECK(bench.runs()[1].at("gave_up") == "3");
  CHECK(bench.puzzles()[1].at("runstatus") == "gave_up");
  const auto rows = bench.summary();
  check_row(
      rows[1],
      {{"verdict", "incomplete"}, {"solved", "3"}, {"gave_up", "6"}, {"success_squares", "3"}});
  CHECK(rows[1].at("success_rate").starts_with("0.3333"));
  CHECK(rows[0].at("success_rate").empty());
  CHECK(contains(bench.standard_output, "lucky solved 3 of 9 (33.3 % ["));
  CHECK(contains(bench.standard_output, "with 3 seeds, 4 to 6. "));
}

TEST_CASE("a run without an engine is refused, with the reasons", "[bench]") {
  const auto refusal = [](const std::vector<Solver>& solvers, const std::string& limit) {
    Bench bench(" --max-solutions " + limit, kThree);
    const std::string said = message_of<UsageError>([&] { bench.run(solvers); });
    CHECK_FALSE(std::filesystem::exists(bench.out()));
    return said;
  };
  CHECK(refusal({missing(), lucky()}, "2") ==
        "engine missing is unavailable; engine lucky is for --max-solutions 1 only");
  CHECK(refusal({counter()}, "1") ==
        "engine counter counts solutions, and --max-solutions 1 asks for one");
  for (const EngineInfo& info : all_engines()) {
    if (info.runs_here()) continue;
    const Solver absent{std::string(info.id), [] { return std::unique_ptr<Engine>(); }};
    CHECK(refusal({absent}, "2") == unavailable_message(info));
  }
}

TEST_CASE("invalid input ends the run, and the results so far are written", "[bench]") {
  Bench bench;
  bench.add_dataset("good.txt", kThree);
  bench.add_dataset("bad.txt", lines_of(kUniqueLine, 20) + "5k..\n" + lines_of(kUniqueLine, 20));
  bench.add_dataset("never.txt", kThree);
  CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::bad_input);
  CHECK(bench.error.starts_with(bench.datasets[1] + ":21:2: "));
  CHECK(verdicts(bench.runs()) == Texts{"a:ok", "b:ok", "a:partial", "b:partial"});
  CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  CHECK(bench.runs()[2].at("puzzles") == "20");
  CHECK(bench.context()["datasets"].size() == 2);
  CHECK(contains(bench.standard_output, "good.txt: 3 puzzles"));
}

TEST_CASE("an engine that is too slow is partial", "[bench]") {
  Bench bench(" --time-limit 10us --per-puzzle", lines_of(kUniqueLine, 40));
  CHECK(bench.run({honest("slow", 1000), honest("fast", 10)}) == ExitCode::ok);
  const auto runs = bench.runs();
  CHECK(verdicts(runs) == Texts{"slow:partial", "fast:ok"});
  check_row(runs[0], {{"puzzles", "10"}, {"skipped", "30"}});
  CHECK(runs[1].at("puzzles") == "40");
  CHECK(contains(bench.standard_output,
                 "The engines agree on every puzzle that at least two of them solved."));
  int left_out = 0;
  for (const Row& row : bench.puzzles()) {
    const bool is_left_out = row.at("runstatus") == "other";
    CHECK(row.at("wall_ns").empty() == is_left_out);
    left_out += is_left_out ? 1 : 0;
  }
  CHECK(left_out == 30);
}

TEST_CASE("engines are compared with the fastest or the requested one", "[bench]") {
  const std::string baseline = GENERATE("", "slow");
  Bench bench("", lines_of(kUniqueLine, 96));
  bench.baseline = baseline;
  CHECK(bench.run({honest("slow", 3000), honest("fast", 1000)}) == ExitCode::ok);
  const auto rows = bench.summary();
  const bool is_slow = baseline == "slow";
  const double ratio = is_slow ? 3 : 1.0 / 3;
  for (const Row& row : rows) CHECK(row.at("baseline") == (is_slow ? "slow" : "fast"));
  CHECK(rows[is_slow ? 0 : 1].at("ratio") == "1");
  const Row& compared = rows[is_slow ? 1 : 0];
  for (const char* column : {"ratio", "ratio_low", "ratio_high"}) {
    CHECK(std::stod(compared.at(column)) == Approx(ratio));
  }
  CHECK(compared.at("ratio_blocks") == "12");
  check_row(rows[0], {{"median_ns", "3000"}, {"median_low_ns", "3000"}, {"max_ns", "3000"}});
  CHECK(std::stod(rows[0].at("par2_s")) == Approx(3e-6));
}

TEST_CASE("an engine that hits a limit is not faster", "[bench]") {
  Bench bench(" --timeout 1s", lines_of(kUniqueLine, 96));
  CHECK(bench.run({solver("quitter", give_up, 10), honest("a", 1000)}) == ExitCode::ok);
  const auto rows = bench.summary();
  check_row(rows[0], {{"baseline", "a"},
                      {"ratio_bound", "at_most"},
                      {"ratio_low", ""},
                      {"ratio_high", ""},
                      {"puzzles_per_second", "0"},
                      {"median_ns", ""},
                      {"p50_ns", ""},
                      {"max_ns", ""},
                      {"par2_s", "2"},
                      {"vbs_share", ""}});
  CHECK(std::stod(rows[0].at("ratio")) == Approx(100));
  CHECK(rows[1].at("ratio_bound").empty());
  CHECK_FALSE(contains(bench.standard_output, " agree "));
  for (const Row& row : bench.rows("blocks")) {
    CHECK(row.at("solved") == (row.at("engine") == "a" ? row.at("puzzles") : "0"));
  }

  Bench slow("", lines_of(kUniqueLine, 96));
  CHECK(slow.run({solver("quitter", give_up, 5000), honest("a", 1000)}) == ExitCode::ok);
  CHECK(contains(slow.standard_output, "a is at least 5.00x as fast as quitter, judging by "));
  CHECK(contains(slow.standard_output,
                 " blocks that both started. quitter did not solve 96 of 96.\n"));
}

TEST_CASE("without a right engine that solves puzzles, none is faster", "[bench]") {
  const bool are_quitters = GENERATE(true, false);
  Bench bench("", lines_of(kUniqueLine, 96));
  if (are_quitters) {
    CHECK(bench.run({solver("a", give_up, 10), solver("b", give_up)}) == ExitCode::ok);
    CHECK_FALSE(contains(bench.standard_output, " as fast"));
    CHECK(contains(bench.standard_output, "No puzzle was solved."));
  } else {
    bench.baseline = "zero";
    CHECK(bench.run({solver("zero", find_nothing, 1), honest("a")}) == ExitCode::wrong_answer);
    CHECK(contains(bench.standard_output, "No speedups: the requested baseline zero is wrong."));
  }
  for (const Row& row : bench.summary()) check_row(row, {{"baseline", ""}, {"ratio", ""}});
}

TEST_CASE("an engine with wrong answers is never the fastest", "[bench]") {
  const auto lie_once = [](const Grid&, GridAnswer& result) {
    if (result.solutions == 5) result.solutions = 4;
  };
  // One wrong answer in the middle or at the end cancels all wins.
  const auto [asked, tamper, text] = GENERATE_COPY(table<std::string, Tamper, std::string>(
      {{"", find_nothing, lines_of(kUniqueLine, 96)},
       {"a", find_nothing, lines_of(kUniqueLine, 96)},
       {"", lie_once, lines_of(kUniqueLine, 95) + kFiveLine},
       {"", lie_once, lines_of(kUniqueLine, 50) + kFiveLine + lines_of(kUniqueLine, 45)}}));
  Bench bench("", text);
  bench.baseline = asked;
  CHECK(bench.run({solver("zero", tamper, 1), honest("a"), honest("b", 2000)}) ==
        ExitCode::wrong_answer);
  const auto rows = bench.summary();
  CHECK(verdicts(rows) == Texts{"zero:wrong", "a:ok", "b:ok"});
  for (const Row& row : rows) CHECK(row.at("baseline") == "a");
  check_row(rows[0], {{"ratio", ""},
                      {"ratio_low", ""},
                      {"vbs_share", ""},
                      {"par2_s", ""},
                      {"median_ns", ""},
                      {"p50_ns", ""},
                      {"max_ns", ""}});
  CHECK(rows[1].at("vbs_share") == "1");
  CHECK(rows[2].at("vbs_share") == "0");
  CHECK(std::stod(rows[1].at("vbs_par2_s")) == Approx(1e-6));
  CHECK(bench.standard_output.starts_with("WRONG: zero gave "));
  CHECK_FALSE(contains(bench.standard_output, "as fast as zero"));
  CHECK_FALSE(contains(bench.standard_output, "zero is"));
  CHECK_FALSE(contains(bench.standard_error, " a: "));
}

TEST_CASE("a baseline that cannot run is replaced", "[bench]") {
  Bench bench("", kThree);
  bench.baseline = "missing";
  CHECK(bench.run({honest("a"), missing()}) == ExitCode::ok);
  for (const Row& row : bench.summary()) CHECK(row.at("baseline") == "a");
  CHECK(contains(bench.standard_output,
                 "The requested baseline missing did not run. The baseline is a.\n"));
  CHECK(contains(bench.standard_error, "engine missing is unavailable\n"));
}

TEST_CASE("every dataset is solved by the engines that support its boards", "[bench]") {
  Bench bench(" --max-solutions 2");
  bench.add_dataset("four.txt", "1...............\n");
  bench.add_dataset("six.txt", "123456..............................\n");
  CHECK(bench.run({only_for("a", {2, 2}), only_for("b", {2, 3})}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == Texts{"a:ok", "b:not_applicable", "b:ok", "a:not_applicable"});
}

TEST_CASE("a timed thread writes no rows", "[bench]") {
  Bench bench(" --per-puzzle --block-size 1", lines_of(kUniqueLine, 40));
  std::vector<std::int64_t> written;
  const auto note = [&written](const Grid&, GridAnswer&) { written.push_back(bytes_written()); };
  CHECK(bench.run({solver("a", note)}) == ExitCode::ok);
  REQUIRE(written.size() >= 40);
  if (written.front() < 0) WARN("this system does not count what a thread writes");
  // Waking another thread may write a few bytes. A row has more than fifty.
  CHECK(written.back() - written.front() < 40 * 50);
  CHECK(bench.puzzles().size() == 40);
}

TEST_CASE("the answers do not depend on the number of threads", "[bench]") {
  std::string digest;
  for (const std::string threads : {"1", "2"}) {
    Bench bench(" --per-puzzle --threads " + threads,
                lines_of(kFiveLine, 30) + lines_of(kUniqueLine, 30));
    CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::ok);
    if (digest.empty()) digest = bench.runs()[0].at("answer_digest");
    for (const Row& row : bench.runs()) CHECK(row.at("answer_digest") == digest);
    const auto puzzles = bench.puzzles();
    REQUIRE(puzzles.size() == 120);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      check_row(puzzles[i], {{"line", std::to_string(i / 2 + 1)},
                             {"engine", i % 2 == 0 ? "a" : "b"},
                             {"solutions", i < 60 ? "5" : "1"},
                             {"wall_ns", "1000"}});
    }
  }
}

}  // namespace sudoku
