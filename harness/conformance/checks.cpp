#include "harness/conformance/checks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "engines/geometry.h"
#include "engines/rules.h"
#include "harness/measure/external_engine.h"
#include "harness/measure/listing.h"
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

void require(bool holds, const std::string& what, const Grid& puzzle, const SolveLimits& limits) {
  if (!holds) throw NonConformance(what, puzzle, limits);
}

void expect_outcome(const GridAnswer& result, Outcome expected, const Grid& puzzle,
                    const SolveLimits& limits) {
  require(
      result.outcome == expected,
      fmt::format("the search should be {}, it is {}", name_of(expected), name_of(result.outcome)),
      puzzle, limits);
}

bool has_told_solution(const GridAnswer& result) {
  return result.has_solution && result.solutions != 0;
}

void expect_cases(Trial& trial, const std::vector<ConformanceCase>& cases,
                  std::initializer_list<std::uint64_t> limits) {
  for (const std::uint64_t limit : trial.taken(limits)) {
    for (const ConformanceCase& question : cases) trial.expect(question, limit);
  }
}

// The checks, in the order of the table below.

void check_complete_grid(Trial& trial) {
  for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
    const GridAnswer result = trial.expect({complete_grid(), 1}, limit);
    const bool tells_guesses = !trial.candidate().is_external && result.has_guesses;
    require(!tells_guesses || result.guesses == 0,
            fmt::format("{} guesses where there is nothing to guess", result.guesses),
            complete_grid(), trial.limits(limit));
  }
}

void check_wrong_grids(Trial& trial) {
  expect_cases(trial, wrong_grids(), {2, 1, 0});
}

void check_one_clue_short(Trial& trial) {
  expect_cases(trial, grids_one_clue_short(), {2, 1, 0});
}

void check_clashing_clues(Trial& trial) {
  // An engine that does not see the clash may never come to the end without a limit.
  expect_cases(trial, clashing_clues(), {2, 1, 0});
}

void check_impossible_puzzles(Trial& trial) {
  expect_cases(trial, impossible_puzzles(), {2, 1, 0});
}

void check_unique_puzzles(Trial& trial) {
  expect_cases(trial, unique_puzzles(), {2, 1, 0});
}

void check_ambiguous_puzzles(Trial& trial) {
  expect_cases(trial, ambiguous_puzzles(), {0});
}

void check_limits(Trial& trial) {
  for (const ConformanceCase& question : ambiguous_puzzles()) {
    for (const std::uint64_t limit : trial.taken(
             {1, 2, 3, 1000, question.solutions - 1, question.solutions, question.solutions + 1})) {
      trial.expect(question, limit);
    }
  }
}

void check_nearly_empty_grids(Trial& trial) {
  for (const std::uint64_t limit : trial.taken({1, 2, 3, 7})) {
    for (const Grid& grid : nearly_empty_grids()) trial.expect({grid, limit}, limit);
  }
}

void check_isomorphs(Trial& trial) {
  constexpr std::uint64_t kIsomorphs = 8;
  std::vector<ConformanceCase> cases = ambiguous_puzzles();
  cases.push_back(unique_puzzles().front());
  for (const ConformanceCase& question : cases) {
    for (std::uint64_t number = 1; number < kIsomorphs; ++number) {
      const Grid isomorph = numbered_isomorphism(question.puzzle, 1, number).apply(question.puzzle);
      trial.expect({isomorph, question.solutions}, 0);
    }
  }
}

/// Equal engines have equal answers, but one that searches a block together may come upon the
/// solutions in another order there, and so end with others at the limit.
void expect_same(const GridAnswer& result, const GridAnswer& expected, bool is_same_call,
                 std::string_view when, const Grid& puzzle, const SolveLimits& limits) {
  require(result.solutions == expected.solutions,
          fmt::format("{} solutions {}, {} before", format_count(result.solutions), when,
                      format_count(expected.solutions)),
          puzzle, limits);
  expect_outcome(result, expected.outcome, puzzle, limits);
  if (has_told_solution(result)) {
    require(is_solution_of(result.first_solution, puzzle),
            fmt::format("no solution {}: {}", when, format_line(result.first_solution)), puzzle,
            limits);
  }
  const bool tells_guesses = result.has_guesses && expected.has_guesses;
  if (tells_guesses && (is_same_call || expected.outcome == Outcome::exhausted)) {
    require(result.guesses == expected.guesses,
            fmt::format("{} guesses {}, {} before", result.guesses, when, expected.guesses), puzzle,
            limits);
  }
  if (is_same_call && has_told_solution(result) && has_told_solution(expected)) {
    require(result.first_solution == expected.first_solution,
            fmt::format("another first solution {}", when), puzzle, limits);
  }
}

void check_second_call(Trial& trial) {
  for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
    const SolveLimits limits = trial.limits(limit);
    for (const Grid& puzzle : mixed_block()) {
      const GridAnswer first = trial.ask(puzzle, limits);
      const bool is_strict = !trial.candidate().is_external;
      expect_same(trial.ask(puzzle, limits), first, is_strict, "in a second call", puzzle, limits);
    }
  }
}

void check_blocks(Trial& trial) {
  const std::vector<Grid> puzzles = mixed_block();
  const bool is_alike = !trial.candidate().is_external && !trial.candidate().takes_blocks;
  for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
    const SolveLimits limits = trial.limits(limit);
    const std::vector<GridAnswer> results = trial.ask(puzzles, limits);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const GridAnswer alone = trial.ask(puzzles[i], limits);
      expect_same(results[i], alone, is_alike, "among others", puzzles[i], limits);
    }
  }
}

void check_lists(Trial& trial) {
  for (const ConformanceCase& question : ambiguous_puzzles()) {
    for (const std::uint64_t limit : trial.taken({0, 1, 2})) {
      trial.expect_list(question.puzzle, trial.limits(limit));
    }
  }
}

/// Two digits fill the four corners of a rectangle in two ways. Whichever corner or digit an engine
/// branches on, the rest follows: every leaf of its tree is a solution.
void check_guesses(Trial& trial) {
  constexpr int kRectangles[][4] = {{2, 5, 11, 14}, {27, 30, 45, 48}, {65, 68, 74, 77}};
  ConformanceCase question{complete_grid(), 1};
  for (const auto& corners : kRectangles) {
    for (const int cell : corners) question.puzzle[cell] = 0;
    question.solutions *= 2;
    const GridAnswer result = trial.expect(question, 0);
    require(!result.has_guesses || result.guesses == question.solutions - 1,
            fmt::format("{} guesses, {} expected", result.guesses, question.solutions - 1),
            question.puzzle, trial.limits(0));
  }
}

void check_guess_limit(Trial& trial) {
  for (const ConformanceCase& question : ambiguous_puzzles()) {
    const GridAnswer whole = trial.expect(question, 0);
    SolveLimits limits = trial.limits(0);
    for (const std::uint64_t guesses : {std::uint64_t{1}, whole.guesses / 2, whole.guesses - 1}) {
      if (guesses == 0 || guesses >= whole.guesses) continue;
      limits.max_guesses = guesses;
      const GridAnswer result = trial.ask(question.puzzle, limits);
      expect_outcome(result, Outcome::guess_limit, question.puzzle, limits);
      require(result.guesses <= guesses,
              fmt::format("{} guesses, {} allowed", result.guesses, guesses), question.puzzle,
              limits);
      require(result.solutions <= whole.solutions, "more solutions than there are", question.puzzle,
              limits);
    }
    limits.max_guesses = whole.guesses;
    expect_same(trial.ask(question.puzzle, limits), whole, true, "with as many guesses as it takes",
                question.puzzle, limits);
  }
}

void check_time_limit(Trial& trial) {
  SolveLimits limits = trial.limits(0);
  limits.max_time = std::chrono::milliseconds(1);
  const std::array<Grid, 2> puzzles{Grid{}, complete_grid()};
  const std::vector<GridAnswer> results = trial.ask(puzzles, limits);
  expect_outcome(results[0], Outcome::timeout, puzzles[0], limits);
  check_answer(results[1], {puzzles[1], 1}, limits);
  expect_cases(trial, ambiguous_puzzles(), {0});
}

void check_stop(Trial& trial) {
  const std::atomic<bool> stop{true};
  SolveLimits limits = trial.limits(trial.taken({0, 1}).front());
  limits.stop = &stop;
  const std::vector<Grid> puzzles = mixed_block();
  const std::vector<GridAnswer> results = trial.ask(puzzles, limits);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    expect_outcome(results[i], Outcome::stopped, puzzles[i], limits);
    require(results[i].solutions == 0, "a solution after the stop signal", puzzles[i], limits);
  }
  expect_cases(trial, ambiguous_puzzles(), {0, 1});
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
    ConformanceCheck{"a second call", check_second_call},
    ConformanceCheck{"blocks of puzzles", check_blocks},
    ConformanceCheck{"lists of solutions", check_lists, false},
    ConformanceCheck{"what a guess is", check_guesses, false, false},
    ConformanceCheck{"the limit of guesses", check_guess_limit, false, false},
    ConformanceCheck{"the time limit", check_time_limit, false, false},
    ConformanceCheck{"the stop signal", check_stop, false},
};

}  // namespace

NonConformance::NonConformance(const std::string& what, const Grid& puzzle,
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

Engine& Trial::engine(std::uint64_t max_solutions) {
  auto& engine = engines_[candidate_.is_external ? max_solutions : 0];
  if (!engine) engine = candidate_.make(max_solutions);
  return *engine;
}

std::vector<GridAnswer> Trial::ask(std::span<const Grid> puzzles, SolveLimits limits,
                                   SolutionSink* sink) {
  on_question_(puzzles.front(), limits.max_solutions);
  Engine& asked = engine(limits.max_solutions);
  // All puzzles of a block together have no more time than one.
  limits.deadline = std::chrono::steady_clock::now() + timeout_;
  std::vector<GridAnswer> answers = solve_grids(asked, puzzles, limits, sink);
  if (const auto* external = dynamic_cast<const ExternalEngine*>(&asked)) {
    for (const Failure& failure : external->last_call().failures) {
      throw NonConformance(failure.what, puzzles[failure.puzzle], limits);
    }
  }
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Outcome outcome = answers[i].outcome;
    const bool is_overdue = (outcome == Outcome::timeout && limits.max_time == timeout_) ||
                            (outcome == Outcome::stopped && limits.stop == nullptr);
    const std::chrono::duration<double> time = timeout_;
    require(!is_overdue, fmt::format("no answer within {:g} s", time.count()), puzzles[i], limits);
  }
  return answers;
}

GridAnswer Trial::ask(const Grid& puzzle, const SolveLimits& limits) {
  return ask(std::span(&puzzle, 1), limits).front();
}

void Trial::expect_list(const Grid& puzzle, const SolveLimits& limits) {
  ListingCheck check(puzzle);
  const GridAnswer answer = ask({&puzzle, 1}, limits, &check).front();
  if (!answer.has_solution) return;
  require(check.fault().empty(), check.fault(), puzzle, limits);
  require(check.listed() == answer.solutions,
          fmt::format("lists {} of {} solutions", check.listed(), format_count(answer.solutions)),
          puzzle, limits);
}

GridAnswer Trial::expect(const ConformanceCase& question, std::uint64_t max_solutions) {
  const SolveLimits asked = limits(max_solutions);
  const GridAnswer result = ask(question.puzzle, asked);
  if (candidate_.is_incomplete) {
    check_attempt(result, question.puzzle, asked);
  } else {
    check_answer(result, question, asked);
  }
  return result;
}

void check_attempt(const GridAnswer& result, const Grid& puzzle, const SolveLimits& limits) {
  const bool has_found = result.solutions != 0;
  require(result.solutions <= 1,
          fmt::format("{} solutions where one was asked for", format_count(result.solutions)),
          puzzle, limits);
  expect_outcome(result, has_found ? Outcome::solution_limit : Outcome::gave_up, puzzle, limits);
  require(!has_found || (result.has_solution && is_solution_of(result.first_solution, puzzle)),
          "the solution given breaks a rule", puzzle, limits);
}

void check_answer(const GridAnswer& result, const ConformanceCase& question,
                  const SolveLimits& limits) {
  const Grid& puzzle = question.puzzle;
  const bool is_limited = limits.max_solutions != 0 && question.solutions >= limits.max_solutions;
  const std::uint64_t expected = is_limited ? limits.max_solutions : question.solutions;
  require(result.solutions == expected,
          fmt::format("{} solution{} expected, {} given", expected, expected == 1 ? "" : "s",
                      format_count(result.solutions)),
          puzzle, limits);
  expect_outcome(result, is_limited ? Outcome::solution_limit : Outcome::exhausted, puzzle, limits);
  if (!has_told_solution(result)) return;
  require(is_solution_of(result.first_solution, puzzle),
          fmt::format("the solution given breaks a rule ({})", format_line(result.first_solution)),
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
