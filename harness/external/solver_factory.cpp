#include "harness/external/solver_factory.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>

#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/external/external_executor.h"
#include "harness/puzzle/board_kinds.h"

namespace sudoku {
namespace {

using MakeExternal = std::function<std::unique_ptr<ExternalExecutor>(bool counts_events)>;

/// Probes an external engine once for each kind of boards, in a new process. Keeps the results.
class Probes {
 public:
  Probes(std::string name, MakeExternal make, const SolveLimits& limits)
      : name_(std::move(name)), make_(std::move(make)), limits_(limits) {}

  /// Throws UsageError for an engine that cannot take part. An engine that fails only on candidates
  /// does not support them.
  const Probe& of(const BoardKind& kind) {
    const auto known = std::ranges::find(known_, kind, &std::pair<BoardKind, Probe>::first);
    if (known != known_.end()) return known->second;
    Probe probe = make_(false)->probe(kind, limits_);
    if (limits_.is_stop_requested()) throw Interrupted();
    if (!probe.error.empty() && kind.have_candidates) {
      const Probe& ordinary = of(kind.shape);
      probe = {.unsupported_reason = ordinary.unsupported_reason.empty()
                                         ? "not for candidates: it " + probe.error
                                         : ordinary.unsupported_reason};
    }
    if (!probe.error.empty()) {
      const std::string of_shape = kind == k9x9 ? "" : fmt::format(" ({})", describe_kind(kind));
      throw UsageError(fmt::format("engine {}: {}{}", name_, probe.error, of_shape));
    }
    return known_.emplace_back(kind, std::move(probe)).second;
  }

 private:
  std::string name_;
  MakeExternal make_;
  SolveLimits limits_;
  std::deque<std::pair<BoardKind, Probe>> known_;
};

/// Returns the solver for a plugin or a command. It must pass a probe with each kind of boards.
Solver make_external(const std::string& name, const MakeExternal& make, std::size_t places,
                     const SolveLimits& limits, std::span<const BoardKind> kinds) {
  const auto probes = std::make_shared<Probes>(name, make, limits);
  Solver solver;
  solver.id = name;
  solver.takes_blocks = true;
  solver.places = places;
  solver.make_executor = [make](const Measuring& measuring) {
    return make(measuring.counts_events);
  };
  solver.unsupported_reason = [probes](const BoardKind& kind) {
    return probes->of(kind).unsupported_reason;
  };
  solver.when_unsupported = WhenUnsupported::not_applicable;
  for (const BoardKind& kind : kinds) {
    const Probe& probe = probes->of(kind);
    solver.lists_solutions &= probe.lists_solutions;
    if (probe.is_unavailable) solver.make_executor = [](const Measuring&) { return nullptr; };
  }
  return solver;
}

/// Returns the solver for a built-in engine in this process.
Solver make_builtin(const EngineInfo& info, const RequestedSolvers& requested) {
  const EngineOptions options = requested.engine_options;
  Solver solver;
  solver.id = info.id;
  solver.make = [&info, options] { return info.make(options); };
  solver.takes_blocks =
      requested.whole_blocks ? has(info.traits, EngineTraits::kBlock) : needs_blocks(info.traits);
  solver.lists_solutions = !has(info.traits, EngineTraits::kCountsOnly);
  solver.is_cpu_time_known = !has(info.traits, EngineTraits::kProcess);
  solver.is_memory_known = info.package == nullptr;
  solver.is_named = !requested.are_all;
  if (requested.are_all) solver.when_unsupported = WhenUnsupported::left_out;
  solver.unsupported_reason = [traits = info.traits](const BoardKind& kind) {
    return unsupported_reason(traits, kind);
  };
  // The tables of engines that only count are too large for several copies.
  if (!solver.lists_solutions) solver.places = 1;
  if (has(info.traits, EngineTraits::kIncomplete)) {
    solver.set_seed = [&info, options](Solver& target, std::uint64_t seed) {
      EngineOptions seeded = options;
      seeded.seed = seed;
      target.make = [&info, seeded] { return info.make(seeded); };
    };
  }
  return solver;
}

}  // namespace

std::vector<Solver> solvers_of(const RequestedSolvers& requested, const SolveLimits& limits,
                               unsigned threads, std::span<const BoardKind> kinds) {
  std::vector<Solver> solvers;
  for (const EngineInfo* info : requested.engines) {
    solvers.push_back(make_builtin(*info, requested));
  }
  for (const PluginSpec& plugin : requested.plugins) {
    const PluginSource source{.name = std::filesystem::absolute(plugin.file),
                              .symbol = plugin.symbol,
                              .config = plugin.config,
                              .takes_blocks = requested.whole_blocks};
    const auto make = [source](bool counts_events) {
      return make_plugin_executor(source, counts_events);
    };
    solvers.push_back(make_external(plugin.name, make, plugin_places(threads), limits, kinds));
  }
  for (const CommandSpec& command : requested.commands) {
    const std::uint64_t max_solutions = limits.max_solutions;
    const auto make = [text = command.command, max_solutions](bool counts_events) {
      return make_command_executor(command_host_arguments(text, max_solutions), max_solutions,
                                   counts_events);
    };
    solvers.push_back(make_external(command.name, make, kCommandPlaces, limits, kinds));
    solvers.back().is_timed_by_arrival = true;
  }
  return solvers;
}

}  // namespace sudoku
