#include "harness/results/run_comparison.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"
#include "tests/harness/results/columns_testing.h"

namespace sudoku {
namespace {

SavedRow steady(const std::string& engine, double ns) {
  return saved_row(engine, std::vector<double>(12, ns));
}

SavedRun run_of(const std::string& path, std::vector<SavedRow> rows, const std::string& cpu = "cpu",
                std::optional<Task> task = Task::object()) {
  return {path, std::move(rows), cpu, std::move(task)};
}

ComparedRow compare(const SavedRow& old_row, const SavedRow& new_row, double threshold = 0.05) {
  return compare_runs(run_of("old", {old_row}), run_of("new", {new_row}), threshold).rows.at(0);
}

std::vector<std::string> notes(const SavedRun& old_run, const SavedRun& new_run) {
  return compare_runs(old_run, new_run, 0.05).notes;
}

/// Returns why the runs cannot be compared; empty if they can.
std::string refusal(const SavedRun& old_run, const SavedRun& new_run) {
  return message_of<InputError>([&] { notes(old_run, new_run); });
}

}  // namespace

TEST_CASE("a change beyond the noise threshold whose interval excludes 1 is reported",
          "[run_comparison]") {
  const ComparedRow row = compare(steady("a", 100), steady("a", 125));
  CHECK(row.change == Change::slower);
  CHECK(row.speedup->value == Approx(0.8));
  CHECK(row.blocks == 12);
  CHECK(compare(steady("a", 125), steady("a", 100)).change == Change::faster);
  CHECK(compare(steady("a", 100), steady("a", 104)).change == Change::same);
  CHECK(compare(steady("a", 100), steady("a", 104), 0.03).change == Change::slower);
  CHECK(compare(steady("a", 104), steady("a", 100), 0.03).change == Change::faster);
  std::vector<double> times(12, 150);
  for (std::size_t i = 0; i < 5; ++i) times[i] = 50;
  CHECK(compare(steady("a", 100), saved_row("a", times)).change == Change::same);
  const ComparedRow few = compare(saved_row("a", {1, 1, 1}), saved_row("a", {2, 2, 2}));
  CHECK(few.change == Change::unknown);
  CHECK(few.speedup->value == Approx(0.5));
}

TEST_CASE("noise is a remark and does not hide a change", "[run_comparison]") {
  SavedRow disturbed = steady("a", 125);
  disturbed.noise = Noise::interfered;
  const ComparedRow row = compare(steady("a", 100), disturbed);
  CHECK(row.change == Change::slower);
  CHECK(row.remarks == std::vector<std::string>{"new interfered"});
  CHECK_FALSE(row.is_worse);
  disturbed.noise = Noise::noisy;
  disturbed.verdict = Verdict::disagreement;
  CHECK(compare(disturbed, steady("a", 100)).change == Change::faster);
  CHECK(compare(disturbed, steady("a", 100)).remarks ==
        std::vector<std::string>{"old noisy", "old disagreement"});
}

TEST_CASE("an unknown CPU is not reported as different", "[run_comparison]") {
  const auto notes_on = [](const char* old_cpu, const char* new_cpu) {
    return notes(run_of("old", {steady("a", 1)}, old_cpu),
                 run_of("new", {steady("a", 1)}, new_cpu));
  };
  CHECK(notes_on("x", "y") == std::vector<std::string>{"the CPUs differ: x in the old run, now y"});
  CHECK(notes_on("", "y").empty());
  CHECK(notes_on("x", "").empty());
}

TEST_CASE("rows of only one run are reported", "[run_comparison]") {
  const SavedRun one = run_of("one", {steady("a", 1), steady("b", 1)});
  const SavedRun two = run_of("two", {steady("c", 1), steady("a", 1)});
  const Comparison comparison = compare_runs(one, two, 0.05);
  CHECK(comparison.rows.size() == 1);
  CHECK(comparison.lacks_rows);
  CHECK(comparison.notes ==
        std::vector<std::string>{"b on hard.txt is only in one", "c on hard.txt is only in two"});
  CHECK_FALSE(compare_runs(run_of("part", {steady("a", 1)}), one, 0.05).lacks_rows);
}

TEST_CASE("a run that ended early is not called a run with other puzzles", "[run_comparison]") {
  const SavedRun whole = run_of("whole", {steady("a", 1)});
  SavedRun part = run_of("part", {steady("a", 1)});
  part.is_whole = false;
  CHECK(notes(whole, part) == std::vector<std::string>{"part ended early"});
  part.rows[0].key.dataset_digest = 0xAC;
  const std::string message =
      "part: cannot be compared: the run ended early (interrupted or invalid input), before the "
      "end of hard.txt";
  CHECK(refusal(whole, part) == message);
  CHECK(refusal(part, whole) == message);
}

TEST_CASE("the repetition with the fastest CPU counts", "[run_comparison]") {
  SavedRow old_row = steady("a", 100);
  SavedRow new_row = steady("a", 100);
  for (auto& [block, samples] : old_row.blocks) {
    samples = {{{50}, 9'000}, {{30}, 5'000}, {{20}, 7'000}};
  }
  for (auto& [block, samples] : new_row.blocks) samples = {{{60}, 5'400}};
  CHECK(compare(old_row, new_row).speedup->value == Approx(0.5));
}

TEST_CASE("blocks on CPUs of different speed are not compared", "[run_comparison]") {
  SavedRow old_row = steady("a", 100);
  SavedRow new_row = steady("a", 200);
  for (auto& [block, samples] : old_row.blocks) samples[0].reference_ns = 10'000;
  for (auto& [block, samples] : new_row.blocks) samples[0].reference_ns = 12'000;
  ComparedRow row = compare(old_row, new_row);
  CHECK(row.change == Change::unknown);
  CHECK(row.blocks == 0);
  CHECK(row.unlike_blocks == 12);
  for (auto& [block, samples] : new_row.blocks) samples[0].reference_ns = 9'500;
  row = compare(old_row, new_row);
  CHECK(row.change == Change::slower);
  CHECK(row.unlike_blocks == 0);
}

TEST_CASE("different runs are refused with a reason", "[run_comparison]") {
  const auto refusal_of = [](const auto& change) {
    SavedRow row = steady("a", 100);
    change(row);
    const std::string begin = "new: cannot be compared: ";
    const std::string message = refusal(run_of("old", {steady("a", 100)}), run_of("new", {row}));
    return message.starts_with(begin) ? message.substr(begin.size()) : message;
  };
  CHECK(refusal_of([](SavedRow& row) { row.key.dataset_digest = 0xEF; }) ==
        "hard.txt had other puzzles in the old run (digest 00000000000000ab, now "
        "00000000000000ef)");
  const std::string nothing_common = "no engine ran on the same puzzles as in old";
  CHECK(refusal_of([](SavedRow& row) {
          row.key.dataset_digest = 0xEF;
          row.key.dataset = "easy.txt";
        }) == nothing_common);
  CHECK(refusal_of([](SavedRow& row) { row.key.engine = "b"; }) == nothing_common);
  CHECK(refusal_of([](SavedRow& row) { row.key.max_solutions = 1; }) ==
        "a on hard.txt ran with --max-solutions 1, but with 2 in the old run");
  CHECK(refusal_of([](SavedRow& row) { row.key.threads = 2; }) ==
        "a on hard.txt ran with --threads 2, but with 1 in the old run");
  CHECK(refusal_of([](SavedRow& row) { row.key.seed = 2; }) ==
        "a on hard.txt ran with --seed 2, but with 1 in the old run");
  CHECK(refusal_of([](SavedRow& row) {
          row.blocks = {{{4, 4}, {{{100}, 0}}}};
        }).starts_with("the runs have no block in common;"));
}

TEST_CASE("runs with different tasks are refused with the difference", "[run_comparison]") {
  const Task task = {{"timeout_ns", 10'000'000'000U}, {"pin", false}};
  const auto refusal_of = [&](const char* option, const Task& value) {
    Task other = task;
    other[option] = value;
    return refusal(run_of("old", {steady("a", 1)}, "x", task),
                   run_of("new", {steady("a", 1)}, "x", other));
  };
  CHECK(refusal_of("timeout_ns", 1'000'000U) ==
        "new: cannot be compared: --timeout was 10s, now 1ms");
  // These options affect only the files. Old tasks lack --whole-blocks.
  for (const char* option : {"baseline", "per_puzzle", "counters", "early_stop"}) {
    CHECK(refusal_of(option, true).empty());
  }
  CHECK(refusal_of("whole_blocks", false).empty());
  CHECK(refusal_of("whole_blocks", true) ==
        "new: cannot be compared: --whole-blocks was off, now on");
}

TEST_CASE("solving far fewer puzzles is worse", "[run_comparison]") {
  SavedRow old_row = steady("a", 100);
  old_row.verdict = Verdict::partial;
  old_row.totals.solved = 80;
  SavedRow new_row = old_row;
  new_row.totals.solved = 77;
  CHECK_FALSE(compare(old_row, new_row).is_worse);
  new_row.totals.solved = 75;
  CHECK(compare(old_row, new_row).is_worse);
  CHECK(
      compare(old_row, new_row).remarks ==
      std::vector<std::string>{"old partial (80 of 100 solved)", "new partial (75 of 100 solved)"});
}

TEST_CASE("a wrong engine has no speed", "[run_comparison]") {
  SavedRow wrong = steady("a", 50);
  wrong.verdict = Verdict::wrong;
  CHECK(compare(steady("a", 100), wrong).change == Change::faulty);
  CHECK(compare(wrong, steady("a", 100)).change == Change::faulty);
  CHECK_FALSE(compare(wrong, steady("a", 100)).speedup);
  SavedRow absent = saved_row("a", {});
  absent.verdict = Verdict::unavailable;
  CHECK(compare(absent, steady("a", 100)).change == Change::absent);
}

TEST_CASE("different answers are reported", "[run_comparison]") {
  SavedRow other = steady("a", 100);
  other.totals.answer_digest = 1;
  CHECK(compare(steady("a", 100), other).has_other_answers);
  CHECK_FALSE(compare(steady("a", 100), steady("a", 100)).has_other_answers);
  other.verdict = Verdict::partial;
  other.totals.solved = 99;
  CHECK_FALSE(compare(steady("a", 100), other).has_other_answers);
  CHECK(compare(steady("a", 100), other).remarks ==
        std::vector<std::string>{"new partial (99 of 100 solved)"});
}

TEST_CASE("of two datasets with the same puzzles, the one with the same name is compared",
          "[run_comparison]") {
  SavedRow copy = steady("a", 200);
  copy.key.dataset = "copy.txt";
  const SavedRun run = run_of("run", {steady("a", 100), copy});
  for (const ComparedRow& row : compare_runs(run, run, 0.05).rows) {
    CHECK(row.speedup->value == Approx(1));
  }
}

}  // namespace sudoku
