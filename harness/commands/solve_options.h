#pragma once

#include <string>

#include "engines/engine.h"
#include "harness/cli/common_options.h"

namespace sudoku {

enum class SolutionOutput : std::uint8_t { automatic, grid, line, csv };

struct SolveOptions {
  std::string input = "-";
  ReadOptions read;
  const EngineInfo* engine = nullptr;  ///< null: the fastest for the boards of the input
  EngineOptions engine_options;
  SolveLimits limits;
  SolutionOutput output = SolutionOutput::automatic;
  bool timing = false;
  bool quiet = false;
};

/// The engine that solves boards of a shape where none is named.
const EngineInfo& fastest_single_engine(const Shape& shape);

/// Throws UsageError.
SolveOptions solve_options(const OptionValues& values);

}  // namespace sudoku
