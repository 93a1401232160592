#include "harness/external/solvers.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "harness/base/errors.h"
#include "harness/external/command_executor.h"
#include "harness/external/host_executor.h"
#include "harness/external/host_solver.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using MakeExternal = std::function<std::unique_ptr<ExternalExecutor>(bool counts_events)>;

/// What an engine from outside does with boards of a shape, each of which it is tried with once, in
/// a process of its own.
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

/// An engine that runs outside of this process. That it starts is made sure of now, so that none of
/// a run's work is lost where it does not.
External external_of(const std::string& name, const MakeExternal& make, std::size_t places,
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

/// How the hosts of a run ask their engines, where any is from outside.
struct HostManner {
  HostPace pace = HostPace::straight;
  /// Of boards of 9x9: text if any engine is given text.
  BoardForm form = BoardForm::cells;
};

HostPace pace_of(const RequestedSolvers& requested) {
  return requested.commands.empty() ? HostPace::straight : HostPace::by_question;
}

/// Nothing where all engines are of this program.
std::optional<HostManner> manner_of(const RequestedSolvers& requested,
                                    std::span<const External> externals) {
  if (externals.empty()) return std::nullopt;
  const bool is_any_given_text =
      std::any_of(externals.begin(), externals.end(),
                  [](const External& external) { return external.is_given_text; });
  return HostManner{pace_of(requested), is_any_given_text ? BoardForm::text : BoardForm::cells};
}

EngineOptions seeded(EngineOptions options, std::uint64_t seed) {
  options.seed = seed;
  return options;
}

/// An engine of this program. Beside engines from outside it is given a process of its own as well,
/// so that all are measured alike.
Solver solver_of(const EngineInfo& info, const RequestedSolvers& requested,
                 const std::optional<HostManner>& manner, unsigned threads) {
  const EngineOptions options = requested.engine_options;
  const bool takes_blocks =
      requested.whole_blocks ? has(info.traits, EngineTraits::kBlock) : needs_blocks(info.traits);
  Solver solver{std::string(info.id), [&info, options] { return info.make(options); },
                takes_blocks};
  solver.lists_solutions = !has(info.traits, EngineTraits::kCountsOnly);
  solver.is_cpu_time_known = !has(info.traits, EngineTraits::kProcess);
  // Libraries take memory past the meter, but not past the system.
  solver.is_memory_known =
      manner ? !has(info.traits, EngineTraits::kProcess) : info.package == nullptr;
  const bool is_incomplete = has(info.traits, EngineTraits::kIncomplete);
  if (requested.are_all) solver.when_unsupported = WhenUnsupported::left_out;
  if (has(info.traits, EngineTraits::kAnyShape)) {
    solver.objection_to = [](const Shape&) { return std::string(); };
  }
  // Its tables are too large to be had several times.
  if (!solver.lists_solutions) solver.places = 1;
  if (!manner) {
    if (is_incomplete) {
      solver.set_seed = [&info, options](Solver& target, std::uint64_t seed) {
        target.make = [&info, options = seeded(options, seed)] { return info.make(options); };
      };
    }
    return solver;
  }
  const auto source_of = [&info, takes_blocks, manner = *manner](const EngineOptions& with) {
    HostedSource source = builtin_source(info, with);
    source.pace = manner.pace;
    source.form = manner.form;
    source.takes_blocks = takes_blocks;
    return source;
  };
  if (is_incomplete) {
    solver.set_seed = [source_of, options](Solver& target, std::uint64_t seed) {
      set_source(target, source_of(seeded(options, seed)));
    };
  }
  return hosted(solver, source_of(options), threads);
}

HostedSource source_of(const PluginSpec& plugin, const RequestedSolvers& requested) {
  return {.kind = kPluginKind,
          .name = std::filesystem::absolute(plugin.file),
          .detail = plugin.symbol,
          .config = plugin.config,
          .pace = pace_of(requested),
          .takes_blocks = requested.whole_blocks};
}

}  // namespace

std::vector<Solver> solvers_of(const RequestedSolvers& requested, std::uint64_t max_solutions,
                               unsigned threads, std::span<const Shape> shapes) {
  std::vector<External> externals;
  for (const PluginSpec& plugin : requested.plugins) {
    externals.push_back(external_of(
        plugin.name,
        [source = source_of(plugin, requested)](bool counts_events) {
          return std::make_unique<HostExecutor>(source, counts_events);
        },
        hosted_places(threads), shapes));
  }
  for (const CommandSpec& command : requested.commands) {
    externals.push_back(external_of(
        command.name,
        [text = command.command, limit = max_solutions](bool counts_events) {
          return std::make_unique<CommandExecutor>(command_host_arguments(text, limit), limit,
                                                   counts_events);
        },
        kCommandPlaces, shapes));
  }
  const auto manner = manner_of(requested, externals);
  std::vector<Solver> solvers;
  for (const EngineInfo* info : requested.engines) {
    solvers.push_back(solver_of(*info, requested, manner, threads));
  }
  for (External& external : externals) solvers.push_back(std::move(external.solver));
  return solvers;
}

}  // namespace sudoku
