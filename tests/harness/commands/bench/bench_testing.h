#pragma once

#include <string>

#include "engines/registry.h"
#include "harness/measure/runner.h"

namespace sudoku {

/// Returns a solver that supports one shape, and is skipped for others.
inline Solver only_for(const std::string& id, const Shape& shape) {
  Solver solver{id, [] { return find_engine("naive")->make({}); }};
  solver.unsupported_reason = [shape](const BoardKind& other) {
    return std::string(other == shape ? "" : "for others only");
  };
  solver.when_unsupported = WhenUnsupported::not_applicable;
  return solver;
}

}  // namespace sudoku
