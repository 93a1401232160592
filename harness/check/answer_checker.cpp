#include "harness/check/answer_checker.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/base/units.h"
#include "harness/check/probes.h"

namespace sudoku {
namespace {

std::string found(const SolveResult& result) {
  return "found " + number_of(format_count(result.solutions), "solution");
}

/// Returns the fault of an answer, without comparing engines; empty if there is none.
std::string find_error(const PuzzleBlock& block, std::size_t puzzle, const EngineSample& sample,
                       std::uint64_t max_solutions) {
  const SolveResult& result = sample.results[puzzle];
  const auto failure = std::ranges::find(sample.failures, puzzle, &Failure::puzzle);
  if (failure != sample.failures.end()) return failure->what;
  const Board solution = sample.solutions[puzzle];
  std::string what = find_violation(block.puzzles[puzzle], result, solution, max_solutions);
  if (what.empty() && !block.expectations.empty()) {
    what = find_unexpected(block.expectations[puzzle], result, solution, max_solutions);
  }
  return what;
}

/// Converts a solution of an isomorph to a solution of the original puzzle.
OwnedBoard mapped_back(const PuzzleBlock& block, std::size_t puzzle, const Board& solution) {
  OwnedBoard original(solution);
  if (block.isomorphs > 1) block.isomorphisms[puzzle].undo(solution, original.cells());
  return original;
}

bool is_reported_wrong(std::size_t solver, const BlockSample& sample) {
  return std::ranges::find(sample.faults, solver, &Fault::engine) != sample.faults.end();
}

/// Returns up to `most` puzzles with exactly one solution, the quickest first. Their times add up
/// to at most a second, unless the first one takes longer.
std::vector<std::size_t> quickest_unique(const EngineSample& sample, std::size_t most) {
  std::vector<std::pair<std::int64_t, std::size_t>> unique;
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    const SolveResult& result = sample.results[i];
    if (result.outcome != Outcome::exhausted || result.solutions != 1) continue;
    unique.emplace_back(sample.time_of(i), i);
  }
  std::ranges::sort(unique);
  std::vector<std::size_t> quickest;
  std::int64_t left_ns = 1'000'000'000;
  for (const auto& [ns, puzzle] : unique) {
    left_ns -= ns;
    if (quickest.size() == most || (left_ns < 0 && !quickest.empty())) break;
    quickest.push_back(puzzle);
  }
  return quickest;
}

std::optional<OwnedBoard> verified_solution(const BlockSample& sample, std::size_t puzzle) {
  for (const EngineSample& engine : sample.engines) {
    const SolveResult& result = engine.results[puzzle];
    if (result.solutions == 0 || !result.has_solution) continue;
    const Board solution = engine.solutions[puzzle];
    if (is_solution_of(solution, sample.block.puzzles[puzzle])) return OwnedBoard(solution);
  }
  return std::nullopt;
}

}  // namespace

std::string find_violation(const Board& puzzle, const SolveResult& result, const Board& solution,
                           std::uint64_t max_solutions) {
  if (max_solutions != 0 && result.solutions > max_solutions) {
    return fmt::format("{}, more than the limit of {}", found(result), max_solutions);
  }
  if (result.outcome == Outcome::solution_limit && result.solutions != max_solutions) {
    return fmt::format("stopped at the limit of {} solutions with {}", max_solutions,
                       format_count(result.solutions));
  }
  if (result.solutions > 0 && result.has_solution && !is_solution_of(solution, puzzle)) {
    const bool is_whole = std::ranges::find(solution.cells, 0) == solution.cells.end();
    return (is_whole ? "its solution breaks a rule: " : "its solution has empty cells: ") +
           format_line(solution);
  }
  return {};
}

std::string find_unexpected(const Expectation& expectation, const SolveResult& result,
                            const Board& solution, std::uint64_t max_solutions) {
  if (expectation.count) {
    const SolutionCount limit = max_solutions == 0 ? *expectation.count : max_solutions;
    const SolutionCount expected = std::min(*expectation.count, limit);
    const bool is_too_many = result.solutions > expected;
    if (is_too_many || (is_solved(result) && result.solutions != expected)) {
      return fmt::format("{}, expected {}", found(result), format_count(expected));
    }
  }
  if (!expectation.solution.empty() && is_solved(result)) {
    if (result.solutions == 0) return "found no solution, expected one";
    const bool is_only =
        result.solutions == 1 && result.outcome == Outcome::exhausted && result.has_solution;
    if (is_only && solution != expectation.solution[0]) {
      return "its only solution is not the expected one: " + format_line(solution);
    }
  }
  return {};
}

AnswerChecker::AnswerChecker(std::span<const Solver> solvers, const SolveLimits& limits,
                             ArbiterTime arbiter_time)
    : solvers_(solvers),
      limits_(limits),
      arbiter_(limits.max_solutions, limits.stop, arbiter_time),
      were_wrong_(solvers.size()) {}

std::vector<Fault> AnswerChecker::check(const PuzzleBlock& block,
                                        std::span<const EngineSample> engines) {
  std::vector<Fault> faults;
  AnswerGroup group;
  for (std::size_t begin = 0; begin < block.puzzles.size(); begin += block.isomorphs) {
    collect_answers(block, begin, engines, group);
    find_disagreements(group, arbiter_);
    for (const CheckedAnswer& answer : group.answers) {
      if (answer.error.empty()) continue;
      faults.push_back({answer.fault, answer.engine, answer.puzzle,
                        fmt::format("{}: {}", answer.id, answer.error)});
      const bool is_wrong =
          answer.fault == FaultKind::wrong && answer.result->outcome != Outcome::failed;
      if (is_wrong) were_wrong_[answer.engine] = true;
    }
  }
  return faults;
}

void AnswerChecker::collect_answers(const PuzzleBlock& block, std::size_t begin,
                                    std::span<const EngineSample> engines,
                                    AnswerGroup& group) const {
  const std::uint64_t max_solutions = limits_.max_solutions;
  group.puzzle = block.puzzles[begin];
  group.answers.clear();
  std::vector<OwnedBoard> solutions;
  for (std::size_t puzzle = begin; puzzle < begin + block.isomorphs; ++puzzle) {
    for (std::size_t engine = 0; engine < engines.size(); ++engine) {
      const EngineSample& sample = engines[engine];
      const SolveResult& result = sample.results[puzzle];
      std::string error = find_error(block, puzzle, sample, max_solutions);
      const bool is_correct =
          result.solutions > 0 && result.has_solution &&
          (error.empty() || is_solution_of(sample.solutions[puzzle], block.puzzles[puzzle]));
      if (is_correct) {
        OwnedBoard solution = mapped_back(block, puzzle, sample.solutions[puzzle]);
        const bool is_new = std::ranges::find(solutions, solution) == solutions.end();
        if (is_new) solutions.push_back(std::move(solution));
      }
      group.answers.push_back(
          {engine, solvers_[engine].id, puzzle, &result, !were_wrong_[engine], std::move(error)});
    }
  }
  group.verified = solutions.size();
  if (max_solutions != 0) group.verified = std::min<SolutionCount>(group.verified, max_solutions);
}

void AnswerChecker::probe(std::span<Executor* const> executors, BlockSample& sample) {
  const auto may_probe = [&](std::size_t solver) {
    return !is_reported_wrong(solver, sample) && !limits_.is_stop_requested();
  };
  for (std::size_t i = 0; i < executors.size(); ++i) {
    if (may_probe(i)) probe_listing(i, *executors[i], sample);
    if (may_probe(i)) probe_uniqueness(i, *executors[i], sample);
  }
}

void AnswerChecker::probe_listing(std::size_t solver, Executor& executor,
                                  BlockSample& sample) const {
  if (solvers_[solver].is_external() || !solvers_[solver].lists_solutions) return;
  const std::vector<SolveResult>& results = sample.engines[solver].results;
  const auto answer = std::ranges::find_if(
      results, [](const auto& result) { return is_solved(result) && result.solutions > 1; });
  if (answer == results.end()) return;
  const auto puzzle = static_cast<std::size_t>(answer - results.begin());
  const std::string what =
      find_listing_fault(executor, sample.block.puzzles[puzzle], *answer, limits_.stop);
  if (!what.empty()) report_wrong(solver, puzzle, what, sample);
}

void AnswerChecker::probe_uniqueness(std::size_t solver, Executor& executor, BlockSample& sample) {
  const EngineSample& answers = sample.engines[solver];
  auto indices = quickest_unique(answers, uniqueness_questions(solver, sample.block));
  if (indices.empty()) return;
  std::ranges::sort(indices);
  UniquePuzzles unique;
  unique.opened = (sample.block.digest >> 32) % indices.size();
  const std::size_t opened = indices[unique.opened];
  auto solution = verified_solution(sample, opened);
  if (!solution) solution = arbiter_.solution_of(sample.block.puzzles[opened]);
  if (!solution) return;
  unique.solution = *solution;
  std::chrono::nanoseconds taken{0};
  for (const std::size_t i : indices) {
    unique.puzzles.push_back(sample.block.puzzles[i]);
    taken += std::chrono::nanoseconds(answers.time_of(i));
  }
  if (const auto fault = find_uniqueness_fault(executor, unique, limits_, taken)) {
    report_wrong(solver, indices[fault->puzzle], fault->what, sample);
    sample.faults.back().asked = fault->asked;
  }
}

std::size_t AnswerChecker::uniqueness_questions(std::size_t solver,
                                                const PuzzleBlock& block) const {
  constexpr std::size_t kSome = 4;
  constexpr std::uint64_t kOneBlockOf = 8;
  if (!solvers_[solver].is_external()) return 1;
  const bool asks_all = block.first_index == 0 || block.digest % kOneBlockOf == 0;
  return asks_all ? block.puzzles.size() : kSome;
}

void AnswerChecker::report_wrong(std::size_t solver, std::size_t puzzle, const std::string& what,
                                 BlockSample& sample) const {
  sample.faults.push_back({FaultKind::wrong, solver, puzzle, solvers_[solver].id + ": " + what});
}

}  // namespace sudoku
