#include "harness/commands/bench/solver_selection.h"

#include <map>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/base/errors.h"
#include "harness/measure/memory_meter.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// A run that ends with the first solution asks for that solution; only in such a run engines take
/// part that are stochastic.
bool is_applicable(const Solver& solver, std::uint64_t max_solutions) {
  return max_solutions == 1 ? solver.lists_solutions : !solver.is_stochastic();
}

std::string describe_inapplicable(const Solver& solver) {
  return solver.lists_solutions
             ? fmt::format("engine {} is for --max-solutions 1 only", solver.id)
             : fmt::format("engine {} counts solutions, and --max-solutions 1 asks for one",
                           solver.id);
}

std::string describe_unavailable(const Solver& solver) {
  const EngineInfo* const info = find_engine(solver.id);
  return info != nullptr ? unavailable_message(*info)
                         : fmt::format("engine {} is unavailable", solver.id);
}

/// Whether the engine can run here. Adds the memory that it keeps once it is gone to `shared`.
bool can_be_made(const Solver& solver, MemoryMeter& shared) {
  if (solver.is_external()) {
    SystemStopwatch stopwatch;
    return solver.make_executor({stopwatch}) != nullptr;
  }
  const CountedMemory counted(shared);
  return solver.make() != nullptr;
}

}  // namespace

void refuse_shape(const std::string& path, const Shape& shape, std::span<const Solver> solvers) {
  bool is_taken = false;
  for (const Solver& solver : solvers) {
    const bool takes = solver.unsupported_reason(shape).empty();
    is_taken |= takes;
    if (solver.when_unsupported == WhenUnsupported::error && !takes) {
      throw UsageError(describe_refused_shape(path, shape, solver.id));
    }
  }
  if (is_taken || solvers.empty()) return;
  throw UsageError(
      fmt::format("{} has boards of {}, which no engine of this run takes", path, size_of(shape)));
}

SolverSelection::SolverSelection(std::span<const Solver> solvers, std::uint64_t max_solutions) {
  for (const Solver& solver : solvers) {
    std::string objection = admit(solver, max_solutions);
    if (!objection.empty()) objections_.push_back(std::move(objection));
  }
  if (able_.empty()) throw UsageError(fmt::to_string(fmt::join(objections_, "; ")));
  selected_ = able_;
}

/// Has it take part, or says why it cannot.
std::string SolverSelection::admit(const Solver& solver, std::uint64_t max_solutions) {
  if (!is_applicable(solver, max_solutions)) {
    unable_.push_back({solver.id, Verdict::not_applicable});
    return describe_inapplicable(solver);
  }
  MemoryMeter shared;
  if (!can_be_made(solver, shared)) {
    unable_.push_back({solver.id, Verdict::unavailable});
    return describe_unavailable(solver);
  }
  able_.push_back(solver);
  // What is left of a copy that is gone, others will find.
  able_.back().shared_bytes = shared.held_bytes().value_or(0);
  return {};
}

std::vector<std::string> SolverSelection::begin(const std::string& path, const Shape& shape) {
  refuse_shape(path, shape, able_);
  refusing_.clear();
  selected_.clear();
  std::map<std::string, std::vector<std::string>> others;  // by what is against them
  for (const Solver& solver : able_) {
    const std::string objection = solver.unsupported_reason(shape);
    if (objection.empty()) {
      selected_.push_back(solver);
      continue;
    }
    others[objection].push_back(solver.id);
    if (solver.when_unsupported == WhenUnsupported::not_applicable) {
      refusing_.push_back({solver.id, Verdict::not_applicable});
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [objection, ids] : others) {
    sentences.push_back(fmt::format("{} has boards of {}: without {}, {}", path, size_of(shape),
                                    fmt::join(ids, ", "), objection));
  }
  return sentences;
}

std::vector<SkippedSolver> SolverSelection::skipped() const {
  std::vector<SkippedSolver> absent = unable_;
  absent.insert(absent.end(), refusing_.begin(), refusing_.end());
  return absent;
}

}  // namespace sudoku
