#include "harness/cli/contestants.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>

#include "harness/external/command_engine.h"
#include "harness/external/hosted_contestant.h"
#include "harness/external/hosted_engine.h"

namespace sudoku {
namespace {

bool is_name_character(char c) {
  constexpr std::string_view kMarks = "_.-";
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || kMarks.find(c) != kMarks.npos;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_character);
}

/// `[NAME=]FILE[:SYMBOL]`
PluginSpec plugin_spec(const std::string& argument) {
  PluginSpec plugin;
  plugin.file = argument;
  if (const auto equals = argument.find('=');
      equals != argument.npos && is_name(argument.substr(0, equals))) {
    plugin.name = argument.substr(0, equals);
    plugin.file.erase(0, equals + 1);
  }
  if (const auto colon = plugin.file.rfind(':'); colon != plugin.file.npos) {
    plugin.symbol = plugin.file.substr(colon + 1);
    plugin.file.erase(colon);
  }
  if (plugin.name.empty()) plugin.name = std::filesystem::path(plugin.file).stem();
  if (plugin.file.empty() || plugin.symbol.empty() || !is_name(plugin.name)) {
    throw UsageError(fmt::format(
        "--plugin takes [NAME=]FILE.so[:SYMBOL], with a name of letters, digits, '_', '.' and '-', "
        "not '{}'",
        argument));
  }
  return plugin;
}

/// `NAME=CMD`
CommandSpec command_spec(const std::string& argument) {
  const auto equals = std::min(argument.find('='), argument.size());
  CommandSpec command{argument.substr(0, equals), argument.substr(equals)};
  if (command.command.size() < 2 || !is_name(command.name)) {
    throw UsageError(fmt::format(
        "--engine-cmd takes NAME=CMD, with a name of letters, digits, '_', '.' and '-', not '{}'",
        argument));
  }
  command.command.erase(0, 1);
  return command;
}

/// An engine that runs outside of this process. That it starts is made sure of now, so that none of
/// a run's work is lost where it does not.
Contestant external_contestant(const std::string& name,
                               const std::function<std::unique_ptr<ExternalEngine>()>& make,
                               std::size_t places) {
  const auto engine = make();
  const std::string reason = engine->start();
  if (!reason.empty()) throw UsageError(fmt::format("engine {}: {}", name, reason));
  return {name, make, true, places, engine->lists_solutions()};
}

/// The pace of the hosts that all engines of the run are given, if any is from outside.
std::optional<HostPace> common_pace(const Entrants& entrants) {
  if (!entrants.commands.empty()) return HostPace::by_question;
  return entrants.plugins.empty() ? std::nullopt : std::optional(HostPace::straight);
}

EngineOptions seeded(EngineOptions options, std::uint64_t seed) {
  options.seed = seed;
  return options;
}

/// An engine of this program. Beside engines from outside it is given a process of its own as well,
/// so that all are measured alike.
Contestant contestant_of(const EngineInfo& info, const Entrants& entrants,
                         std::optional<HostPace> hosted_at, unsigned threads) {
  const EngineOptions options = entrants.engine_options;
  const bool takes_blocks =
      entrants.whole_blocks ? has(info.traits, EngineTraits::kBlock) : needs_blocks(info.traits);
  Contestant contestant{std::string(info.id), [&info, options] { return info.make(options); },
                        takes_blocks};
  contestant.lists_solutions = !has(info.traits, EngineTraits::kCountsOnly);
  contestant.is_cpu_time_known = !has(info.traits, EngineTraits::kProcess);
  const bool is_incomplete = has(info.traits, EngineTraits::kIncomplete);
  contestant.is_optional = entrants.are_all;
  // The processes of engines from outside are for 9x9.
  contestant.takes_any_shape = has(info.traits, EngineTraits::kAnyShape) && !hosted_at;
  // Its tables are too large to be had several times.
  if (!contestant.lists_solutions) contestant.places = 1;
  if (!hosted_at) {
    if (is_incomplete) {
      contestant.make_by_seed = [&info, options](std::uint64_t seed) {
        return [&info, options = seeded(options, seed)] { return info.make(options); };
      };
    }
    return contestant;
  }
  const auto source_of = [&info, takes_blocks, pace = *hosted_at](const EngineOptions& own) {
    HostedSource source = builtin_source(info, own);
    source.pace = pace;
    if (takes_blocks) source.kind = kBuiltinBlocksKind;
    return source;
  };
  if (is_incomplete) {
    contestant.make_by_seed = [source_of, options](std::uint64_t seed) {
      return making(source_of(seeded(options, seed)));
    };
  }
  return hosted(contestant, source_of(options), threads);
}

}  // namespace

void add_own_engines(Specification& options) {
  options
      .list("plugin", "[NAME=]FILE.so[:SYMBOL]",
            "an engine of your own, from a shared library (SolveSudoku); may be repeated")
      .list("engine-cmd", "NAME=CMD",
            "an engine of your own that reads a puzzle a line and answers COUNT or COUNT SOLUTION; "
            "may be repeated");
}

std::vector<const EngineInfo*> engines_named(const std::vector<std::string>& arguments) {
  std::vector<const EngineInfo*> engines;
  const auto add = [&engines](const EngineInfo* info) {
    if (std::find(engines.begin(), engines.end(), info) == engines.end()) engines.push_back(info);
  };
  for (const std::string& argument : arguments) {
    std::istringstream ids(argument);
    for (std::string id; std::getline(ids, id, ',');) {
      if (id == "all") {
        for (const EngineInfo& info : all_engines()) {
          if (info.package == nullptr || info.runs_here()) add(&info);
        }
      } else {
        add(engine_named(id, {"all"}));
      }
    }
  }
  if (engines.empty()) throw UsageError("--engine names no engine");
  return engines;
}

std::vector<PluginSpec> plugins_named(const Values& values) {
  std::vector<PluginSpec> plugins;
  for (const std::string& plugin : values.list("plugin")) plugins.push_back(plugin_spec(plugin));
  return plugins;
}

std::vector<CommandSpec> commands_named(const Values& values) {
  std::vector<CommandSpec> commands;
  for (const std::string& command : values.list("engine-cmd")) {
    commands.push_back(command_spec(command));
  }
  return commands;
}

std::vector<std::string> names_of(const Entrants& entrants) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (resolve_engine(name) != nullptr || name == "all") {
      throw UsageError(
          fmt::format("{} is an engine already: --plugin and --engine-cmd take "
                      "another name, as in my_{}=...",
                      name, name));
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw UsageError(fmt::format("two engines are called {}", name));
    }
    names.push_back(name);
  };
  for (const PluginSpec& plugin : entrants.plugins) add(plugin.name);
  for (const CommandSpec& command : entrants.commands) add(command.name);
  for (const EngineInfo* info : entrants.engines) names.emplace_back(info->id);
  return names;
}

std::vector<Contestant> contestants_of(const Entrants& entrants, std::uint64_t max_solutions,
                                       unsigned threads) {
  std::vector<Contestant> contestants;
  const auto pace = common_pace(entrants);
  for (const EngineInfo* info : entrants.engines) {
    contestants.push_back(contestant_of(*info, entrants, pace, threads));
  }
  for (const PluginSpec& plugin : entrants.plugins) {
    const HostedSource source{kPluginKind, std::filesystem::absolute(plugin.file), plugin.symbol,
                              *pace};
    contestants.push_back(external_contestant(
        plugin.name, [source] { return std::make_unique<HostedEngine>(source); },
        hosted_places(threads)));
  }
  for (const CommandSpec& command : entrants.commands) {
    contestants.push_back(external_contestant(
        command.name,
        [text = command.command, limit = max_solutions] {
          return std::make_unique<CommandEngine>(command_host_arguments(text, limit), limit);
        },
        kCommandPlaces));
  }
  return contestants;
}

}  // namespace sudoku
