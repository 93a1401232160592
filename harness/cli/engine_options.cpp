#include "harness/cli/engine_options.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "harness/base/units.h"

namespace sudoku {
namespace {

const std::map<std::string_view, CellOrder> kCellOrders = {{"row", CellOrder::row},
                                                           {"column", CellOrder::column}};

bool is_name(std::string_view text) {
  constexpr std::string_view kCharacters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  return !text.empty() && text.find_first_not_of(kCharacters) == text.npos;
}

/// Word of --engine for a run with the user's own solvers only.
constexpr const char* kNoEngine = "none";

constexpr const char* kPluginForm = "[NAME=]FILE.so[:SYMBOL][?config=N]";

/// Removes the last `mark` and the text after it. Returns this text; nullopt if there is no mark.
std::optional<std::string> cut_tail(std::string& text, std::string_view mark) {
  const auto begin = text.rfind(mark);
  if (begin == text.npos) return std::nullopt;
  std::string tail = text.substr(begin + mark.size());
  text.erase(begin);
  return tail;
}

/// Parses an argument of the form kPluginForm.
PluginSpec plugin_spec(const std::string& argument) {
  std::string file = argument;
  const auto config = parse_number(cut_tail(file, "?config=").value_or("0"),
                                   std::numeric_limits<std::uint32_t>::max());
  const auto symbol = cut_tail(file, ":");
  const std::size_t equals = std::min(file.find('='), file.size());
  std::string name = file.substr(0, equals);
  if (equals < file.size() && is_name(name)) {
    file.erase(0, equals + 1);
  } else {
    name = std::filesystem::path(file).stem();
  }
  if (file.empty() || symbol == "" || !config || !is_name(name)) {
    throw UsageError(
        fmt::format("--plugin takes {}, where NAME consists of letters, digits, '_', '.' and '-', "
                    "and N has 32 bits, not '{}'",
                    kPluginForm, argument));
  }
  return {name, file, symbol.value_or(""), static_cast<std::uint32_t>(*config)};
}

/// Parses NAME=CMD.
CommandSpec command_spec(const std::string& argument) {
  const std::size_t equals = std::min(argument.find('='), argument.size());
  const std::string name = argument.substr(0, equals);
  if (!is_name(name) || equals + 1 >= argument.size()) {
    throw UsageError(fmt::format(
        "--engine-cmd takes NAME=CMD, where NAME consists of letters, digits, '_', '.' and '-', "
        "not '{}'",
        argument));
  }
  return {name, argument.substr(equals + 1)};
}

/// Parses values of --engine. `own` contains the names of plugins and engine commands.
std::vector<const EngineInfo*> engines_named(const std::vector<std::string>& arguments,
                                             const std::vector<std::string>& own) {
  std::vector<const EngineInfo*> engines;
  if (arguments == std::vector<std::string>{kNoEngine}) return engines;
  const auto add = [&engines](const EngineInfo* info) {
    if (std::ranges::find(engines, info) == engines.end()) engines.push_back(info);
  };
  for (const std::string& argument : arguments) {
    for (const std::string& id : split_list(argument)) {
      if (id != "all") {
        if (id == kNoEngine) throw UsageError("--engine none cannot name engines as well");
        if (resolve_engine(id) == nullptr && std::ranges::find(own, id) != own.end()) {
          throw UsageError(fmt::format(
              "--engine selects built-in engines; {} always takes part; to run no built-in "
              "engines, use --engine none",
              id));
        }
        add(engine_named(id, {"all", kNoEngine}));
        continue;
      }
      for (const EngineInfo& info : all_engines()) {
        if (info.is_native || info.runs_here()) add(&info);
      }
    }
  }
  if (engines.empty()) throw UsageError("--engine names no engine");
  return engines;
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
  return std::ranges::any_of(engines, [=](const auto* info) { return has(info->traits, trait); });
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
            "your own solver in a shared library, by default the function SolveSudokuBlock or "
            "SolveSudoku; may be repeated")
      .list("engine-cmd", "NAME=CMD",
            "your own solver as a program that reads one puzzle per line and answers COUNT or "
            "COUNT SOLUTION; may be repeated");
}

RequestedSolvers requested_solvers(const OptionValues& values, const std::string& default_engine) {
  RequestedSolvers requested;
  std::vector<std::string> own;
  for (const std::string& plugin : values.list("plugin")) {
    own.push_back(requested.plugins.emplace_back(plugin_spec(plugin)).name);
  }
  for (const std::string& command : values.list("engine-cmd")) {
    own.push_back(requested.commands.emplace_back(command_spec(command)).name);
  }
  if (values.has("engine") || !default_engine.empty()) {
    const auto engines = values.has("engine") ? values.list("engine") : std::vector{default_engine};
    requested.engines = engines_named(engines, own);
    requested.are_all = std::ranges::find(engines, "all") != engines.end();
  }
  if (values.has("engine") && requested.engines.empty() && own.empty()) {
    throw UsageError("--engine none needs --plugin or --engine-cmd");
  }
  return requested;
}

void add_limits(OptionTable& options, const char* max_solutions_help) {
  options.value("max-solutions", "N", max_solutions_help)
      .value("max-guesses", "N", "stop solving a puzzle after N guesses; 0: no limit (0)")
      .value("timeout", "TIME", "time limit per puzzle; 0s: none (10s)");
}

SolveLimits solve_limits(const OptionValues& values, std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = values.number("max-solutions", max_solutions);
  limits.max_guesses = values.number("max-guesses", 0);
  limits.max_time = values.duration("timeout", std::chrono::seconds(10));
  return limits;
}

std::vector<std::string> names_of(const RequestedSolvers& requested) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (resolve_engine(name) != nullptr || name == "all" || name == kNoEngine) {
      throw UsageError(fmt::format(
          "{0} is reserved for built-in engines; choose another name, such as my_{0}=...", name));
    }
    if (std::ranges::find(names, name) != names.end()) {
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
