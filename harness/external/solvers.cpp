#include "harness/external/solvers.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "harness/base/errors.h"
#include "harness/external/command_executor.h"
#include "harness/external/host_executor.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using MakeExternal = std::function<std::unique_ptr<ExternalExecutor>(bool counts_events)>;

/// Probes an external engine once for each shape, in a new process. Keeps the results.
class ShapeProbes {
 public:
  ShapeProbes(std::string name, MakeExternal make)
      : name_(std::move(name)), make_(std::move(make)) {}

  /// Throws UsageError for an engine that cannot take part.
  const Probe& of(const Shape& shape) {
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&shape](const auto& entry) { return entry.first == shape; });
    if (known != known_.end()) return known->second;
    Probe probe = make_(false)->probe(shape);
    if (!probe.objection.empty()) {
      const std::string of_shape =
          shape == k9x9 ? "" : fmt::format(" (boards of {})", size_of(shape));
      throw UsageError(fmt::format("engine {}: {}{}", name_, probe.objection, of_shape));
    }
    return known_.emplace_back(shape, std::move(probe)).second;
  }

 private:
  std::string name_;
  MakeExternal make_;
  std::deque<std::pair<Shape, Probe>> known_;
};

struct External {
  Solver solver;
  bool is_given_text = false;
};

External make_external(const std::string& name, const MakeExternal& make, std::size_t places,
                       std::span<const Shape> shapes) {
  const auto probes = std::make_shared<ShapeProbes>(name, make);
  External external;
  Solver& solver = external.solver;
  solver.id = name;
  solver.takes_blocks = true;
  solver.places = places;
  solver.make_executor = [make](const Measuring& measuring) {
    return make(measuring.counts_events);
  };
  solver.objection_to = [probes](const Shape& shape) { return probes->of(shape).refusal; };
  solver.when_unsupported = WhenUnsupported::not_applicable;
  for (const Shape& shape : shapes) {
    const Probe& probe = probes->of(shape);
    solver.lists_solutions &= probe.lists_solutions;
    external.is_given_text |= probe.is_given_text;
    if (probe.is_unavailable) solver.make_executor = [](const Measuring&) { return nullptr; };
  }
  return external;
}

HostPacing pacing_of(const RequestedSolvers& requested) {
  return requested.commands.empty() ? HostPacing::continuous : HostPacing::round_trips;
}

void set_hosted_engine(Solver& solver, const HostedEngine& engine) {
  solver.make_executor = [engine](const Measuring& measuring) {
    return std::make_unique<HostExecutor>(engine, measuring.counts_events);
  };
}

/// Returns the solver for a built-in engine. With `form`, it runs in host processes, and reads 9x9
/// boards in that form.
Solver make_builtin(const EngineInfo& info, const RequestedSolvers& requested,
                    std::optional<BoardForm> form, unsigned threads) {
  const EngineOptions options = requested.engine_options;
  const bool is_process = has(info.traits, EngineTraits::kProcess);
  const bool is_incomplete = has(info.traits, EngineTraits::kIncomplete);
  Solver solver;
  solver.id = info.id;
  solver.make = [&info, options] { return info.make(options); };
  solver.takes_blocks =
      requested.whole_blocks ? has(info.traits, EngineTraits::kBlock) : needs_blocks(info.traits);
  solver.lists_solutions = !has(info.traits, EngineTraits::kCountsOnly);
  solver.is_cpu_time_known = !is_process;
  // Only the system, which measures host processes, sees all memory of libraries.
  solver.is_memory_known = form ? !is_process : info.package == nullptr;
  if (requested.are_all) solver.when_unsupported = WhenUnsupported::left_out;
  if (has(info.traits, EngineTraits::kAnyShape)) {
    solver.objection_to = [](const Shape&) { return std::string(); };
  }
  // The tables of engines that only count are too large for several copies.
  if (!solver.lists_solutions) solver.places = 1;
  if (!form) {
    if (is_incomplete) {
      solver.set_seed = [&info, options](Solver& target, std::uint64_t seed) {
        EngineOptions seeded = options;
        seeded.seed = seed;
        target.make = [&info, seeded] { return info.make(seeded); };
      };
    }
    return solver;
  }
  const HostedEngine engine{.name = std::string(info.id),
                            .options = options,
                            .pacing = pacing_of(requested),
                            .form = *form,
                            .takes_blocks = solver.takes_blocks};
  if (is_incomplete) {
    solver.set_seed = [engine](Solver& target, std::uint64_t seed) {
      HostedEngine seeded = engine;
      seeded.options.seed = seed;
      set_hosted_engine(target, seeded);
    };
  }
  return hosted(std::move(solver), engine, threads);
}

HostedEngine hosted_plugin(const PluginSpec& plugin, const RequestedSolvers& requested) {
  return {.kind = HostedKind::plugin,
          .name = std::filesystem::absolute(plugin.file),
          .symbol = plugin.symbol,
          .config = plugin.config,
          .pacing = pacing_of(requested),
          .takes_blocks = requested.whole_blocks};
}

}  // namespace

Solver hosted(Solver solver, const HostedEngine& engine, unsigned threads) {
  if (solver.make() == nullptr) return solver;
  set_hosted_engine(solver, engine);
  solver.takes_blocks = true;
  solver.places = std::min(solver.places, hosted_places(threads));
  return solver;
}

std::vector<Solver> solvers_of(const RequestedSolvers& requested, std::uint64_t max_solutions,
                               unsigned threads, std::span<const Shape> shapes) {
  std::vector<External> externals;
  for (const PluginSpec& plugin : requested.plugins) {
    externals.push_back(make_external(
        plugin.name,
        [engine = hosted_plugin(plugin, requested)](bool counts_events) {
          return std::make_unique<HostExecutor>(engine, counts_events);
        },
        hosted_places(threads), shapes));
  }
  for (const CommandSpec& command : requested.commands) {
    externals.push_back(make_external(
        command.name,
        [text = command.command, limit = max_solutions](bool counts_events) {
          return std::make_unique<CommandExecutor>(command_host_arguments(text, limit), limit,
                                                   counts_events);
        },
        kCommandPlaces, shapes));
  }
  // All engines read text if any external one does, so that all have the same work.
  std::optional<BoardForm> form;
  for (const External& external : externals) {
    if (form != BoardForm::text) {
      form = external.is_given_text ? BoardForm::text : BoardForm::cells;
    }
  }
  std::vector<Solver> solvers;
  for (const EngineInfo* info : requested.engines) {
    solvers.push_back(make_builtin(*info, requested, form, threads));
  }
  for (External& external : externals) solvers.push_back(std::move(external.solver));
  return solvers;
}

}  // namespace sudoku
