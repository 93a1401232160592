#include "harness/commands/solve_options.h"

#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"

namespace sudoku {
namespace {

const std::map<std::string_view, SolutionOutput> kSolutionOutputs = {
    {"grid", SolutionOutput::grid},
    {"line", SolutionOutput::line},
    {"csv", SolutionOutput::csv},
};

bool has_counter(const EngineInfo* engine) {
  return engine != nullptr && has(engine->traits, EngineTraits::kCountsOnly);
}

}  // namespace

/// On puzzles that come one at a time. On 49,158 puzzles of 17 clues, reading and printing
/// included, triads_avx2 takes two thirds of the processor time of bitmask.
const EngineInfo& fastest_single_engine(const Shape& shape) {
  if (shape != k9x9) return default_engine(shape);
  const EngineInfo& triads = *resolve_engine("triads");
  return triads.runs_here() ? triads : *find_engine("bitmask");
}

OptionTable solve_option_table() {
  OptionTable options(
      "sudoku-bench solve [FILE]\n"
      "Prints solutions of the puzzles in FILE or, without it or for -, on standard input.");
  options.group("Options");
  add_dataset(options);
  options.value(
      "engine", "ID",
      "engine from the list of the engines command (triads, or else bitmask; of other shapes "
      "than 9x9 bitmask); which solutions of several come first is the engine's choice");
  add_cell_order(options);
  options.value("seed", "S", "seed of a stochastic engine (1)")
      .choice("to", "FORM", kSolutionOutputs,
              "grid: boards for people (on a terminal); line: one character per cell (elsewhere); "
              "csv: line,puzzle,solution_index,solution")
      .flag("timing", "say on standard error how long each puzzle took");
  add_limits(options, "print at most N solutions of a puzzle; 0: all (1)");
  add_reading(options);
  options.flag("quiet,q", "no notes").flag("help,h", "show this help");
  return options;
}

SolveOptions solve_options(const OptionValues& values) {
  SolveOptions options;
  options.input = only_dataset(values, "solve");
  options.read = read_options(values);
  if (values.has("engine")) options.engine = engine_named(values.text("engine"));
  if (has_counter(options.engine)) {
    throw UsageError(
        fmt::format("engine {} counts solutions and does not list them", options.engine->id));
  }
  options.limits = solve_limits(values, 1);
  if (options.limits.max_solutions != 1) {
    refuse_incomplete(options.engine, "takes --max-solutions 1 alone");
  }
  const bool is_seeded =
      options.engine != nullptr && has(options.engine->traits, EngineTraits::kIncomplete);
  if (values.has("seed") && !is_seeded) {
    throw UsageError("--seed is for stochastic engines, such as anneal");
  }
  const auto engines = std::span(&options.engine, options.engine == nullptr ? 0 : 1);
  options.engine_options = engine_options(values, engines);
  options.output = values.choice("to", kSolutionOutputs, SolutionOutput::automatic);
  options.timing = values.has("timing");
  options.quiet = values.has("quiet");
  return options;
}

}  // namespace sudoku
