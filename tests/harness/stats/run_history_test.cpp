#include "harness/stats/run_history.h"

#include <optional>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

constexpr double kThreshold = 0.05;
using Indices = std::vector<std::size_t>;

/// Returns a saved engine with these times per puzzle, one for each block.
SavedRow row_of(const std::vector<double>& times_ns) {
  SavedRow row;
  row.key.engine = "a";
  row.key.dataset = "hard.txt";
  row.key.dataset_digest = 0xAB;
  row.key.threads = 1;
  row.totals.puzzles = row.totals.solved = 100;
  row.totals.answer_digest = 0xCD;
  for (std::size_t i = 0; i < times_ns.size(); ++i) {
    row.totals.time_ns += static_cast<std::int64_t>(times_ns[i]);
    row.blocks[{8 * i, i}] = {{{times_ns[i]}, 0}};
  }
  return row;
}

/// An engine with this speedup over one that takes 1 us per puzzle.
SavedRow speed(double times) { return row_of(std::vector<double>(12, 1000 / times)); }

/// Likewise, with too few blocks.
SavedRow few_blocks(double times) { return row_of(std::vector<double>(3, 1000 / times)); }

/// Much slower in most blocks and faster in the others: the interval includes 1.
SavedRow scattered() {
  std::vector<double> times_ns(12, 1500);
  for (std::size_t i = 0; i < 5; ++i) times_ns[i] = 500;
  return row_of(times_ns);
}

SavedRow with(Verdict verdict, SavedRow row) {
  row.verdict = verdict;
  return row;
}

/// Returns a run for each row; nullopt is a run without the engine.
std::vector<SavedRun> runs_of(const std::vector<std::optional<SavedRow>>& rows) {
  std::vector<SavedRun> runs;
  for (const auto& row : rows) {
    SavedRow other = speed(1);
    other.key.engine = "other";
    runs.push_back({"run " + std::to_string(runs.size()), {other}, "cpu", Task::object()});
    if (row) runs.back().rows.push_back(*row);
  }
  return runs;
}

History history_of(const std::vector<std::optional<SavedRow>>& rows,
                   double threshold = kThreshold) {
  for (const History& history : histories_of(runs_of(rows), threshold)) {
    if (history.engine == "a") return history;
  }
  return {};
}

/// Returns the indices of the change points.
Indices changes(const std::vector<std::optional<SavedRow>>& rows, double threshold = kThreshold) {
  Indices runs;
  for (const HistoryPoint& point : history_of(rows, threshold).points) {
    if (point.is_change_point) runs.push_back(point.run);
  }
  return runs;
}

/// Returns the reference of each run.
Indices references(const std::vector<std::optional<SavedRow>>& rows) {
  Indices runs;
  for (const HistoryPoint& point : history_of(rows).points) runs.push_back(point.reference);
  return runs;
}

}  // namespace

TEST_CASE("a history has a point for each run", "[run_history]") {
  const History history = history_of({speed(1), speed(1.01), speed(0.98)});
  CHECK(history.engine == "a");
  CHECK(history.dataset == "hard.txt");
  REQUIRE(history.points.size() == 3);
  CHECK_FALSE(history.points[0].compared);
  CHECK(history.points[0].run == 0);
  CHECK(history.points[2].run == 2);
  CHECK(history.points[2].compared->speedup->value == Approx(0.98));
  CHECK(history.points[2].rate < history.points[0].rate);
}

TEST_CASE("two runs in a row that are faster, or slower, make a change point", "[run_history]") {
  CHECK(changes({speed(1), speed(1.2), speed(1.2)}) == Indices{1});
  CHECK(changes({speed(1), speed(0.8), speed(0.8)}) == Indices{1});
  CHECK(changes({speed(1), speed(1), speed(1), speed(0.8), speed(0.9)}) == Indices{3});
}

TEST_CASE("one run alone makes no change point", "[run_history]") {
  CHECK(changes({speed(1), speed(1.2)}).empty());
  CHECK(changes({speed(1), speed(1.2), speed(1)}).empty());
  CHECK(changes({speed(1), speed(1.2), speed(1), speed(1.2), speed(1)}).empty());
}

TEST_CASE("a faster and a slower run do not confirm each other", "[run_history]") {
  CHECK(changes({speed(1), speed(1.2), speed(0.8), speed(1)}).empty());
  CHECK(changes({speed(1), speed(1.2), speed(0.8), speed(0.8)}) == Indices{2});
}

TEST_CASE("a change point needs intervals that exclude 1", "[run_history]") {
  CHECK(changes({speed(1), scattered(), scattered(), scattered()}).empty());
  CHECK(changes({speed(1), speed(0.8), scattered(), speed(0.8)}).empty());
}

TEST_CASE("a change point needs changes beyond the threshold", "[run_history]") {
  CHECK(changes({speed(1), speed(1.04), speed(1.04)}).empty());
  CHECK(changes({speed(1), speed(1.04), speed(1.04)}, 0.03) == Indices{1});
}

TEST_CASE("a change point is the reference from then on", "[run_history]") {
  const std::vector<std::optional<SavedRow>> level = {speed(1), speed(1.2), speed(1.21),
                                                      speed(1.19), speed(1.2)};
  CHECK(changes(level) == Indices{1});
  CHECK(references(level) == Indices{0, 0, 1, 1, 1});
  CHECK(history_of(level).points[2].compared->change == Change::same);
  CHECK(history_of(level).points[4].compared->speedup->value == Approx(1));
}

TEST_CASE("one change follows another", "[run_history]") {
  CHECK(changes({speed(1), speed(1.2), speed(1.2), speed(1.44), speed(1.44)}) == (Indices{1, 3}));
  CHECK(changes({speed(1), speed(1.2), speed(1.44), speed(1.44)}) == (Indices{1, 2}));
  CHECK(changes({speed(1), speed(0.8), speed(0.8), speed(1), speed(1)}) == (Indices{1, 3}));
}

TEST_CASE("a slow drift is found against the reference", "[run_history]") {
  CHECK(changes({speed(1), speed(0.98), speed(0.96), speed(0.94), speed(0.92)}) == Indices{3});
}

TEST_CASE("inconclusive runs between two runs are ignored", "[run_history]") {
  CHECK(changes({speed(1), speed(1.2), few_blocks(1.2), speed(1.2)}) == Indices{1});
  CHECK(changes({speed(1), speed(1.2), {}, speed(1.2)}) == Indices{1});
  CHECK(changes({speed(1), few_blocks(1.2), few_blocks(1.2), few_blocks(1.2)}).empty());
}

TEST_CASE("a wrong engine has no speed and begins no history", "[run_history]") {
  const auto wrong = with(Verdict::wrong, speed(5));
  CHECK(changes({speed(1), wrong, wrong, speed(1)}).empty());
  const History history = history_of({wrong, speed(1), speed(1)});
  REQUIRE(history.points.size() == 2);
  CHECK(history.points[0].run == 1);
  CHECK_FALSE(history.points[0].compared);
}

TEST_CASE("a history leaves out the runs without the engine", "[run_history]") {
  const History history = history_of({{}, speed(1), {}, speed(1.2)});
  REQUIRE(history.points.size() == 2);
  CHECK(history.points[0].run == 1);
  CHECK(history.points[1].run == 3);
  CHECK(history.points[1].reference == 1);
  CHECK(histories_of(runs_of({{}, speed(1), {}}), kThreshold).size() == 2);
}

TEST_CASE("runs of different puzzles have no common history", "[run_history]") {
  SavedRow other = speed(1);
  other.key.dataset_digest = 0xEF;
  CHECK(message_of<InputError>([&] {
          histories_of(runs_of({speed(1), speed(1), other}), kThreshold);
        }).find("run 2: cannot be compared") == 0);
}

}  // namespace sudoku
