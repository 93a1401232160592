#include "harness/external/contestants.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "harness/base/errors.h"
#include "harness/external/command_engine.h"
#include "harness/external/hosted_contestant.h"
#include "harness/external/hosted_engine.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using MakeExternal = std::function<std::unique_ptr<ExternalEngine>()>;

/// What an engine from outside does with boards of a shape, each of which it is tried with once, in
/// a process of its own.
class Auditions {
 public:
  Auditions(std::string name, MakeExternal make) : name_(std::move(name)), make_(std::move(make)) {}

  /// Throws UsageError for an engine that cannot take part.
  const Audition& of(const Shape& shape) {
    const auto known = std::find_if(known_.begin(), known_.end(),
                                    [&shape](const auto& entry) { return entry.first == shape; });
    if (known != known_.end()) return known->second;
    Audition audition = make_()->try_out(shape);
    if (!audition.objection.empty()) {
      const std::string of_shape =
          shape == k9x9 ? "" : fmt::format(" (boards of {})", size_of(shape));
      throw UsageError(fmt::format("engine {}: {}{}", name_, audition.objection, of_shape));
    }
    return known_.emplace_back(shape, std::move(audition)).second;
  }

 private:
  std::string name_;
  MakeExternal make_;
  std::deque<std::pair<Shape, Audition>> known_;
};

struct External {
  Contestant contestant;
  bool is_given_text = false;
};

/// An engine that runs outside of this process. That it starts is made sure of now, so that none of
/// a run's work is lost where it does not.
External external_of(const std::string& name, const MakeExternal& make, std::size_t places,
                     std::span<const Shape> shapes) {
  const auto auditions = std::make_shared<Auditions>(name, make);
  External external{{name, make, true, places}};
  Contestant& contestant = external.contestant;
  contestant.objection_to = [auditions](const Shape& shape) {
    return auditions->of(shape).refusal;
  };
  contestant.when_not_taken = WhenNotTaken::not_applicable;
  for (const Shape& shape : shapes) {
    const Audition& audition = auditions->of(shape);
    contestant.lists_solutions &= audition.lists_solutions;
    external.is_given_text |= audition.is_given_text;
    if (audition.is_unavailable) contestant.make = [] { return nullptr; };
  }
  return external;
}

/// How the hosts of a run ask their engines, where any is from outside.
struct HostManner {
  HostPace pace = HostPace::straight;
  /// Of boards of 9x9: text if any engine is given text.
  BoardForm form = BoardForm::cells;
};

HostPace pace_of(const Entrants& entrants) {
  return entrants.commands.empty() ? HostPace::straight : HostPace::by_question;
}

/// Nothing where all engines are of this program.
std::optional<HostManner> manner_of(const Entrants& entrants, std::span<const External> externals) {
  if (externals.empty()) return std::nullopt;
  const bool is_any_given_text =
      std::any_of(externals.begin(), externals.end(),
                  [](const External& external) { return external.is_given_text; });
  return HostManner{pace_of(entrants), is_any_given_text ? BoardForm::text : BoardForm::cells};
}

EngineOptions seeded(EngineOptions options, std::uint64_t seed) {
  options.seed = seed;
  return options;
}

/// An engine of this program. Beside engines from outside it is given a process of its own as well,
/// so that all are measured alike.
Contestant contestant_of(const EngineInfo& info, const Entrants& entrants,
                         const std::optional<HostManner>& manner, unsigned threads) {
  const EngineOptions options = entrants.engine_options;
  const bool takes_blocks =
      entrants.whole_blocks ? has(info.traits, EngineTraits::kBlock) : needs_blocks(info.traits);
  Contestant contestant{std::string(info.id), [&info, options] { return info.make(options); },
                        takes_blocks};
  contestant.lists_solutions = !has(info.traits, EngineTraits::kCountsOnly);
  contestant.is_cpu_time_known = !has(info.traits, EngineTraits::kProcess);
  // Libraries take memory past the meter, but not past the system.
  contestant.is_memory_known =
      manner ? !has(info.traits, EngineTraits::kProcess) : info.package == nullptr;
  const bool is_incomplete = has(info.traits, EngineTraits::kIncomplete);
  if (entrants.are_all) contestant.when_not_taken = WhenNotTaken::left_out;
  if (has(info.traits, EngineTraits::kAnyShape)) {
    contestant.objection_to = [](const Shape&) { return std::string(); };
  }
  // Its tables are too large to be had several times.
  if (!contestant.lists_solutions) contestant.places = 1;
  if (!manner) {
    if (is_incomplete) {
      contestant.make_by_seed = [&info, options](std::uint64_t seed) {
        return [&info, options = seeded(options, seed)] { return info.make(options); };
      };
    }
    return contestant;
  }
  const auto source_of = [&info, takes_blocks, manner = *manner](const EngineOptions& own) {
    HostedSource source = builtin_source(info, own);
    source.pace = manner.pace;
    source.form = manner.form;
    source.takes_blocks = takes_blocks;
    return source;
  };
  if (is_incomplete) {
    contestant.make_by_seed = [source_of, options](std::uint64_t seed) {
      return making(source_of(seeded(options, seed)));
    };
  }
  return hosted(contestant, source_of(options), threads);
}

HostedSource source_of(const PluginSpec& plugin, const Entrants& entrants) {
  return {.kind = kPluginKind,
          .name = std::filesystem::absolute(plugin.file),
          .detail = plugin.symbol,
          .config = plugin.config,
          .pace = pace_of(entrants),
          .takes_blocks = entrants.whole_blocks};
}

}  // namespace

std::vector<Contestant> contestants_of(const Entrants& entrants, std::uint64_t max_solutions,
                                       unsigned threads, std::span<const Shape> shapes) {
  std::vector<External> externals;
  for (const PluginSpec& plugin : entrants.plugins) {
    externals.push_back(external_of(
        plugin.name,
        [source = source_of(plugin, entrants)] { return std::make_unique<HostedEngine>(source); },
        hosted_places(threads), shapes));
  }
  for (const CommandSpec& command : entrants.commands) {
    externals.push_back(external_of(
        command.name,
        [text = command.command, limit = max_solutions] {
          return std::make_unique<CommandEngine>(command_host_arguments(text, limit), limit);
        },
        kCommandPlaces, shapes));
  }
  const auto manner = manner_of(entrants, externals);
  std::vector<Contestant> contestants;
  for (const EngineInfo* info : entrants.engines) {
    contestants.push_back(contestant_of(*info, entrants, manner, threads));
  }
  for (External& external : externals) contestants.push_back(std::move(external.contestant));
  return contestants;
}

}  // namespace sudoku
