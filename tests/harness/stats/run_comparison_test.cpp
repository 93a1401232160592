#include "harness/stats/run_comparison.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns a saved engine with these wall times per puzzle, one for each block.
SavedRow row_of(const std::string& engine, const std::vector<double>& times_ns) {
  SavedRow row;
  row.key.engine = engine;
  row.key.dataset = "hard.txt";
  row.key.dataset_digest = 0xAB;
  row.key.max_solutions = 2;
  row.key.threads = 1;
  row.key.seed = 1;
  row.totals.puzzles = row.totals.solved = 100;
  row.totals.answer_digest = 0xCD;
  for (std::size_t i = 0; i < times_ns.size(); ++i) {
    row.blocks[{8 * i, i}] = {{{times_ns[i]}, 0}};
  }
  return row;
}

SavedRow steady(const std::string& engine, double ns) {
  return row_of(engine, std::vector<double>(12, ns));
}

ComparedRow compare(const SavedRow& old_row, const SavedRow& new_row, double threshold = 0.05) {
  return compare_runs({"old", {old_row}, "cpu", Task::object()},
                      {"new", {new_row}, "cpu", Task::object()}, threshold)
      .rows.at(0);
}

std::string refusal(const SavedRow& old_row, const SavedRow& new_row) {
  return message_of<InputError>([&] { compare(old_row, new_row); });
}

}  // namespace

TEST_CASE("a slower engine is reported", "[run_comparison]") {
  const ComparedRow row = compare(steady("a", 100), steady("a", 125));
  CHECK(row.change == Change::slower);
  CHECK(row.speedup->value == Approx(0.8));
  CHECK(row.blocks == 12);
  CHECK(compare(steady("a", 125), steady("a", 100)).change == Change::faster);
}

TEST_CASE("a change within the noise threshold is ignored", "[run_comparison]") {
  CHECK(compare(steady("a", 100), steady("a", 104)).change == Change::same);
  CHECK(compare(steady("a", 100), steady("a", 104), 0.03).change == Change::slower);
  CHECK(compare(steady("a", 104), steady("a", 100), 0.03).change == Change::faster);
}

TEST_CASE("a change whose interval includes 1 is none", "[run_comparison]") {
  std::vector<double> times(12, 150);
  for (std::size_t i = 0; i < 5; ++i) times[i] = 50;
  CHECK(compare(steady("a", 100), row_of("a", times)).change == Change::same);
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
  const auto notes = [](const char* old_cpu, const char* new_cpu) {
    return compare_runs({"old", {steady("a", 1)}, old_cpu, Task::object()},
                        {"new", {steady("a", 1)}, new_cpu, Task::object()}, 0.05)
        .notes;
  };
  CHECK(notes("x", "y") == std::vector<std::string>{"the CPUs differ: x in the old run, now y"});
  CHECK(notes("", "y").empty());
  CHECK(notes("x", "").empty());
}

TEST_CASE("rows that the new run lacks are reported", "[run_comparison]") {
  const SavedRun one{"one", {steady("a", 1)}, "", Task::object()};
  const SavedRun two{"two", {steady("a", 1), steady("b", 1)}, "", Task::object()};
  CHECK(compare_runs(two, one, 0.05).lacks_rows);
  CHECK_FALSE(compare_runs(one, two, 0.05).lacks_rows);
  CHECK(compare_runs(one, two, 0.05).notes == compare_runs(two, one, 0.05).notes);
}

TEST_CASE("a run that ended early is not called a run with other puzzles", "[run_comparison]") {
  const SavedRun whole{"whole", {steady("a", 1)}, "", Task::object()};
  SavedRun part = whole;
  part.path = "part";
  part.is_whole = false;
  CHECK(compare_runs(whole, part, 0.05).notes == std::vector<std::string>{"part ended early"});
  part.rows[0].key.dataset_digest = 0xAC;
  const std::string message =
      "part: cannot be compared: the run ended early (interrupted or invalid input), before the "
      "end of hard.txt";
  CHECK(message_of<InputError>([&] { compare_runs(whole, part, 0.05); }) == message);
  CHECK(message_of<InputError>([&] { compare_runs(part, whole, 0.05); }) == message);
}

TEST_CASE("three blocks are too few", "[run_comparison]") {
  const ComparedRow row = compare(row_of("a", {1, 1, 1}), row_of("a", {2, 2, 2}));
  CHECK(row.change == Change::unknown);
  CHECK(row.speedup->value == Approx(0.5));
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
  SavedRow other = steady("a", 100);
  other.key.dataset_digest = 0xEF;
  CHECK(refusal(steady("a", 100), other) ==
        "new: cannot be compared: hard.txt had other puzzles in the old run (digest "
        "00000000000000ab, now 00000000000000ef)");
  other.key.dataset = "easy.txt";
  CHECK(refusal(steady("a", 100), other) ==
        "new: cannot be compared: no engine ran on the same puzzles as in old");
  CHECK(refusal(steady("a", 100), steady("b", 100)) ==
        "new: cannot be compared: no engine ran on the same puzzles as in old");
  other = steady("a", 100);
  other.key.max_solutions = 1;
  CHECK(refusal(steady("a", 100), other) ==
        "new: cannot be compared: a on hard.txt ran with --max-solutions 1, but with 2 in the old "
        "run");
  other = steady("a", 100);
  other.key.threads = 2;
  CHECK(refusal(steady("a", 100), other).find("--threads 2") != std::string::npos);
  other = steady("a", 100);
  other.key.seed = 2;
  CHECK(refusal(steady("a", 100), other).find("--seed 2") != std::string::npos);
  other = row_of("a", {});
  other.blocks[{4, 4}] = {{{100}, 0}};
  CHECK(refusal(steady("a", 100), other).find("no block") != std::string::npos);
}

TEST_CASE("runs with different tasks are refused with the difference", "[run_comparison]") {
  const Task task = {{"timeout_ns", 10'000'000'000U},
                     {"cell_order", "column"},
                     {"pin", false},
                     {"baseline", ""},
                     {"per_puzzle", false}};
  const auto refusal_of = [&](const char* option, const Task& value) {
    Task other = task;
    other[option] = value;
    return message_of<InputError>([&] {
      compare_runs({"old", {steady("a", 1)}, "x", task}, {"new", {steady("a", 1)}, "x", other},
                   0.05);
    });
  };
  CHECK(refusal_of("timeout_ns", 1'000'000U) ==
        "new: cannot be compared: --timeout was 10s, now 1ms");
  CHECK(refusal_of("cell_order", "row") ==
        "new: cannot be compared: --cell-order was 'column', now 'row'");
  CHECK(refusal_of("pin", true) == "new: cannot be compared: --pin was off, now on");
  CHECK(refusal_of("baseline", "dlx").empty());  // affects only the files
  CHECK(refusal_of("per_puzzle", true).empty());
}

TEST_CASE("an unknown task is reported", "[run_comparison]") {
  const Comparison comparison = compare_runs({"old", {steady("a", 1)}, "x", {}},
                                             {"new", {steady("a", 1)}, "x", Task::object()}, 0.05);
  CHECK(comparison.notes ==
        std::vector<std::string>{"old does not record its options: limits, blocks and files may "
                                 "differ"});
}

TEST_CASE("a worse verdict is worse", "[run_comparison]") {
  const auto with = [](Verdict verdict) {
    SavedRow row = steady("a", 100);
    row.verdict = verdict;
    return row;
  };
  for (const Verdict bad : {Verdict::wrong, Verdict::disagreement, Verdict::unavailable,
                            Verdict::not_applicable, Verdict::partial}) {
    CHECK(compare(with(Verdict::ok), with(bad)).is_worse);
    CHECK_FALSE(compare(with(bad), with(Verdict::ok)).is_worse);
    CHECK_FALSE(compare(with(bad), with(bad)).is_worse);
  }
  CHECK(compare(with(Verdict::partial), with(Verdict::disagreement)).is_worse);
  CHECK(compare(with(Verdict::disagreement), with(Verdict::wrong)).is_worse);
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
  SavedRow absent = row_of("a", {});
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
  SavedRow first = steady("a", 100);
  SavedRow second = steady("a", 200);
  second.key.dataset = "copy.txt";
  const SavedRun run{"run", {first, second}, "x", Task::object()};
  for (const ComparedRow& row : compare_runs(run, run, 0.05).rows) {
    CHECK(row.speedup->value == Approx(1));
  }
}

TEST_CASE("rows of only one run are reported", "[run_comparison]") {
  const Comparison comparison =
      compare_runs({"old", {steady("a", 1), steady("b", 1)}, "x", Task::object()},
                   {"new", {steady("c", 1), steady("a", 1)}, "y", Task::object()}, 0.05);
  CHECK(comparison.rows.size() == 1);
  CHECK(comparison.notes == std::vector<std::string>{"the CPUs differ: x in the old run, now y",
                                                     "b on hard.txt is only in old",
                                                     "c on hard.txt is only in new"});
}

}  // namespace sudoku
