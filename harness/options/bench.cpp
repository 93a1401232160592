#include <algorithm>
#include <filesystem>

#include "harness/options/shared.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

const std::map<std::string_view, When> kWhen = {
    {"auto", When::automatic},
    {"always", When::always},
    {"never", When::never},
};

Specification bench_specification() {
  Specification options(
      "sudoku-bench [bench] --dataset FILE [--engine all]\n"
      "Runs puzzles through engines, compares times and answers, and writes CSV files.");
  options.group("Data")
      .list("dataset", "FILE", "puzzles to solve; may be repeated; - is standard input")
      .value("max-puzzles", "N", "use the first N puzzles")
      .value("sample", "N", "use N puzzles drawn at random")
      .flag("shuffle", "solve the puzzles in random order")
      .value("isomorphs", "K",
             "solve each puzzle in K ways to write it: as it is, and K-1 random isomorphs (1)")
      .value("shard", "I/N",
             "part I, from 0, of N parts of each dataset; merge joins their results")
      .value("seed", "S", "of all random choices (1)");
  add_reading(options);
  options.group("Engines")
      .list("engine", "ID[,ID...]", "all, or engines from the list of the engines command (all)")
      .value("cell-order", "ORDER", "row or column, for engines with a fixed cell order (column)")
      .list("plugin", "[NAME=]FILE.so[:SYMBOL]",
            "an engine of your own beside them, from a shared library (SolveSudoku); may be "
            "repeated")
      .list("engine-cmd", "NAME=CMD",
            "an engine of your own that reads a puzzle a line and answers COUNT or COUNT SOLUTION; "
            "may be repeated");
  options.group("Task");
  add_limits(options, "end the search of a puzzle at N solutions; 0: find all (2)");
  options.value("time-limit", "TIME",
                "of an engine in one pass over a dataset; what is left over is skipped; 0s: none "
                "(60s)");
  options.group("Measurement")
      .value("warmup", "TIME|Nx", "of each engine before it is timed: a time, or N puzzles (100ms)")
      .value("repetitions", "N", "passes over each dataset (1)")
      .value("threads", "N", "threads that solve (as many as this process may use)")
      .value("block-size", "N",
             "puzzles that an engine is given at a time, isomorphs counted (a 32nd of the "
             "dataset, 8 to 4096)")
      .flag("pin", "keep every thread on a processor of its own")
      .value("baseline", "ID", "engine that the others are compared with (the fastest)");
  options.group("Output")
      .value("out", "DIR", "directory of the result files (results/<dataset>-<UTC time>)")
      .flag("force", "replace the result files in DIR")
      .flag("per-puzzle", "write puzzles.csv too: a row for each puzzle and engine")
      .value("export-gbench", "FILE",
             "write the runs in the JSON form of Google Benchmark, for its compare.py, too")
      .list("context", "KEY=VALUE", "note in context.json; may be repeated")
      .value("progress", "WHEN", "auto, bar or none: a line on standard error (auto)")
      .value("color", "WHEN", "auto, always or never (auto)")
      .flag("quiet,q", "no table, no notes")
      .flag("verbose,v", "every faulty answer instead of the first ten")
      .flag("help,h", "this text");
  return options;
}

/// Each engine once, in the order in which it is first named.
std::vector<const EngineInfo*> engines_named(const std::vector<std::string>& arguments) {
  std::vector<const EngineInfo*> engines;
  const auto add = [&engines](const EngineInfo* info) {
    if (std::find(engines.begin(), engines.end(), info) == engines.end()) engines.push_back(info);
  };
  for (const std::string& argument : arguments) {
    std::istringstream ids(argument);
    for (std::string id; std::getline(ids, id, ',');) {
      if (id == "all") {
        for (const EngineInfo& info : all_engines()) add(&info);
      } else {
        add(engine_named(id, {"all"}));
      }
    }
  }
  if (engines.empty()) throw UsageError("--engine names no engine");
  return engines;
}

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

/// All engines of a run. Throws for a name that stands for two.
std::vector<std::string> names_of(const BenchOptions& options) {
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
  for (const PluginSpec& plugin : options.plugins) add(plugin.name);
  for (const CommandSpec& command : options.commands) add(command.name);
  for (const EngineInfo* info : options.engines) names.emplace_back(info->id);
  return names;
}

void add_own_engines(const Values& values, BenchOptions& options) {
  for (const std::string& plugin : values.list("plugin")) {
    options.plugins.push_back(plugin_spec(plugin));
  }
  for (const std::string& command : values.list("engine-cmd")) {
    options.commands.push_back(command_spec(command));
  }
}

/// An engine of the run, or empty.
std::string baseline(const Values& values, const std::vector<std::string>& names) {
  std::string name = values.text("baseline");
  const auto is_in_run = [&names](std::string_view id) {
    return std::find(names.begin(), names.end(), id) != names.end();
  };
  if (name.empty() || is_in_run(name)) return name;
  const EngineInfo* info = engine_named(name);
  if (is_in_run(info->id)) return std::string(info->id);
  throw UsageError(fmt::format("--baseline {} is not among the engines of this run", name));
}

Warmup warmup(const Values& values) {
  if (!values.has("warmup")) return {100ms, 0};
  const std::string text = values.text("warmup");
  if (!text.empty() && text.back() == 'x') {
    const auto puzzles = parse_number(std::string_view(text).substr(0, text.size() - 1));
    if (puzzles) return {0ns, *puzzles};
  } else if (const auto time = parse_duration(text)) {
    return {*time, 0};
  }
  throw UsageError(fmt::format(
      "--warmup takes a time with its unit, as in 0.5s, or a number of puzzles, as in 100x, "
      "not '{}'",
      text));
}

std::vector<std::pair<std::string, std::string>> context_pairs(const Values& values) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& pair : values.list("context")) {
    const auto equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("--context takes KEY=VALUE, not '{}'", pair));
    }
    pairs.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return pairs;
}

void refuse_twins(const std::vector<std::string>& datasets) {
  for (auto it = datasets.begin(); it != datasets.end(); ++it) {
    if (std::find(datasets.begin(), it, *it) != it) {
      throw UsageError(fmt::format("--dataset {} is given twice", *it));
    }
  }
}

BenchOptions bench_options(const Values& values) {
  if (const auto extra = values.list(std::string(kArgument)); !extra.empty()) {
    throw UsageError(
        fmt::format("unexpected argument '{0}'; did you mean --dataset {0}?", extra.front()));
  }
  BenchOptions options;
  options.datasets = values.list("dataset");
  if (options.datasets.empty())
    throw UsageError("no dataset: --dataset FILE, or - for standard input");
  refuse_twins(options.datasets);
  options.read = read_options(values);
  options.selection = {values.number("max-puzzles", 0), values.number("sample", 0),
                       values.has("shuffle"), values.number("seed", 1),
                       static_cast<unsigned>(values.number("isomorphs", 1, 1, 10'000))};
  refuse_with(values, "shard", {"max-puzzles", "sample", "shuffle"});
  if (values.has("shard")) {
    const auto [number, count] = shard_option(values);
    options.selection.shard = {number, count};
  }
  options.engines =
      engines_named(values.has("engine") ? values.list("engine") : std::vector<std::string>{"all"});
  options.engine_options = engine_options(values, options.engines);
  add_own_engines(values, options);
  options.limits = solve_limits(values, 2);
  options.time_limit = values.duration("time-limit", 60s);
  options.warmup = warmup(values);
  options.repetitions = static_cast<unsigned>(values.number("repetitions", 1, 1, 1'000'000));
  options.block_size = values.number("block-size", 0, 1, 1'000'000);
  options.threads = thread_count(values);
  options.pin = values.has("pin");
  options.baseline = baseline(values, names_of(options));
  options.out = values.text("out");
  options.force = values.has("force");
  options.per_puzzle = values.has("per-puzzle");
  options.gbench = values.text("export-gbench");
  options.context = context_pairs(values);
  options.progress = progress_option(values);
  options.color = values.choice("color", kWhen, When::automatic);
  if (values.has("quiet") && values.has("verbose"))
    throw UsageError("--quiet and --verbose exclude each other");
  if (values.has("quiet")) options.verbosity = Verbosity::quiet;
  if (values.has("verbose")) options.verbosity = Verbosity::verbose;
  return options;
}

}  // namespace

Command parse_bench(std::span<const std::string> arguments) {
  return parse_command(bench_specification(), arguments, bench_options);
}

}  // namespace sudoku
