#include "harness/check/probes.h"
#include "harness/check/run_check.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// It has 5 solutions.
const Grid kPuzzle =
    grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...");

std::vector<Grid> solutions_of(const Grid& puzzle) {
  SolutionList list;
  solve_one(*find_engine("dlx")->make({}), puzzle, limit_of(0), &list);
  return list.solutions;
}

/// Lists what it is told to.
class ListingEngine final : public Engine {
 public:
  explicit ListingEngine(std::vector<Grid> list) : list_(std::move(list)) {}
  void solve(const Boards&, const SolveLimits&, const Answers& answers,
             SolutionSink* sink) override {
    answers.results[0] = {};
    answers.results[0].solutions = list_.size();
    for (const Grid& solution : list_) sink->on_solution(0, solution);
  }

 private:
  std::vector<Grid> list_;
};

std::string fault_of(std::vector<Grid> list, std::uint64_t counted) {
  SolveResult answer;
  answer.solutions = counted;
  ListingEngine engine(std::move(list));
  return find_listing_fault(engine, kPuzzle, answer, nullptr);
}

}  // namespace

TEST_CASE("a list of different solutions is right", "[listing]") {
  const auto solutions = solutions_of(kPuzzle);
  REQUIRE(solutions.size() == 5);
  CHECK(fault_of(solutions, 5).empty());
}

TEST_CASE("a solution that is listed twice is named", "[listing]") {
  auto solutions = solutions_of(kPuzzle);
  solutions[4] = solutions[1];
  CHECK(fault_of(solutions, 5) == "lists a solution twice: " + format_line(solutions[1]));
}

TEST_CASE("what is listed and solves nothing is named", "[listing]") {
  auto solutions = solutions_of(kPuzzle);
  std::swap(solutions[2][0], solutions[2][1]);
  CHECK(fault_of(solutions, 5) ==
        "lists a solution that breaks a rule: " + format_line(solutions[2]));
}

TEST_CASE("a list that is too short is found", "[listing]") {
  auto solutions = solutions_of(kPuzzle);
  solutions.pop_back();
  CHECK(fault_of(solutions, 5) == "lists 4 of 5 solutions");
}

TEST_CASE("a run finds out an engine that counts the same solution again", "[listing]") {
  /// Finds the first solution only, but as often as there are any.
  class RepeatingEngine final : public Engine {
   public:
    void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
               SolutionSink* sink) override {
      dlx_->solve(puzzles, limits, answers, nullptr);
      for (std::size_t i = 0; sink != nullptr && i < puzzles.size(); ++i) {
        const GridAnswer first = solve_one(*dlx_, as_grid(puzzles[i]), limit_of(1));
        for (SolutionCount n = 0; n < answers.results[i].solutions; ++n) {
          sink->on_solution(i, first.first_solution);
        }
      }
    }

   private:
    std::unique_ptr<Engine> dlx_ = find_engine("dlx")->make({});
  };
  RunPlan plan;
  plan.solvers.push_back({"repeating", [] { return std::make_unique<RepeatingEngine>(); }});
  plan.solvers.push_back({"dlx", [] { return find_engine("dlx")->make({}); }});
  plan.limits.max_solutions = 2;
  SystemStopwatch stopwatch;
  RunCheck run_check(plan.solvers, plan.limits);
  Runner runner(plan, stopwatch, run_check);
  bool is_read = false;
  std::vector<Fault> faults;
  runner.run(
      [&](PuzzleBlock& block) {
        block.puzzles.push_back(kPuzzle);
        block.lines.push_back(1);
        return !std::exchange(is_read, true);
      },
      [&](BlockSample&& sample) { faults = sample.faults; });
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::wrong);
  CHECK(faults[0].engine == 0);
  CHECK(faults[0].what.starts_with("repeating: lists a solution twice: "));
}

}  // namespace sudoku
