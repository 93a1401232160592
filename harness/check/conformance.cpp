#include "harness/check/conformance.h"

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

template <typename... Arguments>
void require(bool holds, const BoardAnswer& answer, fmt::format_string<Arguments...> what,
             Arguments&&... arguments) {
  if (holds) return;
  throw NonConformance(fmt::format(what, std::forward<Arguments>(arguments)...), answer.puzzle,
                       answer.limits);
}

void require_outcome(const BoardAnswer& answer, Outcome expected) {
  require(answer.outcome == expected, answer, "the search should be {}, it is {}",
          name_of(expected), name_of(answer.outcome));
}

/// Returns whether the solver supports only a limit of one solution.
bool finds_one(const SolverUnderTest& solver) {
  return solver.is_incomplete || solver.stops_at_first;
}

bool has_first_solution(const BoardAnswer& answer) {
  return answer.has_solution && answer.solutions != 0;
}

bool is_first_solution_correct(const BoardAnswer& answer) {
  return is_solution_of(answer.first_solution, answer.puzzle);
}

/// Checks the answer of an incomplete solver.
void check_attempt(const BoardAnswer& answer) {
  const bool has_found = answer.solutions != 0;
  require(answer.solutions <= 1, answer, "{} solutions given, at most 1 expected",
          format_count(answer.solutions));
  require_outcome(answer, has_found ? Outcome::solution_limit : Outcome::gave_up);
  require(!has_found || (answer.has_solution && is_first_solution_correct(answer)), answer,
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
    require(!has_guesses || answer.guesses == 0, answer,
            "{} guesses for a complete grid, 0 expected", answer.guesses);
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

void expect_isomorphs(ConformanceTester& tester, const ConformanceCase& question,
                      std::uint64_t limit, std::uint64_t seed, std::uint64_t count) {
  for (std::uint64_t number = 1; number <= count; ++number) {
    const Isomorphism isomorphism = numbered_isomorphism(question, seed, number);
    tester.expect({isomorphism.apply(question), question.solutions}, limit);
  }
}

void check_isomorphs(ConformanceTester& tester) {
  ConformanceCases cases = ambiguous_puzzles(tester.shape());
  cases.push_back(unique_puzzles(tester.shape()).front());
  const std::uint64_t limit = tester.supported({0, 1}).front();
  for (const ConformanceCase& question : cases) expect_isomorphs(tester, question, limit, 1, 7);
}

/// Finds errors that only some calls show.
void check_many_puzzles(ConformanceTester& tester) {
  const std::uint64_t limit = tester.supported({2, 1}).front();
  expect_isomorphs(tester, unique_puzzles(tester.shape()).front(), limit, 2, 300);
}

/// Checks that two calls give the same answer. `is_same_call` is false if the engine may find the
/// solutions in another order, and thus other ones up to the limit.
void expect_same(const BoardAnswer& answer, const BoardAnswer& expected, bool is_same_call,
                 std::string_view when) {
  require(answer.solutions == expected.solutions, answer, "{} solutions {}, {} before",
          format_count(answer.solutions), when, format_count(expected.solutions));
  require_outcome(answer, expected.outcome);
  if (has_first_solution(answer)) {
    require(is_first_solution_correct(answer), answer, "a wrong solution {}: {}", when,
            format_line(answer.first_solution));
  }
  const bool has_guesses = answer.has_guesses && expected.has_guesses;
  if (has_guesses && (is_same_call || expected.outcome == Outcome::exhausted)) {
    require(answer.guesses == expected.guesses, answer, "{} guesses {}, {} before", answer.guesses,
            when, expected.guesses);
  }
  if (is_same_call && has_first_solution(answer) && has_first_solution(expected)) {
    require(answer.first_solution == expected.first_solution, answer, "another first solution {}",
            when);
  }
}

void check_second_call(ConformanceTester& tester) {
  const BoardList puzzles = mixed_block(tester.shape());
  for (const std::uint64_t limit : tester.supported({0, 1, 2})) {
    const SolveLimits limits = tester.limits(limit);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const BoardAnswer first = tester.ask(puzzles[i], limits);
      const BoardAnswer second = tester.ask(puzzles[i], limits);
      expect_same(second, first, !tester.solver().is_external, "in a second call");
    }
  }
}

void expect_block(ConformanceTester& tester, const BoardList& puzzles) {
  const bool is_same_call = !tester.solver().is_external && !tester.solver().takes_blocks;
  for (const std::uint64_t limit : tester.supported({2, 1, 0})) {
    for (const BoardAnswer& answer : tester.ask(puzzles, tester.limits(limit))) {
      const BoardAnswer alone = tester.ask(answer.puzzle, tester.limits(limit));
      expect_same(answer, alone, is_same_call, "among others");
    }
  }
}

void check_blocks(ConformanceTester& tester) { expect_block(tester, mixed_block(tester.shape())); }

template <auto make_cases>
void check_lists(ConformanceTester& tester) {
  for (const ConformanceCase& question : make_cases(tester.shape())) {
    for (const std::uint64_t limit : tester.supported({2, 1, 0})) {
      tester.expect_list(question, tester.limits(limit));
    }
  }
}

/// Two digits fill the four corners of a rectangle in two ways. Whichever corner or digit an engine
/// branches on, the rest follows: every leaf of its tree is a solution.
void check_guesses(ConformanceTester& tester) {
  for (const ConformanceCase& question : rectangles(tester.shape())) {
    const BoardAnswer answer = tester.expect(question, 0);
    const std::uint64_t expected = question.solutions - 1;
    require(!answer.has_guesses || answer.guesses == expected, answer, "{} guesses, {} expected",
            answer.guesses, expected);
  }
}

void check_guess_limit(ConformanceTester& tester) {
  for (const ConformanceCase& question : ambiguous_puzzles(tester.shape())) {
    const BoardAnswer whole = tester.expect(question, 0);
    SolveLimits limits = tester.limits(0);
    for (const std::uint64_t guesses : {std::uint64_t{1}, whole.guesses / 2, whole.guesses - 1}) {
      if (guesses == 0 || guesses >= whole.guesses) continue;
      limits.max_guesses = guesses;
      const BoardAnswer answer = tester.ask(question, limits);
      require_outcome(answer, Outcome::guess_limit);
      require(answer.guesses <= guesses, answer, "{} guesses, {} allowed", answer.guesses, guesses);
      require(answer.solutions <= whole.solutions, answer, "more solutions than there are");
    }
    limits.max_guesses = whole.guesses;
    expect_same(tester.ask(question, limits), whole, true,
                "with the number of guesses as the limit");
  }
}

void check_time_limit(ConformanceTester& tester) {
  SolveLimits limits = tester.limits(0);
  BoardList puzzles(tester.shape());
  puzzles.emplace_back();
  puzzles.push_back(complete_grid(tester.shape()));
  // A complete large board, or a processor that is busy with other work, can need a longer limit.
  for (const int milliseconds : {1, 100, 1000}) {
    limits.max_time = std::chrono::milliseconds(milliseconds);
    const std::vector<BoardAnswer> answers = tester.ask(puzzles, limits);
    // Smaller boards have few solutions.
    if (tester.shape().side() > 5) require_outcome(answers[0], Outcome::timeout);
    if (answers[1].outcome == Outcome::timeout && milliseconds < 1000) continue;
    check_answer(answers[1], complete_grid(tester.shape()));
    break;
  }
  check_cases<ambiguous_puzzles, 0>(tester);
}

void check_stop(ConformanceTester& tester) {
  const std::atomic<bool> stop{true};
  SolveLimits limits = tester.limits(tester.supported({0, 1}).front());
  limits.stop = &stop;
  const BoardList puzzles = mixed_block(tester.shape());
  for (const BoardAnswer& answer : tester.ask(puzzles, limits)) {
    require_outcome(answer, Outcome::stopped);
    require(answer.solutions == 0, answer, "a solution after the stop signal");
  }
  check_cases<ambiguous_puzzles, 0, 1>(tester);
}

void check_isomorphs_with_candidates(ConformanceTester& tester) {
  const std::uint64_t limit = tester.supported({1000, 1}).front();
  for (const ConformanceCase& question : puzzles_with_candidates(tester.shape())) {
    expect_isomorphs(tester, question, limit, 1, 3);
  }
}

void check_blocks_with_candidates(ConformanceTester& tester) {
  BoardList puzzles;
  for (const ConformanceCase& question : puzzles_with_candidates(tester.shape())) {
    puzzles.push_back(question);
  }
  expect_block(tester, puzzles);
}

constexpr ConformanceCheck about_candidates(ConformanceCheck check) {
  check.is_about_candidates = true;
  return check;
}

// Small limits come first, because a faulty engine may not end without a limit.
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
    ConformanceCheck{"nearly empty grids", check_cases<nearly_empty_grids, 1, 2, 3, 7>},
    ConformanceCheck{"isomorphs", check_isomorphs},
    ConformanceCheck{"hundreds of puzzles", check_many_puzzles},
    ConformanceCheck{"a second call", check_second_call},
    ConformanceCheck{"blocks of puzzles", check_blocks},
    ConformanceCheck{"lists of solutions", check_lists<ambiguous_puzzles>, false},
    ConformanceCheck{"the number of guesses", check_guesses, false, false},
    ConformanceCheck{"the limit of guesses", check_guess_limit, false, false},
    ConformanceCheck{"the time limit", check_time_limit, false, false},
    ConformanceCheck{"the stop signal", check_stop, false},
    about_candidates({"candidates", check_cases<puzzles_with_candidates, 2, 1, 0>}),
    about_candidates({"isomorphs with candidates", check_isomorphs_with_candidates}),
    about_candidates({"blocks with candidates", check_blocks_with_candidates}),
    about_candidates(
        {"lists of solutions with candidates", check_lists<puzzles_with_candidates>, false}),
};

}  // namespace

std::string describe_question(const Board& puzzle, const SolveLimits& limits) {
  const std::uint64_t limit = limits.max_solutions;
  return fmt::format(", {}: {}", limit == 0 ? "without a limit" : fmt::format("limit {}", limit),
                     format_line(puzzle));
}

ConformanceTester::ConformanceTester(const SolverUnderTest& solver,
                                     std::chrono::nanoseconds timeout, OnQuestion on_question)
    : solver_(solver), timeout_(timeout), on_question_(std::move(on_question)) {}

std::vector<std::uint64_t> ConformanceTester::supported(
    std::initializer_list<std::uint64_t> max_solutions) const {
  std::vector<std::uint64_t> supported(max_solutions);
  if (finds_one(solver_)) std::erase_if(supported, [](std::uint64_t n) { return n != 1; });
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
  on_question_(puzzles[0], limits);
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
    answers.push_back({results[i], puzzles[i], limits, solutions[i]});
    require(!is_overdue, answers.back(), "no answer within {:g} s", time.count());
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
  require(check.fault().empty(), answer, "{}", check.fault());
  require(check.listed() == answer.solutions, answer, "lists {} of {} solutions", check.listed(),
          format_count(answer.solutions));
}

BoardAnswer ConformanceTester::expect(const ConformanceCase& question,
                                      std::uint64_t max_solutions) {
  BoardAnswer answer = ask(question, limits(max_solutions));
  if (solver_.is_incomplete) {
    check_attempt(answer);
  } else {
    check_answer(answer, question);
  }
  return answer;
}

void check_answer(const BoardAnswer& answer, const ConformanceCase& question) {
  const std::uint64_t limit = answer.limits.max_solutions;
  const bool is_limited = limit != 0 && question.solutions >= limit;
  const std::uint64_t expected = is_limited ? limit : question.solutions;
  require(answer.solutions == expected, answer, "{} expected, {} given",
          number_of(format_count(expected), "solution"), format_count(answer.solutions));
  require_outcome(answer, is_limited ? Outcome::solution_limit : Outcome::exhausted);
  if (!has_first_solution(answer)) return;
  require(is_first_solution_correct(answer), answer, "the solution given breaks a rule ({})",
          format_line(answer.first_solution));
}

bool applies_to(const ConformanceCheck& check, const SolverUnderTest& solver) {
  return (check.is_for_external || !solver.is_external) &&
         (check.is_for_one_solution || !finds_one(solver)) &&
         (!check.is_about_candidates || solver.supports_candidates);
}

std::span<const ConformanceCheck> conformance_checks() { return kChecks; }

}  // namespace sudoku
