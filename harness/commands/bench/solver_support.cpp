#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/base/errors.h"
#include "harness/commands/bench/bench.h"
#include "harness/measure/memory_meter.h"

namespace sudoku {
namespace {

/// Returns why a solver does not support the limit of solutions; empty if it does. Stochastic
/// engines search for one solution only.
std::string find_task_obstacle(const Solver& solver, std::uint64_t max_solutions) {
  if (max_solutions == 1 && !solver.lists_solutions) {
    return fmt::format("engine {} counts solutions, and --max-solutions 1 asks for one", solver.id);
  }
  if (max_solutions != 1 && solver.is_stochastic()) {
    return fmt::format("engine {} is for --max-solutions 1 only", solver.id);
  }
  return {};
}

/// Returns whether this computer can run the solver. Adds the memory of tables that all copies of
/// an engine share to `shared`.
bool can_be_made(const Solver& solver, MemoryMeter& shared) {
  if (solver.is_external()) {
    SystemStopwatch stopwatch;
    return solver.make_executor({stopwatch}) != nullptr;
  }
  const CountedMemory counted(shared);
  return solver.make() != nullptr;
}

}  // namespace

SolverSupport find_task_support(std::span<const Solver> solvers, std::uint64_t max_solutions) {
  SolverSupport support;
  for (const Solver& solver : solvers) {
    if (std::string note = find_task_obstacle(solver, max_solutions); !note.empty()) {
      support.skipped.push_back({solver.id, Verdict::not_applicable});
      support.notes.push_back(std::move(note));
      continue;
    }
    MemoryMeter shared;
    if (!can_be_made(solver, shared)) {
      const EngineInfo* info = find_engine(solver.id);
      support.skipped.push_back({solver.id, Verdict::unavailable});
      support.notes.push_back(info != nullptr ? unavailable_message(*info)
                                              : fmt::format("engine {} is unavailable", solver.id));
      continue;
    }
    support.solvers.push_back(solver);
    support.solvers.back().shared_bytes = shared.held_bytes().value_or(0);
  }
  if (support.solvers.empty()) throw UsageError(fmt::to_string(fmt::join(support.notes, "; ")));
  return support;
}

SolverSupport find_board_support(const std::string& path, const BoardKind& kind,
                                 std::span<const Solver> solvers) {
  SolverSupport support;
  std::map<std::string, std::vector<std::string>> ids_by_reason;
  for (const Solver& solver : solvers) {
    const std::string reason = solver.unsupported_reason(kind);
    if (reason.empty()) {
      support.solvers.push_back(solver);
      continue;
    }
    if (solver.when_unsupported == WhenUnsupported::error &&
        !solver.unsupported_reason(kind.shape).empty()) {
      throw UsageError(describe_refused_boards(path, kind, solver.id, reason));
    }
    if (solver.when_unsupported != WhenUnsupported::left_out) {
      support.skipped.push_back({solver.id, Verdict::not_applicable});
    }
    ids_by_reason[reason].push_back(solver.id);
  }
  if (support.solvers.empty() && !solvers.empty()) {
    throw UsageError(
        fmt::format("{} has {}, which no engine of this run supports", path, describe_kind(kind)));
  }
  for (const auto& [reason, ids] : ids_by_reason) {
    support.notes.push_back(fmt::format("{} has {}: skipping {} ({})", path, describe_kind(kind),
                                        fmt::join(ids, ", "), reason));
  }
  return support;
}

}  // namespace sudoku
