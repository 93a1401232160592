#include "harness/check/conformance.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/check/listing_check.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::exhausted:
      return "all solutions found";
    case Outcome::solution_limit:
      return "ended by the limit";
    case Outcome::guess_limit:
      return "ended by the limit of guesses";
    case Outcome::timeout:
      return "ended by the time limit";
    case Outcome::gave_up:
      return "given up";
    case Outcome::stopped:
      return "stopped";
    case Outcome::failed:
      return "broken down";
  }
  return "";
}

void require(bool holds, const std::string& what, const Board& puzzle, const SolveLimits& limits) {
  if (!holds) throw NonConformance(what, puzzle, limits);
}

void expect_outcome(const BoardAnswer& result, Outcome expected, const Board& puzzle,
                    const SolveLimits& limits) {
  require(
      result.outcome == expected,
      fmt::format("the search should be {}, it is {}", name_of(expected), name_of(result.outcome)),
      puzzle, limits);
}

bool has_told_solution(const BoardAnswer& result) {
  return result.has_solution && result.solutions != 0;
}

ConformanceCase case_of(const Board& puzzle, std::uint64_t solutions) {
  return {puzzle.shape, {puzzle.cells.begin(), puzzle.cells.end()}, solutions};
}

void expect_cases(Trial& trial, const ConformanceCases& cases,
                  std::initializer_list<std::uint64_t> limits) {
  for (const std::uint64_t limit : trial.taken(limits)) {
    for (const ConformanceCase& question : cases) trial.expect(question, limit);
  }
}

// The checks, in the order of the table below.

void check_complete_grid(Trial& trial) {
  const ConformanceCase question = complete_grid(trial.shape());
  for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
    const BoardAnswer result = trial.expect(question, limit);
    const bool tells_guesses = !trial.candidate().is_external && result.has_guesses;
    require(!tells_guesses || result.guesses == 0,
            fmt::format("{} guesses where there is nothing to guess", result.guesses),
            question.puzzle(), trial.limits(limit));
  }
}

void check_wrong_grids(Trial& trial) {
  expect_cases(trial, wrong_grids(trial.shape()), {2, 1, 0});
}

void check_one_clue_short(Trial& trial) {
  expect_cases(trial, grids_one_clue_short(trial.shape()), {2, 1, 0});
}

void check_clashing_clues(Trial& trial) {
  // An engine that does not see the clash may never come to the end without a limit.
  expect_cases(trial, clashing_clues(trial.shape()), {2, 1, 0});
}

void check_impossible_puzzles(Trial& trial) {
  expect_cases(trial, impossible_puzzles(trial.shape()), {2, 1, 0});
}

void check_unique_puzzles(Trial& trial) {
  expect_cases(trial, unique_puzzles(trial.shape()), {2, 1, 0});
}

void check_ambiguous_puzzles(Trial& trial) {
  expect_cases(trial, ambiguous_puzzles(trial.shape()), {0});
}

void check_limits(Trial& trial) {
  for (const ConformanceCase& question : ambiguous_puzzles(trial.shape())) {
    for (const std::uint64_t limit : trial.taken(
             {1, 2, 3, 1000, question.solutions - 1, question.solutions, question.solutions + 1})) {
      trial.expect(question, limit);
    }
  }
}

void check_nearly_empty_grids(Trial& trial) {
  const BoardList grids = nearly_empty_grids(trial.shape());
  for (const std::uint64_t limit : trial.taken({1, 2, 3, 7})) {
    for (std::size_t i = 0; i < grids.size(); ++i) trial.expect(case_of(grids[i], limit), limit);
  }
}

ConformanceCase isomorph_of(const ConformanceCase& question, std::uint64_t seed,
                            std::uint64_t number) {
  ConformanceCase isomorph = question;
  numbered_isomorphism(question.puzzle(), seed, number).apply(question.puzzle(), isomorph.cells);
  return isomorph;
}

void check_isomorphs(Trial& trial) {
  constexpr std::uint64_t kIsomorphs = 8;
  ConformanceCases cases = ambiguous_puzzles(trial.shape());
  cases.push_back(unique_puzzles(trial.shape()).front());
  for (const ConformanceCase& question : cases) {
    for (std::uint64_t number = 1; number < kIsomorphs; ++number) {
      trial.expect(isomorph_of(question, 1, number), 0);
    }
  }
}

/// What goes wrong once in a while takes many calls to be seen.
void check_many_puzzles(Trial& trial) {
  constexpr std::uint64_t kMany = 300;
  const ConformanceCase question = unique_puzzles(trial.shape()).front();
  const std::uint64_t limit = trial.taken({2, 1}).front();
  for (std::uint64_t number = 1; number <= kMany; ++number) {
    trial.expect(isomorph_of(question, 2, number), limit);
  }
}

/// Equal engines have equal answers, but one that searches a block together may come upon the
/// solutions in another order there, and so end with others at the limit.
void expect_same(const BoardAnswer& result, const BoardAnswer& expected, bool is_same_call,
                 std::string_view when, const Board& puzzle, const SolveLimits& limits) {
  require(result.solutions == expected.solutions,
          fmt::format("{} solutions {}, {} before", format_count(result.solutions), when,
                      format_count(expected.solutions)),
          puzzle, limits);
  expect_outcome(result, expected.outcome, puzzle, limits);
  if (has_told_solution(result)) {
    require(is_solution_of(result.first_solution(), puzzle),
            fmt::format("no solution {}: {}", when, format_line(result.first_solution())), puzzle,
            limits);
  }
  const bool tells_guesses = result.has_guesses && expected.has_guesses;
  if (tells_guesses && (is_same_call || expected.outcome == Outcome::exhausted)) {
    require(result.guesses == expected.guesses,
            fmt::format("{} guesses {}, {} before", result.guesses, when, expected.guesses), puzzle,
            limits);
  }
  if (is_same_call && has_told_solution(result) && has_told_solution(expected)) {
    require(result.first_solution() == expected.first_solution(),
            fmt::format("another first solution {}", when), puzzle, limits);
  }
}

void check_second_call(Trial& trial) {
  const BoardList puzzles = mixed_block(trial.shape());
  for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
    const SolveLimits limits = trial.limits(limit);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Board puzzle = puzzles[i];
      const BoardAnswer first = trial.ask(puzzle, limits);
      const bool is_strict = !trial.candidate().is_external;
      expect_same(trial.ask(puzzle, limits), first, is_strict, "in a second call", puzzle, limits);
    }
  }
}

void check_blocks(Trial& trial) {
  const BoardList puzzles = mixed_block(trial.shape());
  const bool is_alike = !trial.candidate().is_external && !trial.candidate().takes_blocks;
  for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
    const SolveLimits limits = trial.limits(limit);
    const std::vector<BoardAnswer> results = trial.ask(puzzles, limits);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const BoardAnswer alone = trial.ask(puzzles[i], limits);
      expect_same(results[i], alone, is_alike, "among others", puzzles[i], limits);
    }
  }
}

void check_lists(Trial& trial) {
  for (const ConformanceCase& question : ambiguous_puzzles(trial.shape())) {
    for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
      trial.expect_list(question.puzzle(), trial.limits(limit));
    }
  }
}

/// Two digits fill the four corners of a rectangle in two ways. Whichever corner or digit an engine
/// branches on, the rest follows: every leaf of its tree is a solution.
void check_guesses(Trial& trial) {
  for (const ConformanceCase& question : rectangles(trial.shape())) {
    const BoardAnswer result = trial.expect(question, 0);
    require(!result.has_guesses || result.guesses == question.solutions - 1,
            fmt::format("{} guesses, {} expected", result.guesses, question.solutions - 1),
            question.puzzle(), trial.limits(0));
  }
}

void check_guess_limit(Trial& trial) {
  for (const ConformanceCase& question : ambiguous_puzzles(trial.shape())) {
    const BoardAnswer whole = trial.expect(question, 0);
    SolveLimits limits = trial.limits(0);
    for (const std::uint64_t guesses : {std::uint64_t{1}, whole.guesses / 2, whole.guesses - 1}) {
      if (guesses == 0 || guesses >= whole.guesses) continue;
      limits.max_guesses = guesses;
      const BoardAnswer result = trial.ask(question.puzzle(), limits);
      expect_outcome(result, Outcome::guess_limit, question.puzzle(), limits);
      require(result.guesses <= guesses,
              fmt::format("{} guesses, {} allowed", result.guesses, guesses), question.puzzle(),
              limits);
      require(result.solutions <= whole.solutions, "more solutions than there are",
              question.puzzle(), limits);
    }
    limits.max_guesses = whole.guesses;
    expect_same(trial.ask(question.puzzle(), limits), whole, true,
                "with as many guesses as it takes", question.puzzle(), limits);
  }
}

void check_time_limit(Trial& trial) {
  SolveLimits limits = trial.limits(0);
  // A complete large board is looked at for longer than a millisecond.
  limits.max_time = std::chrono::milliseconds(trial.shape() == k9x9 ? 1 : 100);
  BoardList puzzles(trial.shape());
  puzzles.emplace_back();
  puzzles.push_back(complete_grid(trial.shape()).puzzle());
  const std::vector<BoardAnswer> results = trial.ask(puzzles, limits);
  // The few solutions of the empty 4x4 take no time.
  if (trial.shape().side() > 4) {
    expect_outcome(results[0], Outcome::timeout, puzzles[0], limits);
  }
  check_answer(results[1], complete_grid(trial.shape()), limits);
  expect_cases(trial, ambiguous_puzzles(trial.shape()), {0});
}

void check_stop(Trial& trial) {
  const std::atomic<bool> stop{true};
  SolveLimits limits = trial.limits(trial.taken({0, 1}).front());
  limits.stop = &stop;
  const BoardList puzzles = mixed_block(trial.shape());
  const std::vector<BoardAnswer> results = trial.ask(puzzles, limits);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    expect_outcome(results[i], Outcome::stopped, puzzles[i], limits);
    require(results[i].solutions == 0, "a solution after the stop signal", puzzles[i], limits);
  }
  expect_cases(trial, ambiguous_puzzles(trial.shape()), {0, 1});
}

constexpr std::array kChecks{
    ConformanceCheck{"a complete grid", check_complete_grid},
    ConformanceCheck{"a complete grid with a wrong digit", check_wrong_grids},
    ConformanceCheck{"one clue short of a complete grid", check_one_clue_short},
    ConformanceCheck{"equal clues in a house", check_clashing_clues},
    ConformanceCheck{"no solution, and no equal clues", check_impossible_puzzles},
    ConformanceCheck{"one solution", check_unique_puzzles},
    ConformanceCheck{"several solutions", check_ambiguous_puzzles, true, false},
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

Trial::Trial(const Candidate& candidate, std::chrono::nanoseconds timeout, OnQuestion on_question)
    : candidate_(candidate), timeout_(timeout), on_question_(std::move(on_question)) {}

std::vector<std::uint64_t> Trial::taken(std::initializer_list<std::uint64_t> max_solutions) const {
  std::vector<std::uint64_t> taken(max_solutions);
  if (candidate_.is_incomplete) std::erase_if(taken, [](std::uint64_t n) { return n != 1; });
  return taken;
}

SolveLimits Trial::limits(std::uint64_t max_solutions) const {
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  limits.max_time = timeout_;
  return limits;
}

Executor& Trial::engine(std::uint64_t max_solutions) {
  auto& engine = engines_[candidate_.is_external ? max_solutions : 0];
  if (!engine) engine = candidate_.make(max_solutions);
  return *engine;
}

std::vector<BoardAnswer> Trial::ask(const Boards& puzzles, SolveLimits limits, SolutionSink* sink) {
  on_question_(puzzles[0], limits.max_solutions);
  Executor& asked = engine(limits.max_solutions);
  // All puzzles of a block together have no more time than one.
  limits.deadline = std::chrono::steady_clock::now() + timeout_;
  std::vector<SolveResult> results(puzzles.size());
  BoardList solutions(shape());
  solutions.resize(puzzles.size());
  asked.solve(puzzles, limits, {results, solutions.cells()}, sink);
  for (const Failure& failure : asked.failures()) {
    throw NonConformance(failure.what, puzzles[failure.puzzle], limits);
  }
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Outcome outcome = results[i].outcome;
    const bool is_overdue = (outcome == Outcome::timeout && limits.max_time == timeout_) ||
                            (outcome == Outcome::stopped && limits.stop == nullptr);
    const std::chrono::duration<double> time = timeout_;
    require(!is_overdue, fmt::format("no answer within {:g} s", time.count()), puzzles[i], limits);
  }
  std::vector<BoardAnswer> answers;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const auto cells = solutions.cells_of(i);
    answers.push_back({results[i], shape(), {cells.begin(), cells.end()}});
  }
  return answers;
}

BoardAnswer Trial::ask(const Board& puzzle, const SolveLimits& limits) {
  return ask(Boards(puzzle), limits).front();
}

void Trial::expect_list(const Board& puzzle, const SolveLimits& limits) {
  ListingCheck check(puzzle);
  const BoardAnswer answer = ask(Boards(puzzle), limits, &check).front();
  if (!answer.has_solution) return;
  require(check.fault().empty(), check.fault(), puzzle, limits);
  require(check.listed() == answer.solutions,
          fmt::format("lists {} of {} solutions", check.listed(), format_count(answer.solutions)),
          puzzle, limits);
}

BoardAnswer Trial::expect(const ConformanceCase& question, std::uint64_t max_solutions) {
  const SolveLimits asked = limits(max_solutions);
  BoardAnswer result = ask(question.puzzle(), asked);
  if (candidate_.is_incomplete) {
    check_attempt(result, question.puzzle(), asked);
  } else {
    check_answer(result, question, asked);
  }
  return result;
}

void check_attempt(const BoardAnswer& result, const Board& puzzle, const SolveLimits& limits) {
  const bool has_found = result.solutions != 0;
  require(result.solutions <= 1,
          fmt::format("{} solutions where one was asked for", format_count(result.solutions)),
          puzzle, limits);
  expect_outcome(result, has_found ? Outcome::solution_limit : Outcome::gave_up, puzzle, limits);
  require(!has_found || (result.has_solution && is_solution_of(result.first_solution(), puzzle)),
          "the solution given breaks a rule", puzzle, limits);
}

void check_answer(const BoardAnswer& result, const ConformanceCase& question,
                  const SolveLimits& limits) {
  const Board puzzle = question.puzzle();
  const bool is_limited = limits.max_solutions != 0 && question.solutions >= limits.max_solutions;
  const std::uint64_t expected = is_limited ? limits.max_solutions : question.solutions;
  require(result.solutions == expected,
          fmt::format("{} solution{} expected, {} given", expected, expected == 1 ? "" : "s",
                      format_count(result.solutions)),
          puzzle, limits);
  expect_outcome(result, is_limited ? Outcome::solution_limit : Outcome::exhausted, puzzle, limits);
  if (!has_told_solution(result)) return;
  require(
      is_solution_of(result.first_solution(), puzzle),
      fmt::format("the solution given breaks a rule ({})", format_line(result.first_solution())),
      puzzle, limits);
}

bool concerns(const ConformanceCheck& check, const Candidate& candidate) {
  return (check.is_for_external || !candidate.is_external) &&
         (check.is_for_incomplete || !candidate.is_incomplete);
}

std::span<const ConformanceCheck> conformance_checks() {
  return kChecks;
}

}  // namespace sudoku
