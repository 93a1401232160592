#include "harness/external/solver_factory.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>

#include "harness/base/errors.h"
#include "harness/external/external_executor.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using MakeExternal = std::function<std::unique_ptr<ExternalExecutor>(bool counts_events)>;

MakeExternal host_of(const HostedEngine& engine) {
  return [engine](bool counts_events) { return make_host_executor(engine, counts_events); };
}

MakeExternal command_of(const CommandSpec& command, std::uint64_t max_solutions) {
  return [text = command.command, max_solutions](bool counts_events) {
    return make_command_executor(command_host_arguments(text, max_solutions), max_solutions,
                                 counts_events);
  };
}

void set_executor(Solver& solver, const MakeExternal& make) {
  solver.make_executor = [make](const Measuring& measuring) {
    return make(measuring.counts_events);
  };
}

/// Probes an external engine once for each shape, in a new process. Keeps the results.
class ShapeProbes {
 public:
  ShapeProbes(std::string name, MakeExternal make)
      : name_(std::move(name)), make_(std::move(make)) {}

  /// Throws UsageError for an engine that cannot take part.
  const Probe& of(const Shape& shape) {
    const auto known = std::ranges::find(known_, shape, &std::pair<Shape, Probe>::first);
    if (known != known_.end()) return known->second;
    Probe probe = make_(false)->probe(shape);
    if (!probe.error.empty()) {
      const std::string of_shape =
          shape == k9x9 ? "" : fmt::format(" (boards of {})", size_of(shape));
      throw UsageError(fmt::format("engine {}: {}{}", name_, probe.error, of_shape));
    }
    return known_.emplace_back(shape, std::move(probe)).second;
  }

 private:
  std::string name_;
  MakeExternal make_;
  std::deque<std::pair<Shape, Probe>> known_;
};

/// The plugins and commands of a run.
struct Externals {
  std::vector<Solver> solvers;
  bool read_text = false;  ///< any of them reads 9x9 boards as text

  void add(const std::string& name, const MakeExternal& make, std::size_t places,
           std::span<const Shape> shapes) {
    const auto probes = std::make_shared<ShapeProbes>(name, make);
    Solver& solver = solvers.emplace_back();
    solver.id = name;
    solver.takes_blocks = true;
    solver.places = places;
    set_executor(solver, make);
    solver.unsupported_reason = [probes](const Shape& shape) {
      return probes->of(shape).unsupported_reason;
    };
    solver.when_unsupported = WhenUnsupported::not_applicable;
    for (const Shape& shape : shapes) {
      const Probe& probe = probes->of(shape);
      solver.lists_solutions &= probe.lists_solutions;
      read_text |= probe.reads_text;
      if (probe.is_unavailable) solver.make_executor = [](const Measuring&) { return nullptr; };
    }
  }
};

HostPacing pacing_of(const RequestedSolvers& requested) {
  return requested.commands.empty() ? HostPacing::continuous : HostPacing::round_trips;
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
  if (requested.are_all) solver.when_unsupported = WhenUnsupported::left_out;
  if (has(info.traits, EngineTraits::kAnyShape)) {
    solver.unsupported_reason = [](const Shape&) { return std::string(); };
  }
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

/// Returns the solver in host processes. It reads 9x9 boards in that form.
Solver make_hosted(Solver solver, const RequestedSolvers& requested, BoardForm form,
                   unsigned threads) {
  const HostedEngine engine{.name = solver.id,
                            .options = requested.engine_options,
                            .pacing = pacing_of(requested),
                            .form = form,
                            .takes_blocks = solver.takes_blocks};
  // For host processes, the system reports the memory, including all memory of libraries.
  solver.is_memory_known = solver.is_cpu_time_known;
  if (solver.is_stochastic()) {
    solver.set_seed = [engine](Solver& target, std::uint64_t seed) {
      HostedEngine seeded = engine;
      seeded.options.seed = seed;
      set_executor(target, host_of(seeded));
    };
  }
  return hosted(std::move(solver), engine, threads);
}

}  // namespace

Solver hosted(Solver solver, const HostedEngine& engine, unsigned threads) {
  if (solver.make() == nullptr) return solver;
  set_executor(solver, host_of(engine));
  solver.takes_blocks = true;
  solver.places = std::min(solver.places, hosted_places(threads));
  return solver;
}

std::vector<Solver> solvers_of(const RequestedSolvers& requested, std::uint64_t max_solutions,
                               unsigned threads, std::span<const Shape> shapes) {
  Externals externals;
  for (const PluginSpec& plugin : requested.plugins) {
    const HostedEngine engine{.kind = HostedKind::plugin,
                              .name = std::filesystem::absolute(plugin.file),
                              .symbol = plugin.symbol,
                              .config = plugin.config,
                              .pacing = pacing_of(requested),
                              .takes_blocks = requested.whole_blocks};
    externals.add(plugin.name, host_of(engine), hosted_places(threads), shapes);
  }
  for (const CommandSpec& command : requested.commands) {
    externals.add(command.name, command_of(command, max_solutions), kCommandPlaces, shapes);
  }
  // All engines read text if any external one does, so that all have the same work.
  const BoardForm form = externals.read_text ? BoardForm::text : BoardForm::cells;
  std::vector<Solver> solvers;
  for (const EngineInfo* info : requested.engines) {
    Solver solver = make_builtin(*info, requested);
    if (!externals.solvers.empty()) solver = make_hosted(solver, requested, form, threads);
    solvers.push_back(std::move(solver));
  }
  std::ranges::move(externals.solvers, std::back_inserter(solvers));
  return solvers;
}

}  // namespace sudoku
