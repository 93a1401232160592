#include "harness/cli/engine_options.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku {
namespace {

const std::map<std::string_view, CellOrder> kCellOrders = {
    {"row", CellOrder::row},
    {"column", CellOrder::column},
};

bool is_name_character(char c) {
  constexpr std::string_view kMarks = "_.-";
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || kMarks.find(c) != kMarks.npos;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_character);
}

constexpr const char* kPluginForm = "[NAME=]FILE.so[:SYMBOL][?config=N]";

/// Removes `?config=N` from the end and returns N; 0 by default. Returns nullopt if N is invalid.
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

/// Parses an argument of the form kPluginForm.
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
        fmt::format("--plugin takes {}, where NAME consists of letters, digits, '_', '.' and '-', "
                    "and N has 32 bits, not '{}'",
                    kPluginForm, argument));
  }
  return plugin;
}

/// Parses NAME=CMD.
CommandSpec command_spec(const std::string& argument) {
  const auto equals = std::min(argument.find('='), argument.size());
  CommandSpec command{argument.substr(0, equals), argument.substr(equals)};
  if (command.command.size() < 2 || !is_name(command.name)) {
    throw UsageError(fmt::format(
        "--engine-cmd takes NAME=CMD, where NAME consists of letters, digits, '_', '.' and '-', "
        "not '{}'",
        argument));
  }
  command.command.erase(0, 1);
  return command;
}

}  // namespace

const EngineInfo* engine_named(const std::string& id,
                               std::initializer_list<std::string_view> other_words) {
  if (const EngineInfo* info = resolve_engine(id)) return info;
  std::vector<std::string_view> known(other_words);
  for (const EngineInfo& info : all_engines()) known.push_back(info.id);
  known.insert(known.end(), std::begin(kFamilies), std::end(kFamilies));
  throw UsageError(unknown_word_message("engine", id, known));
}

void refuse_incomplete(const EngineInfo* engine, std::string_view reason) {
  if (engine == nullptr || !has(engine->traits, EngineTraits::kIncomplete)) return;
  throw UsageError(
      fmt::format("engine {} finds a solution or gives up: it {}", engine->id, reason));
}

bool any_has(std::span<const EngineInfo* const> engines, EngineTraits trait) {
  return std::any_of(engines.begin(), engines.end(),
                     [trait](const auto* info) { return has(info->traits, trait); });
}

EngineOptions engine_options(const OptionValues& values,
                             std::span<const EngineInfo* const> engines) {
  EngineOptions options;
  options.cell_order = values.choice("cell-order", kCellOrders, CellOrder::column);
  if (values.has("cell-order") && !any_has(engines, EngineTraits::kCellOrder)) {
    throw UsageError("--cell-order is for engines with a fixed cell order, such as stack");
  }
  options.seed = values.number("seed", options.seed);
  return options;
}

void add_cell_order(OptionTable& options) {
  options.choice(
      "cell-order", "ORDER", kCellOrders,
      "order in which engines with a fixed cell order fill cells: row or column (column)");
}

void add_own_engines(OptionTable& options) {
  options
      .list("plugin", kPluginForm,
            "your own engine in a shared library, by default the function SolveSudokuBlock or "
            "SolveSudoku; may be repeated")
      .list("engine-cmd", "NAME=CMD",
            "your own engine as a program that reads one puzzle per line and answers COUNT or "
            "COUNT SOLUTION; may be repeated");
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

std::vector<PluginSpec> plugins_named(const OptionValues& values) {
  std::vector<PluginSpec> plugins;
  for (const std::string& plugin : values.list("plugin")) plugins.push_back(plugin_spec(plugin));
  return plugins;
}

std::vector<CommandSpec> commands_named(const OptionValues& values) {
  std::vector<CommandSpec> commands;
  for (const std::string& command : values.list("engine-cmd")) {
    commands.push_back(command_spec(command));
  }
  return commands;
}

std::vector<std::string> names_of(const RequestedSolvers& requested) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (resolve_engine(name) != nullptr || name == "all") {
      throw UsageError(fmt::format(
          "{0} is reserved for built-in engines; choose another name, such as my_{0}=...", name));
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw UsageError(fmt::format("two engines have the name {}", name));
    }
    names.push_back(name);
  };
  for (const PluginSpec& plugin : requested.plugins) add(plugin.name);
  for (const CommandSpec& command : requested.commands) add(command.name);
  for (const EngineInfo* info : requested.engines) names.emplace_back(info->id);
  return names;
}

}  // namespace sudoku
