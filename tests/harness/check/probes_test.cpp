#include "harness/check/probes.h"

#include <bit>
#include <chrono>
#include <numeric>

#include "harness/check/answer_checker.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/unavoidable_sets.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

/// Answers correctly.
void honest(const Grid& puzzle, const SolveLimits& limits, GridAnswer& answer) {
  answer = solve_one(*find_engine("dlx")->make({}), puzzle, limits);
}

/// Always stops at the first solution.
void hasty(const Grid& puzzle, SolveLimits limits, GridAnswer& answer) {
  limits.max_solutions = 1;
  honest(puzzle, limits, answer);
  answer.outcome = Outcome::exhausted;
}

/// Returns the faults in a run over one puzzle.
std::vector<Fault> faults_in_run(std::vector<Solver> solvers, const Grid& puzzle,
                                 std::uint64_t max_solutions) {
  RunPlan plan;
  plan.solvers = std::move(solvers);
  plan.limits.max_solutions = max_solutions;
  AnswerChecker checker(plan.solvers, plan.limits);
  SystemStopwatch stopwatch;
  bool is_read = false;
  std::vector<Fault> faults;
  Runner(plan, stopwatch, checker)
      .run(
          [&](PuzzleBlock& block) {
            block.puzzles.push_back(puzzle);
            block.lines.push_back(1);
            return !std::exchange(is_read, true);
          },
          [&](BlockSample&& sample) { faults = sample.faults; });
  return faults;
}

/// Returns isomorphs of a puzzle with one solution.
UniquePuzzles unique_of(std::size_t count, std::size_t opened) {
  UniquePuzzles unique;
  unique.opened = opened;
  for (std::size_t i = 0; i < count; ++i) {
    const Isomorphism isomorphism = numbered_isomorphism(kUnique, 7, i);
    unique.puzzles.push_back(isomorphism.apply(kUnique));
    if (i == opened) unique.solution = isomorphism.apply(kSolution);
  }
  return unique;
}

std::string uniqueness_fault(const FakeEngine::Answer& answer, const UniquePuzzles& unique,
                             std::chrono::nanoseconds taken = 1s) {
  FakeEngine engine(answer);
  const auto fault = find_uniqueness_fault(engine, unique, limit_of(2), taken);
  return fault ? fault->what : "";
}

std::uint64_t count_up_to_two(const Board& puzzle) {
  const auto engine = find_engine("bitmask")->make({});
  return static_cast<std::uint64_t>(solve_block(*engine, puzzle, limit_of(2)).front().solutions);
}

using Change = std::function<std::vector<Grid>(std::vector<Grid>)>;

/// Returns an engine that counts correctly, but lists the solutions as `change` returns them.
std::unique_ptr<Engine> listing_engine(const Change& change) {
  return std::make_unique<FunctionEngine>([change](const Boards& puzzles, const SolveLimits& limits,
                                                   const Answers& answers, SolutionSink* sink) {
    SolutionList list;
    find_engine("dlx")->make({})->solve(puzzles, limits, answers, &list);
    if (sink == nullptr) return;
    for (const Grid& solution : change(list.solutions)) sink->on_solution(0, solution);
  });
}

}  // namespace

TEST_CASE("a list has to have each solution once", "[probes]") {
  const auto fault_of = [](const Change& change) {
    return find_listing_fault(*listing_engine(change), kFive, {.solutions = 5}, nullptr);
  };
  CHECK(fault_of([](auto list) { return list; }).empty());
  CHECK(fault_of([](auto list) {
          list[4] = list[1];
          return list;
        }).starts_with("lists a solution twice: "));
  CHECK(fault_of([](auto list) {
          std::swap(list[2][0], list[2][1]);
          return list;
        }).starts_with("lists a solution that breaks a rule: "));
  CHECK(fault_of([](auto list) {
          list.pop_back();
          return list;
        }) == "lists 4 of 5 solutions");
}

TEST_CASE("a run detects an engine that counts a solution twice", "[probes]") {
  const auto repeat = [](const std::vector<Grid>& list) {
    return std::vector<Grid>(list.size(), list[0]);
  };
  const auto make = [repeat] { return listing_engine(repeat); };
  const auto faults = faults_in_run({{"repeating", make}, fake_solver("honest", honest)}, kFive, 2);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::wrong);
  CHECK(faults[0].engine == 0);
  CHECK(faults[0].what.starts_with("repeating: lists a solution twice: "));
}

TEST_CASE("a run detects an engine that assumes uniqueness", "[probes]") {
  const Solver honest_one = fake_solver("honest", honest);
  Solver counting = fake_solver("hasty", [](const auto& puzzle, const auto& limits, auto& answer) {
    hasty(puzzle, limits, answer);
    answer.has_solution = false;
  });
  counting.lists_solutions = false;
  for (const Solver& solver : {fake_solver("hasty", hasty), counting}) {
    for (const std::uint64_t max_solutions : {0U, 2U, 1000U}) {
      const auto faults = faults_in_run({solver, honest_one}, kUnique, max_solutions);
      REQUIRE(faults.size() == 1);
      CHECK(faults[0].kind == FaultKind::wrong);
      CHECK(faults[0].engine == 0);
      CHECK(faults[0].what ==
            "hasty: found 1 solution for an isomorph of this puzzle with a clue moved, which has "
            "several");
      CHECK(faults[0].asked != format_line(kUnique));
    }
    // If no engine returns a solution, the arbiter finds one.
    CHECK(faults_in_run({solver}, kUnique, 2).size() == 1);
  }
  CHECK(faults_in_run({honest_one}, kUnique, 1).empty());
}

TEST_CASE("a solved board of any shape has a second solution without some cells", "[probes]") {
  for (const Shape shape : {Shape{2, 2}, Shape{3, 2}, Shape{4, 4}, Shape{4, 5}, Shape{6, 6}}) {
    INFO(size_of(shape));
    OwnedBoard board(shape);
    const OwnedBoard empty(shape);
    solve_block(*find_engine("bitmask")->make({}), Board(empty), limit_of(1), board.cells());
    CHECK(count_up_to_two(without_uniqueness(board, board)) == 2);
  }
}

TEST_CASE("a puzzle with candidates gets a second solution by other candidates", "[probes]") {
  OwnedBoard puzzle(k9x9);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    // Two of three cells have a single candidate.
    const Digits digit = digit_bit(kSolution[cell]);
    puzzle.candidates()[cell] = cell % 3 != 0 ? digit : digit | digit_bit(cell % 9 + 1);
  }
  REQUIRE(count_up_to_two(puzzle) == 1);
  const OwnedBoard open = without_uniqueness(puzzle, kSolution);
  CHECK(count_up_to_two(open) == 2);
  const auto candidates_of = [](const Board& board) {
    return std::accumulate(board.candidates.begin(), board.candidates.end(), 0,
                           [](int sum, Digits digits) { return sum + std::popcount(digits); });
  };
  CHECK(candidates_of(open) == candidates_of(puzzle));
  CHECK(without_uniqueness(open, kSolution) == open);
}

TEST_CASE("the check allows the time that the engine took before", "[probes]") {
  constexpr std::chrono::seconds kNeeds{1000};
  const auto slow = [&](const Grid& puzzle, const SolveLimits& limits, GridAnswer& answer) {
    hasty(puzzle, limits, answer);
    if (std::chrono::steady_clock::now() + kNeeds > limits.deadline) {
      answer = {{0, 0, Outcome::stopped}, {}};
    }
  };
  CHECK(uniqueness_fault(slow, unique_of(1, 0), kNeeds - 10s).empty());
  CHECK_FALSE(uniqueness_fault(slow, unique_of(1, 0), kNeeds + 10s).empty());
}

TEST_CASE("the uniqueness probe moves a clue unless the puzzle has several solutions", "[probes]") {
  const OwnedBoard open = without_uniqueness(kUnique, kSolution);
  int changed = 0;
  for (std::size_t i = 0; i < kCells; ++i) changed += Board(open)[i] != kUnique[i] ? 1 : 0;
  CHECK(changed == 2);
  CHECK(without_uniqueness(open, kSolution) == open);
  UniquePuzzles unique{.puzzles = {}, .opened = 0, .solution = kSolution};
  unique.puzzles.push_back(open);
  CHECK(uniqueness_fault(hasty, unique) ==
        "found 1 solution for an isomorph of this puzzle, which has several");
}

TEST_CASE("an engine cannot recognize the check", "[probes]") {
  using IsSuspicious = std::function<bool(const Grid&)>;
  const auto honest_if = [](const IsSuspicious& is_suspicious) -> FakeEngine::Answer {
    return [is_suspicious](const auto& puzzle, const auto& limits, auto& answer) {
      is_suspicious(puzzle) ? honest(puzzle, limits, answer) : hasty(puzzle, limits, answer);
    };
  };
  const auto agrees_with_solution = [](const Grid& puzzle) {
    for (std::size_t i = 0; i < kCells; ++i) {
      if (puzzle[i] != 0 && puzzle[i] != kSolution[i]) return false;
    }
    return true;
  };
  const auto lacks_clue = [](const Grid& puzzle) {
    return clue_count(puzzle) < clue_count(kUnique);
  };
  const auto claims_two = [](const auto& puzzle, const auto& limits, auto& answer) {
    hasty(puzzle, limits, answer);
    answer.solutions = 2;
    answer.outcome = Outcome::solution_limit;
  };
  for (std::size_t opened = 0; opened < 4; ++opened) {
    INFO(opened);
    const UniquePuzzles unique = unique_of(4, opened);
    CHECK(uniqueness_fault(honest, unique).empty());
    CHECK_FALSE(uniqueness_fault(honest_if(agrees_with_solution), unique).empty());
    CHECK_FALSE(uniqueness_fault(honest_if(lacks_clue), unique).empty());
    CHECK_FALSE(uniqueness_fault(claims_two, unique).empty());
  }
  int asked = 0;
  const auto is_fourth = [&asked](const Grid&) { return ++asked == 4; };
  CHECK_FALSE(uniqueness_fault(honest_if(is_fourth), unique_of(4, 2)).empty());
}

TEST_CASE("solutions beyond the limit and invalid ones are wrong", "[probes]") {
  const auto generous = [](const auto& puzzle, const auto& limits, auto& answer) {
    honest(puzzle, limits, answer);
    answer.solutions += answer.solutions == 2 ? 1 : 0;
  };
  CHECK(uniqueness_fault(generous, unique_of(2, 1))
            .ends_with(": found 3 solutions, more than the limit of 2"));
  const auto careless = [](const auto& puzzle, const auto& limits, auto& answer) {
    honest(puzzle, limits, answer);
    if (answer.solutions == 2) std::swap(answer.first_solution[0], answer.first_solution[1]);
  };
  CHECK(uniqueness_fault(careless, unique_of(2, 1)).find(": its solution breaks a rule: ") !=
        std::string::npos);
}

}  // namespace sudoku
