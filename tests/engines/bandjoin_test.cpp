// Tests bandjoin without its join: when it enumerates and when it joins, and its limits.

#include <chrono>
#include <utility>

#include "engines/bandjoin/engine.h"
#include "engines/continuation.h"
#include "harness/puzzle/owned_boards.h"
#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

TEST_CASE("bandjoin counts puzzles with more than 2^64 solutions", "[bandjoin][vectors]") {
  OwnedBoard restricted;
  restricted.candidates()[40] = 0b110;  // two of nine digits
  const auto engine = find_engine("bandjoin")->make({});
  for (const auto& [puzzle, solutions] : {std::pair{OwnedBoard(), "6670903752021072936960"},
                                          {restricted, "1482423056004682874880"}}) {
    const SolveResult result = solve_block(*engine, Board(puzzle), limit_of(0))[0];
    CHECK(format_count(result.solutions) == solutions);
    CHECK(result.outcome == Outcome::exhausted);
  }
}

TEST_CASE("bandjoin stops at every limit of solutions", "[bandjoin][vectors]") {
  const auto engine = find_engine("bandjoin")->make({});
  for (const std::uint64_t limit : {999U, 1000U, 1001U, 1'000'000'000U}) {
    const GridAnswer result = solve_one(*engine, Grid{}, limit_of(limit));
    CHECK((result.solutions == limit));
    CHECK(result.outcome == Outcome::solution_limit);
  }
}

/// Reports the maximum number of solutions for each puzzle, and `spent` as its time. Sets the
/// signal `stop` unless it is null.
class FakeEnumeration final : public Engine, public PuzzleClocks {
 public:
  explicit FakeEnumeration(std::vector<std::chrono::nanoseconds>& limits_seen,
                           std::chrono::nanoseconds spent, std::atomic<bool>* stop = nullptr)
      : limits_seen_(limits_seen), spent_(spent), stop_(stop) {}

  void solve(const Boards&, const SolveLimits& limits, const Answers& answers,
             SolutionSink*) override {
    for (SolveResult& result : answers.results) {
      limits_seen_.push_back(limits.max_time);
      result.solutions = limits.max_solutions;
      result.outcome = Outcome::solution_limit;
    }
    if (stop_ != nullptr) *stop_ = true;
  }
  std::chrono::nanoseconds spent(std::size_t) const override { return spent_; }

 private:
  std::vector<std::chrono::nanoseconds>& limits_seen_;
  std::chrono::nanoseconds spent_;
  std::atomic<bool>* stop_;
};

TEST_CASE("bandjoin uses one time limit per puzzle for enumeration and join", "[bandjoin]") {
  using std::chrono::hours;
  constexpr std::size_t kFiltered = 8;
  struct Case {
    std::size_t puzzles;
    hours spent;
    Outcome outcome;
    std::vector<std::chrono::nanoseconds> limits;  // time limits of the calls with each puzzle
  };
  const Case cases[] = {
      {1, hours(0), Outcome::solution_limit, {hours(12)}},
      {1, hours(11), Outcome::solution_limit, {hours(12)}},
      {1, hours(12), Outcome::timeout, {hours(12)}},
      {kFiltered, hours(0), Outcome::solution_limit, {hours(12), hours(12)}},
      {kFiltered, hours(5), Outcome::solution_limit, {hours(12), hours(7)}},
      {kFiltered, hours(7), Outcome::timeout, {hours(12), hours(5)}},
      {kFiltered, hours(12), Outcome::timeout, {hours(12)}},
  };
  for (const Case& expected : cases) {
    INFO(expected.puzzles << " puzzles, " << expected.spent.count() << " hours");
    std::vector<std::chrono::nanoseconds> limits_seen;
    const auto engine =
        bandjoin::make_engine(std::make_unique<FakeEnumeration>(limits_seen, expected.spent));
    const std::vector<Grid> puzzles(expected.puzzles);
    SolveLimits limits = limit_of(1'000'000'000);
    limits.max_time = hours(12);
    for (const GridAnswer& result : solve_grids(*engine, puzzles, limits)) {
      CHECK(result.outcome == expected.outcome);
    }
    std::vector<std::chrono::nanoseconds> expected_limits;
    for (const auto limit : expected.limits) {
      expected_limits.insert(expected_limits.end(), expected.puzzles, limit);
    }
    CHECK(limits_seen == expected_limits);
  }
}

TEST_CASE("without a time limit, bandjoin reads no clock", "[bandjoin]") {
  std::vector<std::chrono::nanoseconds> limits_seen;
  const auto engine =
      bandjoin::make_engine(std::make_unique<FakeEnumeration>(limits_seen, std::chrono::hours(5)));
  const GridAnswer result = solve_one(*engine, Grid{}, limit_of(1'000'000'000));
  CHECK(result.outcome == Outcome::solution_limit);
  CHECK(limits_seen == std::vector<std::chrono::nanoseconds>{std::chrono::nanoseconds(0)});
}

// Real time is the subject. The join takes a hundred times as long as the limits.
TEST_CASE("a time limit and a deadline stop a join", "[bandjoin][threads]") {
  using std::chrono::milliseconds;
  const auto engine = find_engine("bandjoin")->make({});
  const Grid puzzle = kMany;
  SolveLimits limits = limit_of(0);
  limits.threads = GENERATE(1U, 2U);
  limits.max_time = milliseconds(20);
  CHECK(solve_one(*engine, puzzle, limits).outcome == Outcome::timeout);

  limits.max_time = milliseconds(0);
  limits.deadline = std::chrono::steady_clock::now() + milliseconds(20);
  CHECK(solve_one(*engine, puzzle, limits).outcome == Outcome::stopped);
}

TEST_CASE("bandjoin reports a stopped join as a lower bound", "[bandjoin]") {
  std::atomic<bool> stop{false};
  std::vector<std::chrono::nanoseconds> limits_seen;
  const auto engine = bandjoin::make_engine(
      std::make_unique<FakeEnumeration>(limits_seen, std::chrono::hours(0), &stop));
  SolveLimits limits = limit_of(0);
  limits.stop = &stop;
  const GridAnswer stopped = solve_one(*engine, kMany, limits);
  CHECK(stopped.outcome == Outcome::stopped);
  CHECK((stopped.solutions > 0));
  CHECK((stopped.solutions < 1000));
}

}  // namespace
}  // namespace sudoku
