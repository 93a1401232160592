#include "harness/commands/bench/bench.h"

#include <atomic>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engines/registry.h"
#include "tests/catch.h"
#include "tests/harness/commands/bench/bench_testing.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;
using Row = std::map<std::string, std::string>;

constexpr std::int64_t kCallNs = 1000;

constexpr const char* kUnique =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
constexpr const char* kMany =  // 295 solutions
    "8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4..";
constexpr const char* kFive =  // 5 solutions
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...";

/// Redirects a descriptor of the process to a file during its lifetime.
class Captured {
 public:
  explicit Captured(int descriptor) : descriptor_(descriptor), original_(::dup(descriptor)) {
    const int file = ::open((directory_ / "text").c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, descriptor_);
    ::close(file);
  }
  ~Captured() {
    ::dup2(original_, descriptor_);
    ::close(original_);
  }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  std::string text() const { return read_file(directory_ / "text"); }

 private:
  TemporaryDirectory directory_;
  int descriptor_;
  int original_;
};

/// Returns the rows of a CSV file without quoted fields, by column.
std::vector<Row> read_rows(const std::filesystem::path& path) {
  const auto lines = split(read_file(path), '\n');
  const auto names = split(lines.at(0) + ',', ',');
  std::vector<Row> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = split(lines[i] + ',', ',');
    REQUIRE(fields.size() == names.size());
    Row& row = rows.emplace_back();
    for (std::size_t f = 0; f < fields.size(); ++f) row[names[f]] = fields[f];
  }
  return rows;
}

/// Returns `engine:verdict` of each row.
std::vector<std::string> verdicts(const std::vector<Row>& rows) {
  std::vector<std::string> verdicts;
  for (const Row& row : rows) verdicts.push_back(row.at("engine") + ':' + row.at("verdict"));
  return verdicts;
}

using Tamper = std::function<void(const Grid&, GridAnswer&)>;

/// Returns an engine that finds the correct answers and passes them to `tamper`. Every call takes
/// the given time of the fake clock.
Solver solver(const std::string& id, Tamper tamper, std::int64_t wall_ns = kCallNs,
              std::int64_t cpu_ns = kCallNs) {
  return {id,
          [=] {
            const std::shared_ptr<Engine> engine = find_engine("dlx")->make({});
            return std::make_unique<FakeEngine>(
                [=](const Grid& puzzle, const SolveLimits& limits, GridAnswer& result) {
                  FakeStopwatch::advance(wall_ns, cpu_ns);
                  result = solve_one(*engine, puzzle, limits);
                  tamper(puzzle, result);
                });
          },
          false, 1};
}

Solver honest(const std::string& id, std::int64_t wall_ns = kCallNs) {
  return solver(
      id, [](const Grid&, SolveResult&) {}, wall_ns, wall_ns);
}

/// A run of the bench command in a temporary directory.
class Bench {
 public:
  Bench() {
    options.results.out = out().string();
    options.progress = When::never;
    options.limits.max_solutions = 0;
  }

  std::filesystem::path out() const { return directory_ / "out"; }

  void add_dataset(const std::string& name, const std::string& text) {
    write_file(directory_ / name, text);
    options.datasets.push_back(directory_ / name);
  }

  ExitCode run(const std::vector<Solver>& solvers) {
    const std::vector<std::string> arguments = {"bench", "of", "a", "test"};
    const Captured captured_out(STDOUT_FILENO);
    const Captured captured_err(STDERR_FILENO);
    FakeStopwatch stopwatch;
    ExitCode code{};
    error = message_of<InputError>([&] {
      const auto make = [&](std::span<const BoardKind>) { return solvers; };
      code = run_bench(options, make, stopwatch, arguments);
    });
    standard_output = captured_out.text();
    standard_error = captured_err.text();
    return error.empty() ? code : ExitCode::bad_input;
  }

  std::vector<Row> runs() const { return read_rows(out() / "runs.csv"); }
  std::vector<Row> summary() const { return read_rows(out() / "summary.csv"); }
  std::vector<Row> puzzles() const { return read_rows(out() / "puzzles.csv"); }
  nlohmann::json context() const {
    return nlohmann::json::parse(read_file(out() / "context.json"));
  }

  BenchOptions options;
  std::string error;  // of an InputError
  std::string standard_output;
  std::string standard_error;

 private:
  TemporaryDirectory directory_;
};

/// Returns that many lines of the same puzzle.
std::string lines_of(const std::string& puzzle, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += puzzle + '\n';
  return text;
}

const std::string kThree = std::string(kUnique) + '\n' + kMany + '\n' + kFive + '\n';

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

TEST_CASE("engines that agree end with exit code 0", "[bench]") {
  Bench bench;
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::ok);
  CHECK(bench.standard_error.empty());
  CHECK(bench.standard_output.find("Both engines agree on every puzzle.") != std::string::npos);
  CHECK(bench.standard_output.ends_with("Results: " + bench.options.results.out +
                                        "\nReport:  sudoku-bench report " +
                                        bench.options.results.out + "\n"));

  const auto runs = bench.runs();
  REQUIRE(runs.size() == 2);
  for (const Row& row : runs) {
    CHECK(row.at("dataset") == bench.options.datasets[0]);
    CHECK(row.at("repetition") == "0");
    CHECK(row.at("puzzles") == "3");
    CHECK(row.at("solved") == "3");
    CHECK(row.at("solutions") == "301");
    CHECK(row.at("errors") == "0");
    CHECK(row.at("wall_ns") == "3000");
    CHECK(row.at("cpu_ns") == "3000");
    CHECK(row.at("puzzles_per_second") == "1000000");
    CHECK(row.at("answer_digest") == runs[0].at("answer_digest"));
  }
  CHECK(verdicts(runs) == std::vector<std::string>{"a:ok", "b:ok"});
  CHECK(verdicts(bench.summary()) == verdicts(runs));

  const auto context = bench.context();
  CHECK(context["arguments"] == nlohmann::json({"bench", "of", "a", "test"}));
  CHECK(context["engines"] == nlohmann::json({"a", "b"}));
  CHECK(context["datasets"][0]["puzzles"] == 3);
  CHECK(context["datasets"][0]["digest"] == runs[0].at("dataset_digest"));
}

TEST_CASE("a planted wrong engine is caught", "[bench]") {
  struct Plant {
    const char* name;
    Tamper tamper;
    const char* verdict;
    const char* errors;
  };
  const Plant plants[] = {
      {"solution against the rules", swap_two_cells, "wrong", "3"},
      {"dropped clue", drop_a_clue, "wrong", "3"},
      {"one more in every count", count_one_more, "wrong", "3"},
      {"one solution lost", lose_one_of_many, "wrong", "1"},
  };
  for (const Plant& plant : plants) {
    for (const unsigned threads : {1U, 2U}) {
      INFO(plant.name << ", " << threads << " threads");
      Bench bench;
      bench.options.threads = threads;
      bench.options.per_puzzle = true;
      bench.add_dataset("three.txt", kThree);
      const auto code = bench.run({honest("a"), solver("planted", plant.tamper), honest("c")});
      CHECK(code == ExitCode::wrong_answer);
      const std::vector<std::string> expected = {"a:ok", std::string("planted:") + plant.verdict,
                                                 "c:ok"};
      CHECK(verdicts(bench.runs()) == expected);
      CHECK(verdicts(bench.summary()) == expected);
      CHECK(bench.runs()[1].at("errors") == plant.errors);
      CHECK(bench.puzzles().size() == 9);
      CHECK(bench.context()["datasets"][0]["puzzles"] == 3);
      CHECK(bench.standard_error.find(":2: planted: ") != std::string::npos);
      CHECK(bench.standard_error.find(lines_of(kMany, 1)) != std::string::npos);
      CHECK(bench.standard_error.find(" a: ") == std::string::npos);
    }
  }
}

TEST_CASE("the expectation of the dataset reveals a lost solution", "[bench]") {
  Bench bench;
  bench.add_dataset("counts.csv",
                    "puzzle,count\n" + std::string(kMany) + ",295\n" + kFive + ",5\n");
  CHECK(bench.run({solver("planted", lose_one_of_many)}) == ExitCode::wrong_answer);
  CHECK(verdicts(bench.runs()) == std::vector<std::string>{"planted:wrong"});
  CHECK(bench.standard_error.find(":2: planted: found 294 solutions, expected 295: " +
                                  std::string(kMany)) != std::string::npos);
}

TEST_CASE("only the first faults are shown, unless all are requested", "[bench]") {
  for (const Verbosity verbosity : {Verbosity::quiet, Verbosity::normal, Verbosity::verbose}) {
    Bench bench;
    bench.options.verbosity = verbosity;
    bench.add_dataset("many.txt", lines_of(kUnique, 15));
    CHECK(bench.run({solver("planted", swap_two_cells)}) == ExitCode::wrong_answer);
    const auto lines = split(bench.standard_error, '\n');
    CHECK(lines.size() == (verbosity == Verbosity::verbose ? 15 : 11));
    CHECK((lines.back() == "... and 5 more faulty answers; --verbose shows all") ==
          (verbosity != Verbosity::verbose));
    CHECK(bench.standard_output.empty() == (verbosity == Verbosity::quiet));
    CHECK(bench.runs()[0].at("errors") == "15");
  }
}

TEST_CASE("repetitions with different answers are reported", "[bench]") {
  Bench bench;
  bench.options.repetitions = 3;
  bench.add_dataset("many.txt", lines_of(kUnique, 8));
  int calls = 0;  // none is a preparation, because there is one block
  const auto forget = [&calls](const Grid&, GridAnswer& result) {
    if (++calls == 12) result.solutions = 0;
  };
  CHECK(bench.run({solver("planted", forget)}) == ExitCode::wrong_answer);
  CHECK(verdicts(bench.runs()) ==
        std::vector<std::string>{"planted:ok", "planted:wrong", "planted:ok"});
  CHECK(verdicts(bench.summary()) == std::vector<std::string>{"planted:wrong"});
  CHECK(bench.standard_error.find(
            "planted: the answers of repetition 1 differ from those of the first") !=
        std::string::npos);
}

TEST_CASE("repetitions with the same answers are correct", "[bench]") {
  Bench bench;
  bench.options.repetitions = 3;
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({honest("a")}) == ExitCode::ok);
  const auto runs = bench.runs();
  REQUIRE(runs.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(runs[i].at("repetition") == std::to_string(i));
  const Row summary = bench.summary().at(0);
  CHECK(summary.at("repetitions") == "3");
  CHECK(summary.at("puzzles") == "9");
  CHECK(summary.at("answer_digest") == runs[0].at("answer_digest"));
}

TEST_CASE("an engine that only counts does not run if a solution is requested", "[bench]") {
  Bench bench;
  bench.add_dataset("three.txt", kThree);
  Solver counting = honest("counting");
  counting.lists_solutions = false;
  bench.options.limits.max_solutions = 1;
  CHECK(bench.run({honest("a"), counting}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == std::vector<std::string>{"a:ok", "counting:not_applicable"});
  CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  CHECK(bench.runs()[1].at("puzzles") == "0");

  Bench two;
  two.add_dataset("three.txt", kThree);
  two.options.limits.max_solutions = 2;
  CHECK(two.run({honest("a"), counting}) == ExitCode::ok);
  CHECK(verdicts(two.runs()) == std::vector<std::string>{"a:ok", "counting:ok"});
}

namespace {

/// Returns a stochastic engine that solves with an odd seed and gives up with an even one.
Solver lucky() {
  const auto with = [](bool finds) {
    return solver("lucky", [finds](const Grid&, GridAnswer& result) {
      if (finds) return;
      result = {};
      result.outcome = Outcome::gave_up;
    });
  };
  Solver solver = with(false);
  solver.set_seed = [with](Solver& own, std::uint64_t seed) {
    own.make = with(seed % 2 != 0).make;
  };
  return solver;
}

}  // namespace

TEST_CASE("a stochastic engine has another seed in each repetition", "[bench]") {
  Bench bench;
  bench.add_dataset("three.txt", kThree);
  bench.options.limits.max_solutions = 1;
  bench.options.repetitions = 3;
  bench.options.selection.seed = 4;
  bench.options.per_puzzle = true;
  CHECK(bench.run({honest("a"), lucky()}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == std::vector<std::string>{"a:ok", "lucky:incomplete", "a:ok",
                                                           "lucky:ok", "a:ok", "lucky:incomplete"});
  std::vector<std::string> seeds;
  for (const Row& row : bench.runs()) seeds.push_back(row.at("engine_seed"));
  CHECK(seeds == std::vector<std::string>{"", "4", "", "5", "", "6"});
  CHECK(bench.runs()[1].at("gave_up") == "3");
  CHECK(bench.puzzles()[1].at("runstatus") == "gave_up");
  const Row row = bench.summary().at(1);
  CHECK(row.at("verdict") == "incomplete");
  CHECK(row.at("solved") == "3");
  CHECK(row.at("gave_up") == "6");
  CHECK(row.at("success_rate").starts_with("0.3333"));
  CHECK(row.at("success_squares") == "3");
  CHECK(bench.summary().at(0).at("success_rate").empty());
  CHECK(bench.standard_output.find("lucky solved 3 of 9 (33.3 % [") != std::string::npos);
  CHECK(bench.standard_output.find("with 3 seeds, 4 to 6. ") != std::string::npos);
}

TEST_CASE("a stochastic engine does not run if several solutions are requested", "[bench]") {
  for (const std::uint64_t limit : {0U, 2U}) {
    Bench bench;
    bench.add_dataset("three.txt", kThree);
    bench.options.limits.max_solutions = limit;
    CHECK(bench.run({honest("a"), lucky()}) == ExitCode::ok);
    CHECK(verdicts(bench.runs()) == std::vector<std::string>{"a:ok", "lucky:not_applicable"});
    CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  }
}

TEST_CASE("an engine that this CPU cannot run is unavailable", "[bench]") {
  Bench bench;
  bench.add_dataset("three.txt", kThree);
  const Solver missing{"missing", [] { return std::unique_ptr<Engine>(); }};
  CHECK(bench.run({missing, honest("a")}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == std::vector<std::string>{"a:ok", "missing:unavailable"});
  CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  CHECK(bench.runs()[1].at("puzzles") == "0");
}

TEST_CASE("a run without an engine is refused, with the reasons", "[bench]") {
  const auto refusal = [](const std::vector<Solver>& solvers, std::uint64_t limit) {
    Bench bench;
    bench.add_dataset("three.txt", kThree);
    bench.options.limits.max_solutions = limit;
    const std::string said = message_of<UsageError>([&] { bench.run(solvers); });
    CHECK_FALSE(std::filesystem::exists(bench.out()));
    return said;
  };
  const Solver missing{"missing", [] { return std::unique_ptr<Engine>(); }};
  Solver counter = honest("counter");
  counter.lists_solutions = false;
  CHECK(refusal({missing}, 2) == "engine missing is unavailable");
  CHECK(refusal({missing, lucky()}, 2) ==
        "engine missing is unavailable; engine lucky is for --max-solutions 1 only");
  CHECK(refusal({counter}, 1) ==
        "engine counter counts solutions, and --max-solutions 1 asks for one");
  for (const EngineInfo& info : all_engines()) {
    if (info.runs_here()) continue;
    const Solver absent{std::string(info.id), [] { return std::unique_ptr<Engine>(); }};
    CHECK(refusal({absent}, 2) == unavailable_message(info));
  }
}

TEST_CASE("invalid input ends the run, and the results so far are written", "[bench]") {
  Bench bench;
  bench.add_dataset("good.txt", kThree);
  bench.add_dataset("bad.txt", lines_of(kUnique, 20) + "5k..\n" + lines_of(kUnique, 20));
  bench.add_dataset("never.txt", kThree);
  CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::bad_input);
  CHECK(bench.error.starts_with(bench.options.datasets[1] + ":21:2: "));
  CHECK(verdicts(bench.runs()) ==
        std::vector<std::string>{"a:ok", "b:ok", "a:partial", "b:partial"});
  CHECK(verdicts(bench.summary()) == verdicts(bench.runs()));
  CHECK(bench.runs()[2].at("puzzles") == "20");
  CHECK(bench.context()["datasets"].size() == 2);
  CHECK(bench.standard_output.find("good.txt: 3 puzzles") != std::string::npos);
}

TEST_CASE("an unreadable dataset leaves no files", "[bench]") {
  Bench bench;
  bench.add_dataset("good.txt", kThree);
  bench.options.datasets.push_back(bench.options.datasets[0] + ".missing");
  CHECK(bench.run({honest("a")}) == ExitCode::bad_input);
  CHECK(bench.error == bench.options.datasets[1] + ": No such file or directory");
  CHECK_FALSE(std::filesystem::exists(bench.out()));
}

TEST_CASE("skipped invalid lines are counted", "[bench]") {
  Bench bench;
  bench.options.read.skip_invalid = true;
  bench.add_dataset("some.txt", "5k..\n" + kThree + "5k..\n");
  CHECK(bench.run({honest("a")}) == ExitCode::ok);
  CHECK(bench.runs()[0].at("puzzles") == "3");
  CHECK(bench.context()["datasets"][0]["rejected"] == 2);
  CHECK(bench.standard_error.find("2 invalid lines skipped") != std::string::npos);
}

TEST_CASE("an engine that is too slow is partial", "[bench]") {
  Bench bench;
  bench.options.time_limit = 10'000ns;
  bench.options.per_puzzle = true;
  bench.add_dataset("many.txt", lines_of(kUnique, 40));
  CHECK(bench.run({honest("slow", 1000), honest("fast", 10)}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) == std::vector<std::string>{"slow:partial", "fast:ok"});
  const auto runs = bench.runs();
  CHECK(runs[0].at("puzzles") == "10");
  CHECK(runs[0].at("skipped") == "30");
  CHECK(runs[1].at("puzzles") == "40");
  CHECK(bench.standard_output.find(
            "The 2 engines that solved puzzles agree on all puzzles that two solved.") !=
        std::string::npos);
  int left_out = 0;
  for (const Row& row : bench.puzzles()) {
    const bool is_left_out = row.at("runstatus") == "other";
    CHECK(row.at("wall_ns").empty() == is_left_out);
    left_out += is_left_out ? 1 : 0;
  }
  CHECK(left_out == 30);
}

TEST_CASE("a search that hits a limit does not solve the puzzle", "[bench]") {
  Bench bench;
  bench.options.limits.max_guesses = 1;
  bench.options.limits.max_time = 2s;
  bench.options.per_puzzle = true;
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({honest("a")}) == ExitCode::ok);
  const Row run = bench.runs().at(0);
  CHECK(run.at("puzzles") == "3");
  CHECK(run.at("solved") == "0");
  CHECK(run.at("timeouts") == "3");
  CHECK(run.at("solutions") == "0");
  CHECK(run.at("verdict") == "partial");
  CHECK(bench.summary().at(0).at("par2_s") == "4");
  CHECK(bench.summary().at(0).at("p50_ns").empty());
  for (const Row& row : bench.puzzles()) CHECK(row.at("runstatus") == "timeout");
}

TEST_CASE("engines are compared with the fastest or the requested one", "[bench]") {
  Bench bench;
  bench.add_dataset("many.txt", lines_of(kUnique, 96));
  CHECK(bench.run({honest("slow", 3000), honest("fast", 1000)}) == ExitCode::ok);
  auto rows = bench.summary();
  CHECK(rows[0].at("baseline") == "fast");
  CHECK(std::stod(rows[0].at("ratio")) == Approx(1.0 / 3));
  CHECK(rows[1].at("ratio") == "1");
  CHECK(rows[0].at("ratio_blocks") == "12");
  CHECK(std::stod(rows[0].at("ratio_low")) == Approx(1.0 / 3));
  CHECK(std::stod(rows[0].at("ratio_high")) == Approx(1.0 / 3));
  CHECK(rows[0].at("median_ns") == "3000");
  CHECK(rows[0].at("median_low_ns") == "3000");
  CHECK(rows[0].at("max_ns") == "3000");
  CHECK(std::stod(rows[0].at("par2_s")) == Approx(3e-6));

  Bench asked;
  asked.options.baseline = "slow";
  asked.add_dataset("many.txt", lines_of(kUnique, 96));
  CHECK(asked.run({honest("slow", 3000), honest("fast", 1000)}) == ExitCode::ok);
  rows = asked.summary();
  CHECK(rows[1].at("baseline") == "slow");
  CHECK(std::stod(rows[1].at("ratio")) == Approx(3));
}

TEST_CASE("an engine that hits a limit is not faster", "[bench]") {
  Bench bench;
  bench.options.limits.max_time = 1s;
  bench.add_dataset("many.txt", lines_of(kUnique, 96));
  CHECK(bench.run({solver("quitter", give_up, 10, 10), honest("a", 1000)}) == ExitCode::ok);
  auto rows = bench.summary();
  CHECK(rows[0].at("baseline") == "a");
  CHECK(std::stod(rows[0].at("ratio")) == Approx(100));
  CHECK(rows[0].at("ratio_bound") == "at_most");
  CHECK(rows[0].at("ratio_low").empty());
  CHECK(rows[0].at("ratio_high").empty());
  CHECK(rows[0].at("puzzles_per_second") == "0");
  CHECK(rows[0].at("median_ns").empty());
  CHECK(rows[0].at("p50_ns").empty());
  CHECK(rows[0].at("max_ns").empty());
  CHECK(rows[0].at("par2_s") == "2");
  CHECK(rows[0].at("vbs_share") == "");
  CHECK(rows[1].at("ratio_bound").empty());
  CHECK(bench.standard_output.find(" agree ") == std::string::npos);
  for (const Row& row : read_rows(bench.out() / "blocks.csv")) {
    CHECK(row.at("solved") == (row.at("engine") == "a" ? row.at("puzzles") : "0"));
  }

  Bench slow;
  slow.add_dataset("many.txt", lines_of(kUnique, 96));
  CHECK(slow.run({solver("quitter", give_up, 5000, 5000), honest("a", 1000)}) == ExitCode::ok);
  CHECK(slow.standard_output.find("a is at least 5.00x as fast as quitter over ") !=
        std::string::npos);
  CHECK(slow.standard_output.find(" blocks that both started. quitter did not solve 96 of 96.\n") !=
        std::string::npos);
}

TEST_CASE("if all engines hit limits, none is faster", "[bench]") {
  Bench bench;
  bench.add_dataset("many.txt", lines_of(kUnique, 96));
  CHECK(bench.run({solver("a", give_up, 10, 10), solver("b", give_up, 1000, 1000)}) ==
        ExitCode::ok);
  for (const Row& row : bench.summary()) {
    CHECK(row.at("baseline").empty());
    CHECK(row.at("ratio").empty());
  }
  CHECK(bench.standard_output.find(" as fast") == std::string::npos);
  CHECK(bench.standard_output.find("No puzzle was solved.") != std::string::npos);
}

TEST_CASE("an engine with wrong answers is never the fastest", "[bench]") {
  for (const char* asked : {"", "a"}) {
    Bench bench;
    bench.options.baseline = asked;
    bench.add_dataset("many.txt", lines_of(kUnique, 96));
    CHECK(bench.run({solver("zero", find_nothing, 1, 1), honest("a"), honest("b", 2000)}) ==
          ExitCode::wrong_answer);
    CHECK(verdicts(bench.summary()) == std::vector<std::string>{"zero:wrong", "a:ok", "b:ok"});
    const auto rows = bench.summary();
    for (const Row& row : rows) CHECK(row.at("baseline") == "a");
    for (const char* column : {"ratio", "ratio_low", "vbs_share", "par2_s", "median_ns"}) {
      CHECK(rows[0].at(column).empty());
    }
    CHECK(rows[1].at("vbs_share") == "1");
    CHECK(std::stod(rows[1].at("vbs_par2_s")) == Approx(1e-6));
    CHECK(bench.standard_output.starts_with("WRONG: zero gave 96 wrong answers of 96.\n"));
    CHECK(bench.standard_output.find("as fast as zero") == std::string::npos);
    CHECK(bench.standard_output.find("zero is") == std::string::npos);
    CHECK(bench.standard_error.find(" a: ") == std::string::npos);
  }
}

TEST_CASE("a wrong engine is no baseline, and the output says so", "[bench]") {
  Bench bench;
  bench.options.baseline = "zero";
  bench.add_dataset("many.txt", lines_of(kUnique, 96));
  CHECK(bench.run({solver("zero", find_nothing, 1, 1), honest("a")}) == ExitCode::wrong_answer);
  for (const Row& row : bench.summary()) {
    CHECK(row.at("baseline").empty());
    CHECK(row.at("ratio").empty());
  }
  CHECK(bench.standard_output.find("No speedups: the requested baseline zero is wrong.") !=
        std::string::npos);
}

TEST_CASE("a skipped baseline is reported with the reason", "[bench]") {
  Bench bench;
  bench.options.baseline = "missing";
  bench.add_dataset("three.txt", kThree);
  const Solver missing{"missing", [] { return std::unique_ptr<Engine>(); }};
  CHECK(bench.run({honest("a"), missing}) == ExitCode::ok);
  for (const Row& row : bench.summary()) CHECK(row.at("baseline") == "a");
  CHECK(bench.standard_output.find(
            "The requested baseline missing did not run. The baseline is a.\n") !=
        std::string::npos);
  CHECK(bench.standard_error.find("engine missing is unavailable\n") != std::string::npos);
}

TEST_CASE("one wrong answer at the end cancels all earlier wins", "[bench]") {
  Bench bench;
  bench.add_dataset("many.txt", lines_of(kUnique, 95) + kFive + '\n');
  const auto lie = [](const Grid&, GridAnswer& result) {
    if (result.solutions == 5) result.solutions = 4;
  };
  CHECK(bench.run({solver("liar", lie, 1, 1), honest("a"), honest("b", 3000)}) ==
        ExitCode::wrong_answer);
  const auto rows = bench.summary();
  CHECK(verdicts(rows) == std::vector<std::string>{"liar:wrong", "a:ok", "b:ok"});
  CHECK(rows[0].at("ratio").empty());
  CHECK(rows[0].at("vbs_share").empty());
  CHECK(rows[1].at("baseline") == "a");
  CHECK(rows[1].at("vbs_share") == "1");
  CHECK(rows[2].at("vbs_share") == "0");
  CHECK(std::stod(rows[1].at("vbs_par2_s")) == Approx(1e-6));
}

TEST_CASE("an engine with one wrong answer has no ratio", "[bench]") {
  Bench bench;
  bench.add_dataset("many.txt", lines_of(kUnique, 50) + lines_of(kFive, 1) + lines_of(kUnique, 45));
  const auto lie_once = [](const Grid& puzzle, GridAnswer& result) {
    if (format_line(puzzle) == kFive) result.solutions = 0;
  };
  CHECK(bench.run({solver("odd", lie_once, 1, 1), honest("a")}) == ExitCode::wrong_answer);
  CHECK(verdicts(bench.summary()) == std::vector<std::string>{"odd:wrong", "a:ok"});
  CHECK(bench.summary()[0].at("ratio").empty());
  CHECK(bench.summary()[1].at("baseline") == "a");
}

TEST_CASE("unknown numbers of guesses are empty in all files", "[bench]") {
  Bench bench;
  bench.options.per_puzzle = true;
  bench.add_dataset("three.txt", kThree);
  const auto keep_silent = [](const Grid&, GridAnswer& result) {
    result.guesses = 0;
    result.has_guesses = false;
  };
  CHECK(bench.run({solver("silent", keep_silent), honest("a")}) == ExitCode::ok);
  for (const auto& rows : {bench.runs(), bench.summary(), bench.puzzles()}) {
    for (const Row& row : rows) CHECK(row.at("guesses").empty() == (row.at("engine") == "silent"));
  }
}

TEST_CASE("the heading distinguishes puzzles and isomorphs", "[bench]") {
  Bench bench;
  bench.options.repetitions = 5;
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::ok);
  CHECK(bench.standard_output.find(": 3 puzzles x 5 repetitions = 15 solves, ") !=
        std::string::npos);
}

TEST_CASE("a partial engine is no baseline unless requested", "[bench]") {
  Bench bench;
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({solver("quitter", give_up, 10, 10), honest("a")}) == ExitCode::ok);
  CHECK(bench.summary()[0].at("baseline") == "a");
}

TEST_CASE("too little CPU time is interference", "[bench]") {
  Bench bench;
  bench.add_dataset("many.txt", lines_of(kUnique, 20));
  const auto nothing = [](const Grid&, SolveResult&) {};
  CHECK(bench.run({solver("starved", nothing, 100'000, 90'000),
                   solver("fed", nothing, 100'000, 99'000)}) == ExitCode::ok);
  for (const auto& rows : {bench.runs(), bench.summary()}) {
    CHECK(verdicts(rows) == std::vector<std::string>{"starved:ok", "fed:ok"});
    CHECK(rows[0].at("noise") == "interfered");
    // A tenth of 20 puzzles, and of a puzzle of the preparation before the second and third block.
    CHECK(rows[0].at("lost_ns") == "220000");
    CHECK(rows[1].at("noise").empty());
  }
  CHECK(bench.standard_output.find("~ Noise: other programs took up to 11 % of the time.\n") !=
        std::string::npos);
}

TEST_CASE("repetitions that differ in speed are noisy", "[bench]") {
  Bench bench;
  bench.options.repetitions = 2;
  bench.add_dataset("many.txt", lines_of(kUnique, 10));
  int calls = 0;
  const auto slow_down = [&calls](const Grid&, SolveResult&) {
    if (++calls > 10) FakeStopwatch::advance(100, 100);
  };
  CHECK(bench.run({solver("tired", slow_down), honest("steady")}) == ExitCode::ok);
  for (const Row& run : bench.runs()) CHECK(run.at("noise").empty());
  const auto summary = bench.summary();
  CHECK(verdicts(summary) == std::vector<std::string>{"tired:ok", "steady:ok"});
  CHECK(summary[0].at("noise") == "noisy");
  CHECK(summary[1].at("noise").empty());
}

TEST_CASE("every dataset has its rows and its table", "[bench]") {
  Bench bench;
  bench.add_dataset("one.txt", kUnique);
  bench.add_dataset("three.txt", kThree);
  CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::ok);
  CHECK(bench.runs().size() == 4);
  CHECK(bench.summary().size() == 4);
  CHECK(bench.runs()[2].at("dataset") == bench.options.datasets[1]);
  CHECK(bench.standard_output.find("one.txt: 1 puzzle,") != std::string::npos);
  CHECK(bench.standard_output.find("three.txt: 3 puzzles") != std::string::npos);
}

TEST_CASE("every dataset is solved by the engines that support its boards", "[bench]") {
  Bench bench;
  bench.add_dataset("four.txt", "1...............\n");
  bench.add_dataset("six.txt", "123456..............................\n");
  bench.options.limits.max_solutions = 2;
  CHECK(bench.run({only_for("a", {2, 2}), only_for("b", {2, 3})}) == ExitCode::ok);
  CHECK(verdicts(bench.runs()) ==
        std::vector<std::string>{"a:ok", "b:not_applicable", "b:ok", "a:not_applicable"});
}

TEST_CASE("a timed thread writes no rows", "[bench]") {
  Bench bench;
  bench.options.per_puzzle = true;
  bench.options.block_size = 1;
  bench.add_dataset("unique.txt", lines_of(kUnique, 40));
  std::vector<std::int64_t> written;
  const auto note = [&written](const Grid&, SolveResult&) { written.push_back(bytes_written()); };
  CHECK(bench.run({solver("a", note)}) == ExitCode::ok);
  REQUIRE(written.size() >= 40);
  if (written.front() < 0) WARN("this system does not count what a thread writes");
  // Waking another thread may write a few bytes. A row has more than fifty.
  CHECK(written.back() - written.front() < 40 * 50);
  CHECK(bench.puzzles().size() == 40);
}

TEST_CASE("the answers do not depend on the number of threads", "[bench]") {
  std::string digest;
  for (const unsigned threads : {1U, 2U}) {
    Bench bench;
    bench.options.threads = threads;
    bench.options.per_puzzle = true;
    bench.add_dataset("many.txt", lines_of(kFive, 30) + lines_of(kUnique, 30));
    CHECK(bench.run({honest("a"), honest("b")}) == ExitCode::ok);
    if (digest.empty()) digest = bench.runs()[0].at("answer_digest");
    CHECK(bench.runs()[0].at("answer_digest") == digest);
    CHECK(bench.runs()[1].at("answer_digest") == digest);
    const auto puzzles = bench.puzzles();
    REQUIRE(puzzles.size() == 120);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      CHECK(puzzles[i].at("line") == std::to_string(i / 2 + 1));
      CHECK(puzzles[i].at("engine") == (i % 2 == 0 ? "a" : "b"));
      CHECK(puzzles[i].at("solutions") == (i < 60 ? "5" : "1"));
      CHECK(puzzles[i].at("wall_ns") == "1000");
    }
  }
}

}  // namespace sudoku
