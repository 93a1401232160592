#include "harness/external/host_solver.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "harness/external/host_executor.h"

namespace sudoku {

HostedSource builtin_source(const EngineInfo& info, const EngineOptions& options) {
  return {.kind = kBuiltinKind, .name = std::string(info.id), .detail = detail_of(options)};
}

void set_source(Solver& solver, const HostedSource& source) {
  solver.make_executor = [source](const Measuring& measuring) {
    return std::make_unique<HostExecutor>(source, measuring.counts_events);
  };
}

Solver hosted(Solver solver, const HostedSource& source, unsigned threads) {
  if (solver.make() == nullptr) return solver;
  set_source(solver, source);
  solver.takes_blocks = true;
  solver.places = std::min(solver.places, hosted_places(threads));
  return solver;
}

}  // namespace sudoku
