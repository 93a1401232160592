#include <bit>
#include <chrono>
#include <numeric>

#include "engines/rules.h"
#include "harness/check/probes.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/unavoidable_sets.h"
#include "tests/catch.h"
#include "tests/harness/check/check_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

const Grid kPuzzle =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
const Grid kSolution =
    grid_of("812753649943682175675491283154237896369845721287169534521974368438526917796318452");

/// Returns isomorphs of a unique puzzle.
UniquePuzzles unique_of(std::size_t count, std::size_t opened) {
  UniquePuzzles unique;
  unique.opened = opened;
  for (std::size_t i = 0; i < count; ++i) {
    const Isomorphism isomorphism = numbered_isomorphism(kPuzzle, 7, i);
    unique.puzzles.push_back(isomorphism.apply(kPuzzle));
    if (i == opened) unique.solution = isomorphism.apply(kSolution);
  }
  return unique;
}

SolveResult solved(const Board& puzzle, std::uint64_t max_solutions) {
  SolveResult result;
  find_engine("bitmask")->make({})->solve(puzzle, limit_of(max_solutions), {{&result, 1}, {}},
                                          nullptr);
  return result;
}

/// An engine that always stops at the first solution.
class HastyEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    SolveLimits first = limits;
    first.max_solutions = 1;
    dlx_->solve(puzzles, first, answers, sink);
    for (SolveResult& result : answers.results) result.outcome = Outcome::exhausted;
  }

 private:
  std::unique_ptr<Engine> dlx_ = find_engine("dlx")->make({});
};

/// Such an engine that does not start puzzles after the deadline.
class SlowEngine final : public Engine {
 public:
  static constexpr std::chrono::seconds kNeeds{1000};

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    if (std::chrono::steady_clock::now() + kNeeds > limits.deadline) {
      answers.results[0].outcome = Outcome::stopped;
    } else {
      hasty_.solve(puzzles, limits, answers, sink);
    }
  }

 private:
  HastyEngine hasty_;
};

std::vector<Fault> faults_of_a_run(std::vector<Solver> solvers, std::uint64_t max_solutions) {
  RunPlan plan;
  plan.solvers = std::move(solvers);
  plan.limits.max_solutions = max_solutions;
  SystemStopwatch stopwatch;
  return faults_in_run(plan, kPuzzle, stopwatch);
}

}  // namespace

TEST_CASE("the check changes a puzzle so that it has a second solution", "[probes]") {
  REQUIRE(solved(kPuzzle, 0).solutions == 1);
  const OwnedBoard open = without_uniqueness(kPuzzle, kSolution);
  CHECK(solved(open, 2).solutions == 2);
  std::size_t dropped = 0;
  std::size_t added = 0;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const std::uint8_t clue = Board(open)[cell];
    if (clue == 0) dropped += kPuzzle[cell] != 0 ? 1 : 0;
    if (clue == 0) continue;
    added += kPuzzle[cell] == 0 ? 1 : 0;
    CHECK(clue == kSolution[cell]);
  }
  CHECK(dropped == 1);
  CHECK(added == 1);
}

TEST_CASE("a solved board of any shape has a second solution without some cells", "[probes]") {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 2}, Shape{4, 4}, Shape{4, 5}, Shape{6, 6}}) {
    INFO(size_of(shape));
    OwnedBoard solved_board(shape);
    SolveResult result;
    find_engine("bitmask")->make({})->solve(Board(OwnedBoard(shape)), limit_of(1),
                                            {{&result, 1}, solved_board.cells()}, nullptr);
    REQUIRE(result.solutions == 1);
    CHECK(solved(without_uniqueness(solved_board, solved_board), 2).solutions == 2);
  }
}

TEST_CASE("a puzzle with candidates gets a second solution by other candidates", "[probes]") {
  OwnedBoard puzzle(k9x9);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    // Two of three cells have a single candidate.
    const Digits digit = digit_bit(kSolution[cell]);
    puzzle.candidates()[cell] = cell % 3 != 0 ? digit : digit | digit_bit(cell % 9 + 1);
  }
  const OwnedBoard open = without_uniqueness(puzzle, kSolution);
  CHECK(is_solution_of(kSolution, open));
  // Swapping two digits in some cells gives another solution.
  bool has_second = false;
  for (std::uint8_t a = 1; a < 9; ++a) {
    for (std::uint8_t b = a + 1; b <= 9; ++b) {
      for (const auto& set : unavoidable_sets(HousesOfShape(k9x9), kSolution, a, b)) {
        OwnedBoard other = kSolution;
        for (const std::size_t cell : set) other.cells()[cell] ^= a ^ b;
        has_second |= is_solution_of(other, open);
      }
    }
  }
  CHECK(has_second);
  const auto candidates_of = [](const Board& board) {
    return std::accumulate(board.candidates.begin(), board.candidates.end(), 0,
                           [](int sum, Digits digits) { return sum + std::popcount(digits); });
  };
  CHECK(candidates_of(open) == candidates_of(puzzle));
  CHECK(without_uniqueness(open, kSolution) == open);
}

TEST_CASE("a run detects an engine that assumes uniqueness", "[probes]") {
  std::vector<Solver> solvers;
  solvers.push_back({"hasty", [] { return std::make_unique<HastyEngine>(); }});
  solvers.push_back({"dlx", [] { return find_engine("dlx")->make({}); }});
  for (const std::uint64_t max_solutions : {0U, 2U, 1000U}) {
    const auto faults = faults_of_a_run(solvers, max_solutions);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].kind == FaultKind::wrong);
    CHECK(faults[0].engine == 0);
    CHECK(faults[0].what.starts_with("hasty: found 1 solution for "));
    CHECK(faults[0].what.ends_with(
        ", which has several: an isomorph of this puzzle with a clue moved"));
  }
}

TEST_CASE("the check allows the time that the engine took before", "[probes]") {
  SlowEngine engine;
  const auto fault = [&](std::chrono::seconds taken) {
    return find_uniqueness_fault(engine, unique_of(1, 0), limit_of(2), taken);
  };
  CHECK(fault(SlowEngine::kNeeds - 10s).empty());
  CHECK_FALSE(fault(SlowEngine::kNeeds + 10s).empty());
}

TEST_CASE("a puzzle with several solutions is not changed", "[probes]") {
  HastyEngine engine;
  const OwnedBoard open = without_uniqueness(kPuzzle, kSolution);
  CHECK(without_uniqueness(open, kSolution) == open);
  UniquePuzzles unique{.puzzles = {}, .opened = 0, .solution = kSolution};
  unique.puzzles.push_back(open);
  CHECK(find_uniqueness_fault(engine, unique, limit_of(2), {}) ==
        "found 1 solution for a puzzle with several");
}

TEST_CASE("an engine cannot recognize the check", "[probes]") {
  const auto fault = [](const FakeEngine::Answer& answer, std::size_t opened) {
    FakeEngine engine(answer);
    return find_uniqueness_fault(engine, unique_of(4, opened), limit_of(2), 1s);
  };
  const auto dlx = std::shared_ptr<Engine>(find_engine("dlx")->make({}));
  const auto honest = [dlx](const Grid& puzzle, const SolveLimits& limits, GridAnswer& answer) {
    answer = solve_one(*dlx, puzzle, limits);
  };
  const auto one = [honest](const Grid& puzzle, SolveLimits limits, GridAnswer& answer) {
    limits.max_solutions = 1;
    honest(puzzle, limits, answer);
    answer.outcome = Outcome::exhausted;
  };
  const auto is_known = [](const Grid& puzzle) {
    for (std::size_t i = 0; i < kCells; ++i) {
      if (puzzle[i] != 0 && puzzle[i] != kSolution[i]) return false;
    }
    return true;
  };
  for (std::size_t opened = 0; opened < 4; ++opened) {
    INFO(opened);
    CHECK(fault(honest, opened).empty());
    // Honest only if the clues agree with the known solution.
    CHECK_FALSE(fault(
                    [=](const auto& puzzle, const auto& limits, auto& answer) {
                      is_known(puzzle) ? honest(puzzle, limits, answer)
                                       : one(puzzle, limits, answer);
                    },
                    opened)
                    .empty());
    // Honest only if a clue is missing.
    CHECK_FALSE(fault(
                    [=](const auto& puzzle, const auto& limits, auto& answer) {
                      clue_count(puzzle) < clue_count(kPuzzle) ? honest(puzzle, limits, answer)
                                                               : one(puzzle, limits, answer);
                    },
                    opened)
                    .empty());
    // Claims two solutions of every puzzle.
    CHECK_FALSE(fault(
                    [=](const auto& puzzle, const auto& limits, auto& answer) {
                      one(puzzle, limits, answer);
                      answer.solutions = 2;
                      answer.outcome = Outcome::solution_limit;
                    },
                    opened)
                    .empty());
  }
  // Honest only in the fourth call.
  int asked = 0;
  CHECK_FALSE(fault(
                  [&](const auto& puzzle, const auto& limits, auto& answer) {
                    ++asked == 4 ? honest(puzzle, limits, answer) : one(puzzle, limits, answer);
                  },
                  2)
                  .empty());
}

TEST_CASE("solutions beyond the limit and invalid ones are wrong", "[probes]") {
  const auto dlx = std::shared_ptr<Engine>(find_engine("dlx")->make({}));
  FakeEngine generous([dlx](const Grid& puzzle, const SolveLimits& limits, GridAnswer& answer) {
    answer = solve_one(*dlx, puzzle, limits);
    answer.solutions += answer.solutions == 2 ? 1 : 0;
  });
  CHECK(find_uniqueness_fault(generous, unique_of(2, 1), limit_of(2), 1s)
            .ends_with(": found 3 solutions, more than the limit of 2"));
  FakeEngine careless([dlx](const Grid& puzzle, const SolveLimits& limits, GridAnswer& answer) {
    answer = solve_one(*dlx, puzzle, limits);
    if (answer.solutions == 2) std::swap(answer.first_solution[0], answer.first_solution[1]);
  });
  CHECK(find_uniqueness_fault(careless, unique_of(2, 1), limit_of(2), 1s)
            .find(": its solution breaks a rule: ") != std::string::npos);
}

TEST_CASE("with a limit of one solution, no second one is required", "[probes]") {
  std::vector<Solver> solvers;
  solvers.push_back({"dlx", [] { return find_engine("dlx")->make({}); }});
  solvers.push_back({"bitmask", [] { return find_engine("bitmask")->make({}); }});
  CHECK(faults_of_a_run(solvers, 1).empty());
}

}  // namespace sudoku
