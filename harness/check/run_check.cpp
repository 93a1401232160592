#include "harness/check/run_check.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "engines/rules.h"
#include "harness/check/probes.h"

namespace sudoku {
namespace {

std::vector<std::string> ids_of(std::span<const Solver> solvers) {
  std::vector<std::string> ids;
  for (const Solver& solver : solvers) ids.push_back(solver.id);
  return ids;
}

bool is_reported_wrong(std::size_t solver, const BlockSample& sample) {
  return std::any_of(sample.faults.begin(), sample.faults.end(),
                     [solver](const Fault& fault) { return fault.engine == solver; });
}

/// Returns up to `most` puzzles with exactly one solution, the quickest first. Beyond the first
/// one, their times add up to a second at most.
std::vector<std::size_t> quickest_unique(const EngineSample& sample, std::size_t most) {
  constexpr std::int64_t kLongestNs = 1'000'000'000;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < sample.results.size(); ++i) {
    const SolveResult& result = sample.results[i];
    if (result.outcome == Outcome::exhausted && result.solutions == 1) indices.push_back(i);
  }
  std::sort(indices.begin(), indices.end(), [&sample](std::size_t a, std::size_t b) {
    return std::pair(sample.time_of(a), a) < std::pair(sample.time_of(b), b);
  });
  std::int64_t left_ns = kLongestNs;
  const auto is_too_much = [&](std::size_t i) { return (left_ns -= sample.time_of(i)) < 0; };
  const auto end = std::find_if(indices.begin(), indices.end(), is_too_much);
  const auto affordable = std::max<std::ptrdiff_t>(end - indices.begin(), 1);
  indices.resize(std::min({indices.size(), most, static_cast<std::size_t>(affordable)}));
  return indices;
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

RunCheck::RunCheck(std::span<const Solver> solvers, const SolveLimits& limits)
    : limits_(limits),
      arbiter_(limits.max_solutions, limits.stop),
      answers_(ids_of(solvers), limits.max_solutions, &arbiter_) {
  for (const Solver& solver : solvers) {
    solvers_.push_back({solver.id, solver.lists_solutions, solver.is_external()});
  }
}

std::vector<Fault> RunCheck::check(const PuzzleBlock& block,
                                   std::span<const EngineSample> engines) {
  return answers_.check(block, engines);
}

void RunCheck::probe(std::span<Executor* const> executors, BlockSample& sample) {
  for (std::size_t i = 0; i < executors.size(); ++i) {
    probe_listing(i, *executors[i], sample);
    probe_uniqueness(i, *executors[i], sample);
  }
}

void RunCheck::probe_listing(std::size_t solver, Executor& executor, BlockSample& sample) const {
  if (solvers_[solver].is_external || !solvers_[solver].lists_solutions) return;
  const std::vector<SolveResult>& results = sample.engines[solver].results;
  const auto answer = std::find_if(results.begin(), results.end(), [](const auto& result) {
    return is_answered(result) && result.solutions > 1;
  });
  if (answer == results.end() || is_reported_wrong(solver, sample)) return;
  if (limits_.is_stop_requested()) return;
  const auto puzzle = static_cast<std::size_t>(answer - results.begin());
  const std::string what =
      find_listing_fault(executor, sample.block.puzzles[puzzle], *answer, limits_.stop);
  if (!what.empty()) report_wrong(solver, puzzle, what, sample);
}

void RunCheck::probe_uniqueness(std::size_t solver, Executor& executor, BlockSample& sample) {
  if (is_reported_wrong(solver, sample) || limits_.is_stop_requested()) return;
  const EngineSample& answers = sample.engines[solver];
  auto indices = quickest_unique(answers, uniqueness_questions(solver, sample.block));
  if (indices.empty()) return;
  std::sort(indices.begin(), indices.end());
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
  const std::string what = find_uniqueness_fault(executor, unique, limits_, taken);
  if (!what.empty()) report_wrong(solver, opened, what, sample);
}

std::size_t RunCheck::uniqueness_questions(std::size_t solver, const PuzzleBlock& block) const {
  constexpr std::size_t kSome = 4;
  constexpr std::uint64_t kOneBlockOf = 8;
  if (!solvers_[solver].is_external) return 1;
  const bool asks_all = block.first_index == 0 || block.digest % kOneBlockOf == 0;
  return asks_all ? block.puzzles.size() : kSome;
}

void RunCheck::report_wrong(std::size_t solver, std::size_t puzzle, const std::string& what,
                            BlockSample& sample) const {
  sample.faults.push_back({FaultKind::wrong, solver, puzzle, solvers_[solver].id + ": " + what});
}

}  // namespace sudoku
