#include "harness/check/probes.h"
#include "tests/catch.h"
#include "tests/harness/check/check_testing.h"

namespace sudoku {
namespace {

/// Has 5 solutions.
const Grid kPuzzle =
    grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...");

std::vector<Grid> solutions_of(const Grid& puzzle) {
  SolutionList list;
  solve_one(*find_engine("dlx")->make({}), puzzle, limit_of(0), &list);
  return list.solutions;
}

/// An engine that lists given solutions.
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

TEST_CASE("a list has to have each solution once", "[probes]") {
  const auto solutions = solutions_of(kPuzzle);
  REQUIRE(solutions.size() == 5);
  CHECK(fault_of(solutions, 5).empty());
  auto changed = solutions;
  changed[4] = changed[1];
  CHECK(fault_of(changed, 5) == "lists a solution twice: " + format_line(changed[1]));
  changed = solutions;
  std::swap(changed[2][0], changed[2][1]);
  CHECK(fault_of(changed, 5) == "lists a solution that breaks a rule: " + format_line(changed[2]));
  changed = solutions;
  changed.pop_back();
  CHECK(fault_of(changed, 5) == "lists 4 of 5 solutions");
}

TEST_CASE("a run detects an engine that counts a solution twice", "[probes]") {
  /// An engine that lists the first solution as often as there are solutions.
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
  const auto faults = faults_in_run(plan, kPuzzle, stopwatch);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::wrong);
  CHECK(faults[0].engine == 0);
  CHECK(faults[0].what.starts_with("repeating: lists a solution twice: "));
}

}  // namespace sudoku
