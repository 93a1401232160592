#include "harness/check/conformance.h"

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/dataset_options.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

struct ConformanceOptions {
  OptionValues values;
  RequestedSolvers solvers = requested_solvers(values, "");
  Shape shape = shape_option(values).value_or(k9x9);
  std::chrono::nanoseconds timeout = values.duration("timeout", 5s);  ///< per call of the engine
  bool stops_at_first = values.has("max-solutions");                  ///< see SolverUnderTest

  /// Returns the limits of a call that tests whether a puzzle has one solution.
  SolveLimits limits() const {
    SolveLimits limits;
    limits.max_solutions = stops_at_first ? 1 : 2;
    limits.max_time = timeout;
    limits.stop = &interrupted();
    return limits;
  }
};

/// Returns an executor of the engine; null if the engine cannot run here.
std::unique_ptr<Executor> executor_of(const Solver& solver) {
  static SystemStopwatch stopwatch;
  return make_executor(solver, {stopwatch});
}

/// Returns why an engine cannot be checked; empty if it can.
std::string find_obstacle(const Solver& solver, const Shape& shape) {
  std::string reason = solver.unsupported_reason(shape);
  if (!reason.empty() && shape == k9x9) return reason;
  if (!reason.empty()) return fmt::format("{} ({})", reason, describe_kind(shape));
  if (executor_of(solver) != nullptr) return {};
  const EngineInfo* info = find_engine(solver.id);
  return fmt::format("unavailable: {}", info == nullptr ? "it cannot run here" : info->obstacle);
}

/// Returns why an engine cannot be checked with candidates; empty if it can.
std::string find_candidates_obstacle(const Solver& solver, const Shape& shape) {
  if (shape.side() > kMaxSideOfSymbols) return "not for boards of that size";
  return solver.unsupported_reason(BoardKind(shape).with_candidates());
}

/// Returns the only solver of `requested` for the checks.
SolverUnderTest under_test(const RequestedSolvers& requested, const Solver& solver,
                           const ConformanceOptions& options) {
  const Shape shape = options.shape;
  SolverUnderTest tested;
  tested.shape = shape;
  tested.stops_at_first = options.stops_at_first;
  tested.is_external = requested.engines.empty();
  tested.takes_blocks = solver.takes_blocks;
  tested.is_incomplete = solver.is_stochastic();
  tested.supports_candidates = find_candidates_obstacle(solver, shape).empty();
  tested.make = [requested, shape, limits = options.limits()](std::uint64_t max_solutions) {
    SolveLimits own = limits;
    own.max_solutions = max_solutions;
    return executor_of(solvers_of(requested, own, 1, {{shape}}).front());
  };
  return tested;
}

/// Checks the only solver of `requested` and prints the results. Returns whether it passes. With
/// `all`, a solver that cannot be checked also passes.
bool passes_checks(const RequestedSolvers& requested, const ConformanceOptions& options) {
  const Solver solver = solvers_of(requested, options.limits(), 1, {{options.shape}}).front();
  const std::string& id = solver.id;
  if (const std::string obstacle = find_obstacle(solver, options.shape); !obstacle.empty()) {
    if (!requested.are_all) throw UsageError(fmt::format("engine {}: {}", id, obstacle));
    write_stdout(fmt::format("{}\n  skipped: {}\n", id, one_line(obstacle)));
    return true;
  }
  const SolverUnderTest tested = under_test(requested, solver, options);
  write_stdout(id + "\n");
  int checks = 0;
  int failed = 0;
  bool finds_only_one = false;
  bool finds_none_without_limit = false;
  for (const ConformanceCheck& check : conformance_checks()) {
    if (!applies_to(check, tested)) continue;
    const std::string failure = guarded_failure(check, tested, options.timeout);
    if (interrupted()) return false;
    write_stdout(fmt::format("  {:<35}  {}{}\n", check.name,
                             failure.empty() ? "ok" : "FAILED: ", one_line(failure)));
    ++checks;
    if (!failure.empty()) ++failed;
    const auto has = [&failure](const char* words) { return failure.find(words) != failure.npos; };
    finds_only_one |= has(" solutions expected, 1 given,") && !failure.starts_with("0 ");
    // The solver passed the probe with another limit.
    finds_none_without_limit |=
        has(", without a limit: ") && (has(" expected, 0 given,") || has(" probe puzzle"));
  }
  if (!tested.supports_candidates) {
    write_stdout(fmt::format("  {:<35}  skipped: {}\n", "candidates",
                             one_line(find_candidates_obstacle(solver, options.shape))));
  }
  write_stdout(failed == 0 ? fmt::format("All {} checks passed.\n", checks)
                           : fmt::format("{} of {} checks failed.\n", failed, checks));
  if (finds_only_one && tested.is_external) {
    write_stdout(fmt::format("If {} stops at the first solution, add --max-solutions 1.\n", id));
  }
  if (finds_none_without_limit && tested.is_external) {
    write_stdout(requested.plugins.empty()
                     ? "Without a limit, SUDOKU_BENCH_MAX_SOLUTIONS is 0.\n"
                     : "Without a limit, the limit of a plugin is SIZE_MAX, not 0.\n");
  }
  return failed == 0;
}

ExitCode run_conformance(const ConformanceOptions& options) {
  const RequestedSolvers& all = options.solvers;
  std::vector<RequestedSolvers> singles;
  const auto add = [&singles]() -> RequestedSolvers& { return singles.emplace_back(); };
  for (const EngineInfo* info : all.engines) add().engines = {info};
  for (const PluginSpec& plugin : all.plugins) add().plugins = {plugin};
  for (const CommandSpec& command : all.commands) add().commands = {command};
  bool all_pass = true;
  for (RequestedSolvers& single : singles) {
    single.are_all = all.are_all && single.plugins.empty() && single.commands.empty();
    // Block functions must also be correct for whole blocks.
    single.whole_blocks = !single.plugins.empty();
    all_pass &= passes_checks(single, options);
    if (interrupted()) return ExitCode::interrupted;
  }
  return all_pass ? ExitCode::ok : ExitCode::wrong_answer;
}

}  // namespace

OptionTable conformance_option_table() {
  OptionTable options(
      "sudoku-bench conformance --engine ID | --plugin FILE.so | --engine-cmd NAME=CMD",
      "Checks the answers of an engine to puzzles that every engine must solve. Exits with 3 if a\n"
      "check fails.");
  options.list("engine", "ID[,ID...]", "all, or ids that the engines command lists");
  add_own_engines(options);
  add_shape(options, "3x3");
  return options.value("max-solutions", "1", "check an engine that stops at the first solution")
      .value("timeout", "TIME", "time limit per answer (5s)");
}

Job prepare_conformance(const OptionValues& values) {
  if (values.has(kArgument)) throw UsageError("conformance takes no argument");
  const ConformanceOptions options{values};
  if (names_of(options.solvers).empty()) {
    throw UsageError("conformance needs --engine, --plugin or --engine-cmd");
  }
  if (options.stops_at_first && values.text("max-solutions") != "1") {
    throw UsageError("conformance supports only --max-solutions 1");
  }
  if (options.timeout == 0ns) throw UsageError("conformance needs a time limit, not --timeout 0s");
  return [options](auto) { return run_conformance(options); };
}

}  // namespace sudoku
