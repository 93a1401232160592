#include "harness/results/run_history.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"
#include "tests/harness/results/columns_testing.h"

namespace sudoku {
namespace {

constexpr double kThreshold = 0.05;
using Indices = std::vector<std::size_t>;

/// An engine with this speedup over one that takes 1 us per puzzle.
SavedRow speed(double times) { return saved_row("a", std::vector<double>(12, 1000 / times)); }

/// Likewise, with too few blocks.
SavedRow few_blocks(double times) { return saved_row("a", std::vector<double>(3, 1000 / times)); }

/// Much slower in most blocks and faster in the others: the interval includes 1.
SavedRow scattered() {
  std::vector<double> times_ns(12, 1500);
  for (std::size_t i = 0; i < 5; ++i) times_ns[i] = 500;
  return saved_row("a", times_ns);
}

using Rows = std::vector<std::optional<SavedRow>>;

/// Returns a run for each row; nullopt is a run without the engine.
std::vector<SavedRun> runs_of(const Rows& rows) {
  std::vector<SavedRun> runs;
  for (const auto& row : rows) {
    SavedRow other = speed(1);
    other.key.engine = "other";
    runs.push_back({"run " + std::to_string(runs.size()), {other}, "cpu", Task::object()});
    if (row) runs.back().rows.push_back(*row);
  }
  return runs;
}

History history_of(const Rows& rows, double threshold = kThreshold) {
  for (const History& history : histories_of(runs_of(rows), threshold)) {
    if (history.engine == "a") return history;
  }
  return {};
}

/// Returns the indices of the change points.
Indices changes(const Rows& rows, double threshold = kThreshold) {
  Indices runs;
  for (const HistoryPoint& point : history_of(rows, threshold).points) {
    if (point.is_change_point) runs.push_back(point.run);
  }
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

TEST_CASE("two consecutive runs with the same change make a change point", "[run_history]") {
  struct Case {
    Rows rows;
    Indices changes;
  };
  SavedRow wrong = speed(5);
  wrong.verdict = Verdict::wrong;
  const Case cases[] = {{{speed(1), speed(1.2), speed(1.2)}, {1}},
                        {{speed(1), speed(0.8), speed(0.8)}, {1}},
                        {{speed(1), speed(1), speed(1), speed(0.8), speed(0.9)}, {3}},
                        // One run alone.
                        {{speed(1), speed(1.2)}, {}},
                        {{speed(1), speed(1.2), speed(1)}, {}},
                        {{speed(1), speed(1.2), speed(1), speed(1.2), speed(1)}, {}},
                        // A faster and a slower run do not confirm each other.
                        {{speed(1), speed(1.2), speed(0.8), speed(1)}, {}},
                        {{speed(1), speed(1.2), speed(0.8), speed(0.8)}, {2}},
                        // The intervals include 1, or the changes are below the threshold.
                        {{speed(1), scattered(), scattered(), scattered()}, {}},
                        {{speed(1), speed(0.8), scattered(), speed(0.8)}, {}},
                        {{speed(1), speed(1.04), speed(1.04)}, {}},
                        // One change follows another.
                        {{speed(1), speed(1.2), speed(1.2), speed(1.44), speed(1.44)}, {1, 3}},
                        {{speed(1), speed(1.2), speed(1.44), speed(1.44)}, {1, 2}},
                        {{speed(1), speed(0.8), speed(0.8), speed(1), speed(1)}, {1, 3}},
                        // A slow drift is found against the reference.
                        {{speed(1), speed(0.98), speed(0.96), speed(0.94), speed(0.92)}, {3}},
                        // Inconclusive runs between two runs are ignored.
                        {{speed(1), speed(1.2), few_blocks(1.2), speed(1.2)}, {1}},
                        {{speed(1), speed(1.2), {}, speed(1.2)}, {1}},
                        {{speed(1), few_blocks(1.2), few_blocks(1.2), few_blocks(1.2)}, {}},
                        {{speed(1), wrong, wrong, speed(1)}, {}}};
  for (const auto& [rows, expected] : cases) {
    CHECK(changes(rows) == expected);
  }
  CHECK(changes({speed(1), speed(1.04), speed(1.04)}, 0.03) == Indices{1});
}

TEST_CASE("a change point is the reference from then on", "[run_history]") {
  const Rows level = {speed(1), speed(1.2), speed(1.21), speed(1.19), speed(1.2)};
  const History history = history_of(level);
  Indices references;
  for (const HistoryPoint& point : history.points) references.push_back(point.reference);
  CHECK(changes(level) == Indices{1});
  CHECK(references == Indices{0, 0, 1, 1, 1});
  CHECK(history.points[2].compared->change == Change::same);
  CHECK(history.points[4].compared->speedup->value == Approx(1));
}

TEST_CASE("a history has only runs with the engine and begins with a right one", "[run_history]") {
  SavedRow wrong = speed(5);
  wrong.verdict = Verdict::wrong;
  const std::pair<Rows, std::size_t> cases[] = {{{wrong, speed(1), speed(1)}, 2},
                                                {{{}, speed(1), {}, speed(1.2)}, 3}};
  for (const auto& [rows, last] : cases) {
    const History history = history_of(rows);
    REQUIRE(history.points.size() == 2);
    CHECK(history.points[0].run == 1);
    CHECK_FALSE(history.points[0].compared);
    CHECK(history.points[1].run == last);
    CHECK(history.points[1].reference == 1);
  }
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
