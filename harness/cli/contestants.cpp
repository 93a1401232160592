#include "harness/cli/contestants.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "harness/base/units.h"
#include "harness/external/command_engine.h"
#include "harness/external/hosted_contestant.h"
#include "harness/external/hosted_engine.h"
#include "harness/puzzle/shapes.h"

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

constexpr const char* kPluginForm = "[NAME=]FILE.so[:SYMBOL][?config=N]";

/// Takes `?config=N` off the end. Nothing where it is no number.
std::optional<std::uint32_t> take_config(std::string& argument) {
  constexpr std::string_view kMark = "?config=";
  const auto mark = argument.rfind(kMark);
  if (mark == argument.npos) return 0;
  const auto config = parse_number(std::string_view(argument).substr(mark + kMark.size()),
                                   std::numeric_limits<std::uint32_t>::max());
  argument.erase(mark);
  if (!config) return std::nullopt;
  return static_cast<std::uint32_t>(*config);
}

/// In the form of kPluginForm.
PluginSpec plugin_spec(const std::string& argument) {
  PluginSpec plugin;
  plugin.file = argument;
  const auto config = take_config(plugin.file);
  plugin.config = config.value_or(0);
  if (const auto equals = plugin.file.find('=');
      equals != plugin.file.npos && is_name(plugin.file.substr(0, equals))) {
    plugin.name = plugin.file.substr(0, equals);
    plugin.file.erase(0, equals + 1);
  }
  const auto colon = plugin.file.rfind(':');
  if (colon != plugin.file.npos) {
    plugin.symbol = plugin.file.substr(colon + 1);
    plugin.file.erase(colon);
  }
  if (plugin.name.empty()) plugin.name = std::filesystem::path(plugin.file).stem();
  const bool lacks_symbol = colon != argument.npos && plugin.symbol.empty();
  if (plugin.file.empty() || lacks_symbol || !config || !is_name(plugin.name)) {
    throw UsageError(
        fmt::format("--plugin takes {}, with a name of letters, digits, '_', '.' and '-' and a "
                    "number of 32 bits, not '{}'",
                    kPluginForm, argument));
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

void add_own_engines(Specification& options) {
  options
      .list("plugin", kPluginForm,
            "an engine of your own, from a shared library (SolveSudokuBlock or SolveSudoku); may "
            "be repeated")
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
          if (info.is_native || info.runs_here()) add(&info);
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
