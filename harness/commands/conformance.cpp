#include "harness/check/conformance.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/common_options.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

struct ConformanceOptions {
  RequestedSolvers solvers;
  Shape shape = k9x9;
  std::chrono::nanoseconds timeout{0};  ///< per call of the engine
};

using namespace std::chrono_literals;

ConformanceOptions conformance_options(const OptionValues& values) {
  if (values.has(std::string(kArgument))) throw UsageError("conformance takes no argument");
  ConformanceOptions options;
  if (values.has("engine")) {
    const std::vector<std::string> engines = values.list("engine");
    options.solvers.engines = engines_named(engines);
    options.solvers.are_all = std::find(engines.begin(), engines.end(), "all") != engines.end();
  }
  options.solvers.plugins = plugins_named(values);
  options.solvers.commands = commands_named(values);
  if (names_of(options.solvers).empty()) {
    throw UsageError("conformance needs --engine, --plugin or --engine-cmd");
  }
  if (values.has("shape")) options.shape = shape_option(values);
  options.timeout = values.duration("timeout", 5s);
  if (options.timeout == 0ns) throw UsageError("conformance needs a time limit, not --timeout 0s");
  return options;
}

/// Returns an executor of the engine; null if the engine cannot run here.
std::unique_ptr<Executor> executor_of(const Solver& solver) {
  static SystemStopwatch stopwatch;
  return make_executor(solver, {stopwatch});
}

/// Returns why an engine cannot be checked; empty if it can.
std::string objection_to(const Solver& solver, const Shape& shape) {
  std::string objection = solver.unsupported_reason(shape);
  if (!objection.empty() && shape == k9x9) return objection;
  if (!objection.empty()) return fmt::format("{} (boards of {})", objection, size_of(shape));
  if (executor_of(solver) != nullptr) return {};
  const EngineInfo* info = find_engine(solver.id);
  return fmt::format("unavailable: {}", info == nullptr ? "it cannot run here" : info->obstacle);
}

/// Returns the only solver of `requested` for the checks.
SolverUnderTest under_test(const RequestedSolvers& requested, const Solver& solver,
                           const Shape& shape) {
  SolverUnderTest tested;
  tested.shape = shape;
  tested.is_external = requested.engines.empty();
  tested.takes_blocks = solver.takes_blocks;
  tested.is_incomplete = solver.is_stochastic();
  tested.make = [requested, shape](std::uint64_t max_solutions) {
    return executor_of(solvers_of(requested, max_solutions, 1, {{shape}}).front());
  };
  return tested;
}

/// Checks the only solver of `requested` and prints the results. Returns whether it passes. A
/// solver that `all` includes passes if it cannot be checked.
bool passes_checks(const RequestedSolvers& requested, const ConformanceOptions& options) {
  const Solver solver = solvers_of(requested, 2, 1, {{options.shape}}).front();
  const std::string& id = solver.id;
  if (const std::string objection = objection_to(solver, options.shape); !objection.empty()) {
    if (!requested.are_all) throw UsageError(fmt::format("engine {}: {}", id, objection));
    write_stdout(fmt::format("{}\n  skipped: {}\n", id, objection));
    return true;
  }
  const SolverUnderTest tested = under_test(requested, solver, options.shape);
  write_stdout(id + "\n");
  int checks = 0;
  int failed = 0;
  for (const ConformanceCheck& check : conformance_checks()) {
    if (!applies_to(check, tested)) continue;
    const std::string failure = guarded_failure(check, tested, options.timeout);
    if (interrupted()) return false;
    write_stdout(
        fmt::format("  {:<35}  {}{}\n", check.name, failure.empty() ? "ok" : "FAILED: ", failure));
    ++checks;
    if (!failure.empty()) ++failed;
  }
  write_stdout(failed == 0 ? fmt::format("All {} checks passed.\n", checks)
                           : fmt::format("{} of {} checks failed.\n", failed, checks));
  return failed == 0;
}

ExitCode run_conformance(const ConformanceOptions& options) {
  bool all_pass = true;
  const auto check_one = [&](const RequestedSolvers& only) {
    if (!interrupted()) all_pass &= passes_checks(only, options);
  };
  for (const EngineInfo* info : options.solvers.engines) {
    check_one({.engines = {info},
               .are_all = options.solvers.are_all,
               .engine_options = {},
               .plugins = {},
               .commands = {}});
  }
  for (const PluginSpec& plugin : options.solvers.plugins) {
    // Block functions must also be correct for whole blocks.
    check_one({.engines = {},
               .engine_options = {},
               .plugins = {plugin},
               .commands = {},
               .whole_blocks = true});
  }
  for (const CommandSpec& command : options.solvers.commands) {
    check_one({.engines = {}, .engine_options = {}, .plugins = {}, .commands = {command}});
  }
  if (interrupted()) return ExitCode::interrupted;
  return all_pass ? ExitCode::ok : ExitCode::wrong_answer;
}

}  // namespace

OptionTable conformance_option_table() {
  OptionTable options(
      "sudoku-bench conformance --engine ID | --plugin FILE.so | --engine-cmd NAME=CMD\n"
      "Checks the answers of an engine to puzzles that every engine must solve. Exits with 3 if a\n"
      "check fails.");
  options.group("Options").list("engine", "ID[,ID...]",
                                "all, or ids that the engines command lists");
  add_own_engines(options);
  options.value("shape", "RxC", "boxes have R rows and C columns, such as 4x5 for 20x20 (3x3)")
      .value("timeout", "TIME", "time limit per answer (5s)")
      .flag("help,h", "show this help");
  return options;
}

Job prepare_conformance(const OptionValues& values) {
  return [options = conformance_options(values)](auto) { return run_conformance(options); };
}

}  // namespace sudoku
