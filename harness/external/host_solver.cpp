#include "harness/external/host_solver.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "harness/external/hosted_engine.h"

namespace sudoku {

HostedSource builtin_source(const EngineInfo& info, const EngineOptions& options) {
  return {.kind = kBuiltinKind, .name = std::string(info.id), .detail = detail_of(options)};
}

Solver::Make making(const HostedSource& source) {
  return [source] { return std::make_unique<HostedEngine>(source); };
}

Solver hosted(Solver solver, const HostedSource& source, unsigned threads) {
  if (solver.make() == nullptr) return solver;
  solver.make = making(source);
  solver.takes_blocks = true;
  solver.places = std::min(solver.places, hosted_places(threads));
  return solver;
}

}  // namespace sudoku
