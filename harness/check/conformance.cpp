#include "harness/check/conformance.h"

#include <array>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/base/units.h"
#include "harness/check/probes.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::exhausted: return "exhausted";
    case Outcome::solution_limit: return "ended by the solution limit";
    case Outcome::guess_limit: return "ended by the guess limit";
    case Outcome::timeout: return "ended by the time limit";
    case Outcome::gave_up: return "given up";
    case Outcome::stopped: return "stopped";
    case Outcome::failed: return "failed";
  }
  return "";
}

/// What a solver was asked, for the messages.
struct Question {
  Board puzzle;
  SolveLimits limits;

  void require(bool holds, const std::string& what) const {
    if (!holds) throw NonConformance(what, puzzle, limits);
  }
  void require_outcome(const BoardAnswer& answer, Outcome expected) const {
    require(answer.outcome == expected, fmt::format("the search should be {}, it is {}",
                                                    name_of(expected), name_of(answer.outcome)));
  }
};

bool has_first_solution(const BoardAnswer& answer) {
  return answer.has_solution && answer.solutions != 0;
}

/// Checks the answer of an incomplete solver.
void check_attempt(const BoardAnswer& answer, const Question& question) {
  const bool has_found = answer.solutions != 0;
  question.require(answer.solutions <= 1, fmt::format("{} solutions given, at most 1 expected",
                                                      format_count(answer.solutions)));
  question.require_outcome(answer, has_found ? Outcome::solution_limit : Outcome::gave_up);
  question.require(
      !has_found || (answer.has_solution && is_solution_of(answer.first_solution, question.puzzle)),
      "the solution given breaks a rule");
}

// The checks, in the order of the table below.

template <auto make_cases, std::uint64_t... max_solutions>
void check_cases(ConformanceTester& tester) {
  const ConformanceCases cases = make_cases(tester.shape());
  for (const std::uint64_t limit : tester.supported({max_solutions...})) {
    for (const ConformanceCase& question : cases) tester.expect(question, limit);
  }
}

void check_complete_grid(ConformanceTester& tester) {
  const ConformanceCase grid = complete_grid(tester.shape());
  for (const std::uint64_t limit : tester.supported({0, 1, 2})) {
    const BoardAnswer answer = tester.expect(grid, limit);
    const bool has_guesses = !tester.solver().is_external && answer.has_guesses;
    Question{grid.puzzle(), tester.limits(limit)}.require(
        !has_guesses || answer.guesses == 0,
        fmt::format("{} guesses for a complete grid, 0 expected", answer.guesses));
  }
}

void check_limits(ConformanceTester& tester) {
  for (const ConformanceCase& question : ambiguous_puzzles(tester.shape())) {
    const std::uint64_t all = question.solutions;
    for (const std::uint64_t limit : tester.supported({1, 2, 3, 1000, all - 1, all, all + 1})) {
      tester.expect(question, limit);
    }
  }
}

void check_nearly_empty_grids(ConformanceTester& tester) {
  const BoardList grids = nearly_empty_grids(tester.shape());
  for (const std::uint64_t limit : tester.supported({1, 2, 3, 7})) {
    for (std::size_t i = 0; i < grids.size(); ++i) {
      const std::span cells = grids[i].cells;
      tester.expect({grids.shape(), {cells.begin(), cells.end()}, limit}, limit);
    }
  }
}

ConformanceCase isomorph_of(const ConformanceCase& question, std::uint64_t seed,
                            std::uint64_t number) {
  ConformanceCase isomorph = question;
  numbered_isomorphism(question.puzzle(), seed, number).apply(question.puzzle(), isomorph.cells);
  return isomorph;
}

void check_isomorphs(ConformanceTester& tester) {
  constexpr std::uint64_t kIsomorphs = 8;
  ConformanceCases cases = ambiguous_puzzles(tester.shape());
  cases.push_back(unique_puzzles(tester.shape()).front());
  for (const ConformanceCase& question : cases) {
    for (std::uint64_t number = 1; number < kIsomorphs; ++number) {
      tester.expect(isomorph_of(question, 1, number), 0);
    }
  }
}

/// Finds errors that only some calls show.
void check_many_puzzles(ConformanceTester& tester) {
  constexpr std::uint64_t kMany = 300;
  const ConformanceCase question = unique_puzzles(tester.shape()).front();
  const std::uint64_t limit = tester.supported({2, 1}).front();
  for (std::uint64_t number = 1; number <= kMany; ++number) {
    tester.expect(isomorph_of(question, 2, number), limit);
  }
}

/// Checks that two calls give the same answer. `is_same_call` is false if the engine may find the
/// solutions in another order, and thus others up to the limit.
void expect_same(const BoardAnswer& answer, const BoardAnswer& expected, bool is_same_call,
                 std::string_view when, const Question& question) {
  question.require(answer.solutions == expected.solutions,
                   fmt::format("{} solutions {}, {} before", format_count(answer.solutions), when,
                               format_count(expected.solutions)));
  question.require_outcome(answer, expected.outcome);
  if (has_first_solution(answer)) {
    question.require(
        is_solution_of(answer.first_solution, question.puzzle),
        fmt::format("a wrong solution {}: {}", when, format_line(answer.first_solution)));
  }
  const bool has_guesses = answer.has_guesses && expected.has_guesses;
  if (has_guesses && (is_same_call || expected.outcome == Outcome::exhausted)) {
    question.require(
        answer.guesses == expected.guesses,
        fmt::format("{} guesses {}, {} before", answer.guesses, when, expected.guesses));
  }
  if (is_same_call && has_first_solution(answer) && has_first_solution(expected)) {
    question.require(answer.first_solution == expected.first_solution,
                     fmt::format("another first solution {}", when));
  }
}

void check_second_call(ConformanceTester& tester) {
  const BoardList puzzles = mixed_block(tester.shape());
  for (const std::uint64_t limit : tester.supported({0, 1, 2})) {
    const SolveLimits limits = tester.limits(limit);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const BoardAnswer first = tester.ask(puzzles[i], limits);
      const BoardAnswer second = tester.ask(puzzles[i], limits);
      expect_same(second, first, !tester.solver().is_external, "in a second call",
                  {puzzles[i], limits});
    }
  }
}

void check_blocks(ConformanceTester& tester) {
  const BoardList puzzles = mixed_block(tester.shape());
  const bool is_same_call = !tester.solver().is_external && !tester.solver().takes_blocks;
  for (const std::uint64_t limit : tester.supported({0, 1, 2})) {
    const SolveLimits limits = tester.limits(limit);
    const std::vector<BoardAnswer> answers = tester.ask(puzzles, limits);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      expect_same(answers[i], tester.ask(puzzles[i], limits), is_same_call, "among others",
                  {puzzles[i], limits});
    }
  }
}

void check_lists(ConformanceTester& tester) {
  for (const ConformanceCase& question : ambiguous_puzzles(tester.shape())) {
    for (const std::uint64_t limit : tester.supported({0, 1, 2})) {
      tester.expect_list(question.puzzle(), tester.limits(limit));
    }
  }
}

/// Two digits fill the four corners of a rectangle in two ways. Whichever corner or digit an engine
/// branches on, the rest follows: every leaf of its tree is a solution.
void check_guesses(ConformanceTester& tester) {
  for (const ConformanceCase& question : rectangles(tester.shape())) {
    const BoardAnswer answer = tester.expect(question, 0);
    const std::uint64_t expected = question.solutions - 1;
    Question{question.puzzle(), tester.limits(0)}.require(
        !answer.has_guesses || answer.guesses == expected,
        fmt::format("{} guesses, {} expected", answer.guesses, expected));
  }
}

void check_guess_limit(ConformanceTester& tester) {
  for (const ConformanceCase& puzzle : ambiguous_puzzles(tester.shape())) {
    const BoardAnswer whole = tester.expect(puzzle, 0);
    Question question{puzzle.puzzle(), tester.limits(0)};
    for (const std::uint64_t guesses : {std::uint64_t{1}, whole.guesses / 2, whole.guesses - 1}) {
      if (guesses == 0 || guesses >= whole.guesses) continue;
      question.limits.max_guesses = guesses;
      const BoardAnswer answer = tester.ask(question.puzzle, question.limits);
      question.require_outcome(answer, Outcome::guess_limit);
      question.require(answer.guesses <= guesses,
                       fmt::format("{} guesses, {} allowed", answer.guesses, guesses));
      question.require(answer.solutions <= whole.solutions, "more solutions than there are");
    }
    question.limits.max_guesses = whole.guesses;
    expect_same(tester.ask(question.puzzle, question.limits), whole, true,
                "with the number of guesses as the limit", question);
  }
}

void check_time_limit(ConformanceTester& tester) {
  SolveLimits limits = tester.limits(0);
  // A complete large board takes longer than a millisecond.
  limits.max_time = std::chrono::milliseconds(tester.shape() == k9x9 ? 1 : 100);
  BoardList puzzles(tester.shape());
  puzzles.emplace_back();
  puzzles.push_back(complete_grid(tester.shape()).puzzle());
  const std::vector<BoardAnswer> answers = tester.ask(puzzles, limits);
  // The empty 4x4 has few solutions.
  if (tester.shape().side() > 4) {
    Question{puzzles[0], limits}.require_outcome(answers[0], Outcome::timeout);
  }
  check_answer(answers[1], complete_grid(tester.shape()), limits);
  check_cases<ambiguous_puzzles, 0>(tester);
}

void check_stop(ConformanceTester& tester) {
  const std::atomic<bool> stop{true};
  SolveLimits limits = tester.limits(tester.supported({0, 1}).front());
  limits.stop = &stop;
  const BoardList puzzles = mixed_block(tester.shape());
  const std::vector<BoardAnswer> answers = tester.ask(puzzles, limits);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Question question{puzzles[i], limits};
    question.require_outcome(answers[i], Outcome::stopped);
    question.require(answers[i].solutions == 0, "a solution after the stop signal");
  }
  check_cases<ambiguous_puzzles, 0, 1>(tester);
}

// Limits come first where an engine may not end without them.
constexpr std::array kChecks{
    ConformanceCheck{"a complete grid", check_complete_grid},
    ConformanceCheck{"a complete grid with a wrong digit", check_cases<wrong_grids, 2, 1, 0>},
    ConformanceCheck{"one clue short of a complete grid",
                     check_cases<grids_one_clue_short, 2, 1, 0>},
    ConformanceCheck{"equal clues in a house", check_cases<clashing_clues, 2, 1, 0>},
    ConformanceCheck{"no solution, and no equal clues", check_cases<impossible_puzzles, 2, 1, 0>},
    ConformanceCheck{"one solution", check_cases<unique_puzzles, 2, 1, 0>},
    ConformanceCheck{"several solutions", check_cases<ambiguous_puzzles, 0>, true, false},
    ConformanceCheck{"limits", check_limits},
    ConformanceCheck{"nearly empty grids", check_nearly_empty_grids},
    ConformanceCheck{"isomorphs", check_isomorphs, true, false},
    ConformanceCheck{"hundreds of puzzles", check_many_puzzles},
    ConformanceCheck{"a second call", check_second_call},
    ConformanceCheck{"blocks of puzzles", check_blocks},
    ConformanceCheck{"lists of solutions", check_lists, false},
    ConformanceCheck{"what a guess is", check_guesses, false, false},
    ConformanceCheck{"the limit of guesses", check_guess_limit, false, false},
    ConformanceCheck{"the time limit", check_time_limit, false, false},
    ConformanceCheck{"the stop signal", check_stop, false},
};

}  // namespace

NonConformance::NonConformance(const std::string& what, const Board& puzzle,
                               const SolveLimits& limits)
    : std::runtime_error(fmt::format("{}, {}: {}", what,
                                     limits.max_solutions == 0
                                         ? "without a limit"
                                         : fmt::format("limit {}", limits.max_solutions),
                                     format_line(puzzle))) {}

ConformanceTester::ConformanceTester(const SolverUnderTest& solver,
                                     std::chrono::nanoseconds timeout, OnQuestion on_question)
    : solver_(solver), timeout_(timeout), on_question_(std::move(on_question)) {}

std::vector<std::uint64_t> ConformanceTester::supported(
    std::initializer_list<std::uint64_t> max_solutions) const {
  std::vector<std::uint64_t> supported(max_solutions);
  if (solver_.is_incomplete) std::erase_if(supported, [](std::uint64_t n) { return n != 1; });
  return supported;
}

SolveLimits ConformanceTester::limits(std::uint64_t max_solutions) const {
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  limits.max_time = timeout_;
  return limits;
}

Executor& ConformanceTester::executor(std::uint64_t max_solutions) {
  auto& executor = executors_[solver_.is_external ? max_solutions : 0];
  if (!executor) executor = solver_.make(max_solutions);
  return *executor;
}

std::vector<BoardAnswer> ConformanceTester::ask(const Boards& puzzles, SolveLimits limits,
                                                SolutionSink* sink) {
  on_question_(puzzles[0], limits.max_solutions);
  Executor& asked = executor(limits.max_solutions);
  // The timeout is for the whole call.
  limits.deadline = std::chrono::steady_clock::now() + timeout_;
  std::vector<SolveResult> results(puzzles.size());
  BoardList solutions(shape());
  solutions.resize(puzzles.size());
  asked.solve(puzzles, limits, {results, solutions.cells()}, sink);
  for (const Failure& failure : asked.failures()) {
    throw NonConformance(failure.what, puzzles[failure.puzzle], limits);
  }
  std::vector<BoardAnswer> answers;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Outcome outcome = results[i].outcome;
    const bool is_overdue = (outcome == Outcome::timeout && limits.max_time == timeout_) ||
                            (outcome == Outcome::stopped && limits.stop == nullptr);
    const std::chrono::duration<double> time = timeout_;
    Question{puzzles[i], limits}.require(!is_overdue,
                                         fmt::format("no answer within {:g} s", time.count()));
    answers.push_back({results[i], solutions[i]});
  }
  return answers;
}

BoardAnswer ConformanceTester::ask(const Board& puzzle, const SolveLimits& limits) {
  return ask(Boards(puzzle), limits).front();
}

void ConformanceTester::expect_list(const Board& puzzle, const SolveLimits& limits) {
  ListingCheck check(puzzle);
  const BoardAnswer answer = ask(Boards(puzzle), limits, &check).front();
  if (!answer.has_solution) return;
  const Question question{puzzle, limits};
  question.require(check.fault().empty(), check.fault());
  question.require(
      check.listed() == answer.solutions,
      fmt::format("lists {} of {} solutions", check.listed(), format_count(answer.solutions)));
}

BoardAnswer ConformanceTester::expect(const ConformanceCase& question,
                                      std::uint64_t max_solutions) {
  const SolveLimits asked = limits(max_solutions);
  BoardAnswer answer = ask(question.puzzle(), asked);
  if (solver_.is_incomplete) {
    check_attempt(answer, {question.puzzle(), asked});
  } else {
    check_answer(answer, question, asked);
  }
  return answer;
}

void check_answer(const BoardAnswer& answer, const ConformanceCase& conformance_case,
                  const SolveLimits& limits) {
  const Question question{conformance_case.puzzle(), limits};
  const std::uint64_t all = conformance_case.solutions;
  const bool is_limited = limits.max_solutions != 0 && all >= limits.max_solutions;
  const std::uint64_t expected = is_limited ? limits.max_solutions : all;
  question.require(answer.solutions == expected,
                   fmt::format("{} expected, {} given", number_of(expected, "solution"),
                               format_count(answer.solutions)));
  question.require_outcome(answer, is_limited ? Outcome::solution_limit : Outcome::exhausted);
  if (!has_first_solution(answer)) return;
  question.require(
      is_solution_of(answer.first_solution, question.puzzle),
      fmt::format("the solution given breaks a rule ({})", format_line(answer.first_solution)));
}

bool applies_to(const ConformanceCheck& check, const SolverUnderTest& solver) {
  return (check.is_for_external || !solver.is_external) &&
         (check.is_for_incomplete || !solver.is_incomplete);
}

std::span<const ConformanceCheck> conformance_checks() { return kChecks; }

}  // namespace sudoku
