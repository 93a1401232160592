#include "harness/tables/fault_reporter.h"

#include <algorithm>

#include <fmt/format.h>

#include "engines/rules.h"
#include "harness/base/errors.h"

namespace sudoku {
namespace {

constexpr std::uint64_t kMost = 10;

}  // namespace

bool FaultReporter::is_early_stop(const BlockSample& sample, const Fault& fault) const {
  const EngineSample& engine = sample.engines[fault.engine];
  const SolveResult& result = engine.results[fault.puzzle];
  if (max_solutions_ == 1 || fault.kind != FaultKind::wrong || result.solutions != 1) return false;
  return is_solved(result) &&
         (!result.has_solution ||
          is_solution_of(engine.solutions[fault.puzzle], sample.block.puzzles[fault.puzzle]));
}

void FaultReporter::report(const std::string& dataset, const BlockSample& sample,
                           std::span<const std::string> engines) {
  for (const Fault& fault : sample.faults) {
    ++count_;
    EngineFaults& faults = by_engine_[engines[fault.engine]];
    ++faults.all;
    const bool is_repeated = is_early_stop(sample, fault) && faults.early_stops++ > 0;
    if (!reports_all_ && (is_repeated || shown_ == kMost)) continue;
    ++shown_;
    print_error("{}:{}: {}: {}{}{}\n", dataset, sample.block.lines[fault.puzzle], fault.what,
                format_line(sample.block.puzzles[fault.puzzle]),
                fault.asked.empty() ? "" : ", asked as ", fault.asked);
  }
}

void FaultReporter::report(const std::string& dataset, const std::string& what) {
  ++count_;
  ++shown_;
  print_error("{}: {}\n", dataset, what);
}

void FaultReporter::end() const {
  if (shown_ == count_) return;
  print_error("... and {} more faulty answers; --verbose shows all\n", count_ - shown_);
}

std::vector<std::string> FaultReporter::advice(std::span<const Solver> solvers) const {
  std::vector<std::string> sentences;
  for (const auto& [engine, faults] : by_engine_) {
    const auto solver = std::ranges::find(solvers, engine, &Solver::id);
    if (solver == solvers.end() || !solver->is_external()) continue;
    sentences.push_back(
        faults.early_stops == faults.all
            ? fmt::format("if {} stops at the first solution, add --max-solutions 1", engine)
            : fmt::format("to find the fault of {}, check it with the command conformance",
                          engine));
  }
  return sentences;
}

}  // namespace sudoku
