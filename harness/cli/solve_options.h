#pragma once

#include <string>

#include "engines/engine.h"
#include "harness/cli/shared.h"

namespace sudoku {

enum class SolutionOutput : std::uint8_t { automatic, grid, line, csv };

struct SolveOptions {
  std::string input = "-";
  ReadOptions read;
  const EngineInfo* engine = nullptr;
  EngineOptions engine_options;
  SolveLimits limits;
  SolutionOutput output = SolutionOutput::automatic;
  bool timing = false;
  bool quiet = false;
};

/// Throws UsageError.
SolveOptions solve_options(const Values& values);

}  // namespace sudoku
