#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/commands/commands.h"
#include "harness/conformance/checks.h"
#include "harness/conformance/guarded_check.h"
#include "harness/interrupt.h"
#include "harness/output_file.h"

namespace sudoku {
namespace {

/// The only contestant of `options`.
Candidate candidate_of(const BenchOptions& options) {
  const Contestant contestant = contestants_of(options).front();
  Candidate candidate;
  candidate.is_external = options.engines.empty();
  candidate.takes_blocks = contestant.takes_blocks;
  candidate.make = [options](std::uint64_t max_solutions) {
    BenchOptions own = options;
    own.limits.max_solutions = max_solutions;
    return contestants_of(own).front().make();
  };
  return candidate;
}

/// Whether the only contestant of `options` passes all checks.
bool passes_checks(const BenchOptions& options, const std::string& id,
                   std::chrono::nanoseconds timeout) {
  const Candidate candidate = candidate_of(options);
  if (candidate.make(2) == nullptr) throw UsageError(fmt::format("this CPU cannot run {}", id));
  write_stdout(id + "\n");
  int checks = 0;
  int failed = 0;
  for (const ConformanceCheck& check : conformance_checks()) {
    if (candidate.is_external && !check.is_for_external) continue;
    const std::string failure = guarded_failure(check, candidate, timeout);
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

}  // namespace

ExitCode run_conformance(const ConformanceOptions& options) {
  bool all_pass = true;
  const auto try_one = [&](const BenchOptions& only, const std::string& id) {
    if (!interrupted()) all_pass &= passes_checks(only, id, options.timeout);
  };
  for (const EngineInfo* info : options.engines) {
    BenchOptions only;
    only.engines = {info};
    try_one(only, std::string(info->id));
  }
  for (const PluginSpec& plugin : options.plugins) {
    BenchOptions only;
    only.plugins = {plugin};
    try_one(only, plugin.name);
  }
  for (const CommandSpec& command : options.commands) {
    BenchOptions only;
    only.commands = {command};
    try_one(only, command.name);
  }
  if (interrupted()) return ExitCode::interrupted;
  return all_pass ? ExitCode::ok : ExitCode::wrong_answer;
}

}  // namespace sudoku
