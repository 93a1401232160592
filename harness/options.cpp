#include "harness/options.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "harness/build_info.h"
#include "harness/cpus.h"
#include "harness/errors.h"
#include "harness/suggestion.h"
#include "harness/units.h"

namespace sudoku {
namespace {

namespace po = boost::program_options;
using namespace std::chrono_literals;

constexpr std::string_view kOverview =
    R"(sudoku-bench compares sudoku solver engines: timings, solution counts, agreement.

  sudoku-bench [bench] --engine all --dataset FILE   compare engines on puzzles
  sudoku-bench solve [FILE]                          print the solutions of puzzles
  sudoku-bench convert [FILE] --to FORM              write puzzles in another form
  sudoku-bench audit FILE                            say what a dataset holds
  sudoku-bench generate --puzzles N --minimal        make puzzles, or full grids
  sudoku-bench engines                               list the engines
  sudoku-bench COMMAND --help                        the options of a command
  sudoku-bench --version

exit codes: 0 all good, 2 usage, 3 a wrong answer or a disagreement, 4 bad input,
            74 output failed, 75 stopped by a limit, 130 interrupted, 1 internal error
)";

constexpr std::string_view kArgument = "argument";

/// The parsed options of one command; every value is text until it is asked for.
class Values {
 public:
  explicit Values(po::variables_map map) : map_(std::move(map)) {}

  bool has(const std::string& name) const { return map_.count(name) != 0; }

  std::string text(const std::string& name) const {
    return has(name) ? map_[name].as<std::string>() : std::string();
  }

  std::vector<std::string> list(const std::string& name) const {
    return has(name) ? map_[name].as<std::vector<std::string>>() : std::vector<std::string>();
  }

  std::uint64_t number(const std::string& name, std::uint64_t otherwise, std::uint64_t min = 0,
                       std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) const {
    if (!has(name)) return otherwise;
    const auto value = parse_number(text(name), max);
    if (value && *value >= min) return *value;
    throw UsageError(fmt::format("--{} takes a whole number{}, not '{}'", name,
                                 min > 0 ? fmt::format(" from {} to {}", min, max) : "",
                                 text(name)));
  }

  std::chrono::nanoseconds duration(const std::string& name,
                                    std::chrono::nanoseconds otherwise) const {
    if (!has(name)) return otherwise;
    if (const auto value = parse_duration(text(name))) return *value;
    throw UsageError(
        fmt::format("--{} takes a time with its unit (ns, us, ms, s, min, h), as in 10s, not '{}'",
                    name, text(name)));
  }

  /// One of the words of `choices`.
  template <typename Choice>
  Choice choice(const std::string& name, const std::map<std::string_view, Choice>& choices,
                Choice otherwise) const {
    if (!has(name)) return otherwise;
    const std::string word = text(name);
    if (const auto found = choices.find(word); found != choices.end()) return found->second;
    std::vector<std::string_view> words;
    for (const auto& [known, value] : choices) words.push_back(known);
    throw UsageError(unknown_word_message(fmt::format("--{}", name), word, words));
  }

 private:
  po::variables_map map_;
};

/// What the options of a command are called and do; Boost prints it as the help text.
class Specification {
 public:
  explicit Specification(const std::string& title) : title_(title) {}

  Specification& group(const std::string& name) {
    groups_.emplace_back(name, 100);
    return *this;
  }
  Specification& flag(const char* name, const char* help) {
    groups_.back().add_options()(name, help);
    return *this;
  }
  Specification& value(const char* name, const char* argument, const char* help) {
    groups_.back().add_options()(name, po::value<std::string>()->value_name(argument), help);
    return *this;
  }
  Specification& list(const char* name, const char* argument, const char* help) {
    groups_.back().add_options()(
        name, po::value<std::vector<std::string>>()->composing()->value_name(argument), help);
    return *this;
  }

  Values parse(std::span<const std::string> arguments) const {
    po::options_description all;
    for (const auto& group : groups_) all.add(group);
    po::options_description positional_value;
    positional_value.add_options()(kArgument.data(), po::value<std::vector<std::string>>());
    all.add(positional_value);
    po::positional_options_description positional;
    positional.add(kArgument.data(), -1);
    try {
      po::variables_map map;
      po::store(
          po::command_line_parser({arguments.begin(), arguments.end()})
              .options(all)
              .positional(positional)
              .style(po::command_line_style::unix_style & ~po::command_line_style::allow_guessing)
              .run(),
          map);
      return Values(std::move(map));
    } catch (const po::unknown_option& error) {
      throw UsageError(unknown_option_message(all, error.get_option_name()));
    } catch (const po::error& error) {
      throw UsageError(error.what());
    }
  }

  std::string help() const {
    std::ostringstream text;
    text << title_ << '\n';
    for (const auto& group : groups_) text << '\n' << group;
    return text.str();
  }

 private:
  /// `word` is the option as typed, which may have its value behind an equals sign.
  static std::string unknown_option_message(const po::options_description& all,
                                            const std::string& word) {
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const auto& known : all.options()) {
      if (known->long_name() != kArgument) names.push_back(fmt::format("--{}", known->long_name()));
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("unknown option '{}'; did you mean '{}'?", option, nearest(option, views));
  }

  std::string title_;
  std::vector<po::options_description> groups_;
};

const std::map<std::string_view, DatasetFormat> kFormats = {
    {"auto", DatasetFormat::automatic}, {"line", DatasetFormat::line},
    {"csv", DatasetFormat::csv},        {"grid", DatasetFormat::grid},
    {"sdm", DatasetFormat::line},       {"pencilmark", DatasetFormat::line},
    {"sdk", DatasetFormat::grid},       {"ss", DatasetFormat::grid},
};

const std::map<std::string_view, CellOrder> kCellOrders = {
    {"row", CellOrder::row},
    {"column", CellOrder::column},
};

const std::map<std::string_view, When> kWhen = {
    {"auto", When::automatic},
    {"always", When::always},
    {"never", When::never},
};

const std::map<std::string_view, When> kProgress = {
    {"auto", When::automatic},
    {"bar", When::always},
    {"none", When::never},
};

const std::map<std::string_view, SolutionOutput> kSolutionOutputs = {
    {"grid", SolutionOutput::grid},
    {"line", SolutionOutput::line},
    {"csv", SolutionOutput::csv},
};

const std::map<std::string_view, PuzzleForm> kPuzzleForms = {
    {"line", PuzzleForm::line},
    {"csv", PuzzleForm::csv},
    {"grid", PuzzleForm::grid},
    {"sdm", PuzzleForm::line},
    {"sdk", PuzzleForm::sdk},
    {"ss", PuzzleForm::ss},
    {"pencilmark", PuzzleForm::pencilmark},
};

void add_layout(Specification& options) {
  options
      .value("format", "NAME",
             "auto, line (also sdm, pencilmark), csv or grid (also sdk, ss) (auto)")
      .value("column", "NAME|N", "CSV column that holds the puzzles")
      .value("expect-column", "NAME|N", "CSV column that holds the solution or the count");
}

void add_reading(Specification& options) {
  add_layout(options);
  options.flag("skip-invalid", "count bad lines and go on, instead of ending with exit code 4");
}

void add_limits(Specification& options, const char* max_solutions_help) {
  options.value("max-solutions", "N", max_solutions_help)
      .value("max-guesses", "N", "end the search of a puzzle after N guesses; 0: never (0)")
      .value("timeout", "TIME", "end the search of a puzzle after that time; 0s: never (10s)");
}

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
      .flag("pin", "keep every thread on a processor of its own")
      .value("baseline", "ID", "engine that the others are compared with (the fastest)");
  options.group("Output")
      .value("out", "DIR", "directory of the result files (results/<dataset>-<UTC time>)")
      .flag("force", "replace the result files in DIR")
      .flag("per-puzzle", "write puzzles.csv too: a row for each puzzle and engine")
      .list("context", "KEY=VALUE", "note in context.json; may be repeated")
      .value("progress", "WHEN", "auto, bar or none: a line on standard error (auto)")
      .value("color", "WHEN", "auto, always or never (auto)")
      .flag("quiet,q", "no table, no notes")
      .flag("verbose,v", "every faulty answer instead of the first ten")
      .flag("help,h", "this text");
  return options;
}

Specification solve_specification() {
  Specification options(
      "sudoku-bench solve [FILE]\n"
      "Prints solutions of the puzzles in FILE or, without it or for -, on standard input.");
  options.group("Options")
      .value("engine", "ID", "engine from the list of the engines command (bitmask)")
      .value("cell-order", "ORDER", "row or column, for engines with a fixed cell order (column)")
      .value("output", "FORM",
             "grid: boards for people (on a terminal); line: 81 characters a solution (elsewhere); "
             "csv: line,puzzle,solution_index,solution")
      .flag("timing", "say on standard error how long each puzzle took");
  add_limits(options, "print at most N solutions of a puzzle; 0: all (1)");
  add_reading(options);
  options.flag("help,h", "this text");
  return options;
}

Specification convert_specification() {
  Specification options(
      "sudoku-bench convert [FILE] --to FORM\n"
      "Writes the puzzles in FILE or, without it or for -, on standard input in another form.");
  options.group("Options")
      .value("to", "FORM", "line (sdm), csv, grid, sdk, ss or pencilmark (line)")
      .value("out", "FILE", "write there instead of to standard output");
  add_reading(options);
  options.flag("help,h", "this text");
  return options;
}

Specification audit_specification() {
  Specification options(
      "sudoku-bench audit FILE\n"
      "Says what the dataset FILE, or standard input for -, holds: bad lines, duplicates, numbers "
      "of\n"
      "solutions, superfluous clues, clues and difficulty. What it finds is no error.");
  options.group("Options")
      .flag("isomorphs",
            "look for puzzles that are the same up to relabelling and permutation, too")
      .flag("json", "the report for programs")
      .value("list", "N", "list the first N findings of each kind (10)")
      .value("threads", "N", "threads that solve (as many as this process may use)")
      .value("timeout", "TIME", "end each search after that time; 0s: never (10s)")
      .value("progress", "WHEN", "auto, bar or none: a line on standard error (auto)");
  add_layout(options);
  options.flag("help,h", "this text");
  return options;
}

Specification generate_specification() {
  Specification options(
      "sudoku-bench generate --grids N | --puzzles N --minimal|--unique|--holes N|...\n"
      "Makes puzzles, a line each. Puzzle i depends on the seed, i and the wishes alone, so that\n"
      "threads, shards and the number asked for do not change it.");
  options.group("What")
      .value("grids", "N", "N full grids")
      .value("puzzles", "N", "N puzzles, dug out of full grids; at least one wish is needed")
      .value("method", "NAME",
             "how full grids are drawn: uniform, every grid equally likely; lasvegas, a random "
             "candidate per cell, begun again at a dead end; backtrack, the same but going back "
             "(uniform)")
      .value("seed", "S", "of all random choices (1)");
  options.group("Wishes")
      .flag("minimal", "one solution, and no clue can go")
      .flag("unique", "one solution: cells are opened in random order until that would end")
      .value("holes", "N",
             "N cells opened at random; without --unique or --solutions, however "
             "many solutions there are then")
      .value("clues", "LO..HI", "so many clues (with --unique, --minimal, --solutions or alone)")
      .value("solutions", "LO..HI", "so many solutions")
      .value("symmetry", "NAME",
             "of the cells with clues: none, rotate180, rotate90, mirror (left and right) or "
             "diagonal (none)")
      .value("difficulty", "NAME",
             "easy: singles solve it; medium: locked candidates and pairs too; hard: a search of "
             "few guesses; extreme: of more. With --unique or --minimal")
      .value("attempts", "N", "full grids dug for a puzzle before it is given up (10000)");
  options.group("Run")
      .value("threads", "N", "threads that work (as many as this process may use)")
      .value("shard", "I/N", "part I, from 0, of N parts that make the whole in their order (0/1)")
      .value("out", "FILE", "and FILE.meta.json beside it (standard output)")
      .flag("help,h", "this text");
  return options;
}

Specification engines_specification() {
  Specification options(
      "sudoku-bench engines\n"
      "Lists the engines, what each is, and which of them this CPU cannot run.");
  options.group("Options").flag("help,h", "this text");
  return options;
}

ReadOptions read_options(const Values& values) {
  ReadOptions read;
  read.format = values.choice("format", kFormats, DatasetFormat::automatic);
  read.column = values.text("column");
  read.expect_column = values.text("expect-column");
  read.skip_invalid = values.has("skip-invalid");
  return read;
}

SolveLimits solve_limits(const Values& values, std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = values.number("max-solutions", max_solutions);
  limits.max_guesses = values.number("max-guesses", 0);
  limits.max_time = values.duration("timeout", 10s);
  return limits;
}

const EngineInfo* engine_named(const std::string& id) {
  if (const EngineInfo* info = resolve_engine(id)) return info;
  std::vector<std::string_view> known;
  for (const EngineInfo& info : all_engines()) known.push_back(info.id);
  known.push_back("lanes");
  throw UsageError(unknown_word_message("engine", id, known));
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
        add(engine_named(id));
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

EngineOptions engine_options(const Values& values, std::span<const EngineInfo* const> engines) {
  EngineOptions options;
  options.cell_order = values.choice("cell-order", kCellOrders, CellOrder::column);
  const bool is_followed = std::any_of(engines.begin(), engines.end(), [](const auto* info) {
    return info->traits == EngineTraits::kCellOrder;
  });
  if (values.has("cell-order") && !is_followed) {
    throw UsageError("--cell-order is for engines with a fixed cell order, such as stack");
  }
  return options;
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
  options.engines =
      engines_named(values.has("engine") ? values.list("engine") : std::vector<std::string>{"all"});
  options.engine_options = engine_options(values, options.engines);
  add_own_engines(values, options);
  options.limits = solve_limits(values, 2);
  options.time_limit = values.duration("time-limit", 60s);
  options.warmup = warmup(values);
  options.repetitions = static_cast<unsigned>(values.number("repetitions", 1, 1, 1'000'000));
  options.threads = static_cast<unsigned>(values.number("threads", usable_threads(), 1, 4096));
  options.pin = values.has("pin");
  options.baseline = baseline(values, names_of(options));
  options.out = values.text("out");
  options.force = values.has("force");
  options.per_puzzle = values.has("per-puzzle");
  options.context = context_pairs(values);
  options.progress = values.choice("progress", kProgress, When::automatic);
  options.color = values.choice("color", kWhen, When::automatic);
  if (values.has("quiet") && values.has("verbose"))
    throw UsageError("--quiet and --verbose exclude each other");
  if (values.has("quiet")) options.verbosity = Verbosity::quiet;
  if (values.has("verbose")) options.verbosity = Verbosity::verbose;
  return options;
}

/// The only argument of a command that reads one file, or standard input without it.
std::string input_file(const Values& values, std::string_view command) {
  const auto inputs = values.list(std::string(kArgument));
  if (inputs.size() > 1) {
    throw UsageError(
        fmt::format("{} takes one file, unexpected argument '{}'", command, inputs[1]));
  }
  return inputs.empty() ? "-" : inputs.front();
}

ConvertOptions convert_options(const Values& values) {
  ConvertOptions options;
  options.input = input_file(values, "convert");
  options.read = read_options(values);
  options.form = values.choice("to", kPuzzleForms, PuzzleForm::line);
  options.out = values.text("out");
  return options;
}

SolveOptions solve_options(const Values& values) {
  SolveOptions options;
  options.input = input_file(values, "solve");
  options.read = read_options(values);
  options.engine = engine_named(values.has("engine") ? values.text("engine") : "bitmask");
  options.engine_options = engine_options(values, std::span(&options.engine, 1));
  options.limits = solve_limits(values, 1);
  options.output = values.choice("output", kSolutionOutputs, SolutionOutput::automatic);
  options.timing = values.has("timing");
  return options;
}

AuditOptions audit_options(const Values& values) {
  AuditOptions options;
  const auto inputs = values.list(std::string(kArgument));
  if (inputs.size() != 1) throw UsageError("audit takes one file, or - for standard input");
  options.input = inputs.front();
  options.read = read_options(values);
  options.timeout = values.duration("timeout", 10s);
  options.isomorphs = values.has("isomorphs");
  options.json = values.has("json");
  options.list = values.number("list", 10);
  options.threads = static_cast<unsigned>(values.number("threads", usable_threads(), 1, 4096));
  options.progress = values.choice("progress", kProgress, When::automatic);
  return options;
}

const std::map<std::string_view, GridMethod> kGridMethods = {
    {"lasvegas", GridMethod::lasvegas},
    {"backtrack", GridMethod::backtrack},
    {"uniform", GridMethod::uniform},
};

const std::map<std::string_view, Symmetry> kSymmetries = {
    {"none", Symmetry::none},         {"rotate180", Symmetry::rotate180},
    {"rotate90", Symmetry::rotate90}, {"mirror", Symmetry::mirror},
    {"diagonal", Symmetry::diagonal},
};

const std::map<std::string_view, Difficulty> kDifficulties = {
    {"easy", Difficulty::easy},
    {"medium", Difficulty::medium},
    {"hard", Difficulty::hard},
    {"extreme", Difficulty::extreme},
};

/// `LO..HI`, or one number for both.
std::pair<std::uint64_t, std::uint64_t> range(const Values& values, const std::string& name,
                                              std::uint64_t min, std::uint64_t max) {
  const std::string text = values.text(name);
  const auto dots = text.find("..");
  const auto low = parse_number(std::string_view(text).substr(0, dots), max);
  const auto high = dots == text.npos ? low : parse_number(text.substr(dots + 2), max);
  if (low && high && *low >= min && *low <= *high) return {*low, *high};
  throw UsageError(fmt::format("--{} takes LO..HI, whole numbers from {} to {}, not '{}'", name,
                               min, max, text));
}

void refuse_together(const Values& values,
                     std::initializer_list<std::pair<const char*, const char*>> pairs) {
  for (const auto& [one, other] : pairs) {
    if (values.has(one) && values.has(other)) {
      throw UsageError(fmt::format("--{} and --{} exclude each other", one, other));
    }
  }
}

/// What must be said for options that only mean something beside others.
void refuse_alone(const Values& values) {
  const bool is_single = values.has("unique") || values.has("minimal");
  if (values.has("difficulty") && !is_single) {
    throw UsageError("--difficulty needs --unique or --minimal");
  }
  const bool has_wish =
      is_single || values.has("holes") || values.has("clues") || values.has("solutions");
  if (values.has("puzzles") && !has_wish) {
    throw UsageError("--puzzles needs --minimal, --unique, --holes, --clues or --solutions");
  }
  for (const char* wish :
       {"minimal", "unique", "holes", "clues", "solutions", "symmetry", "difficulty", "attempts"}) {
    if (values.has("grids") && values.has(wish)) {
      throw UsageError(fmt::format("--{} is for --puzzles, not for --grids", wish));
    }
  }
}

DigGoal dig_goal(const Values& values) {
  DigGoal goal;
  goal.symmetry = values.choice("symmetry", kSymmetries, Symmetry::none);
  const bool has_clues = values.has("holes") || values.has("clues");
  if (values.has("holes")) {
    goal.min_clues = goal.max_clues = kCells - static_cast<int>(values.number("holes", 0, 0, 81));
  } else if (values.has("clues")) {
    const auto [low, high] = range(values, "clues", 0, kCells);
    goal.min_clues = static_cast<int>(low);
    goal.max_clues = static_cast<int>(high);
  }
  if (values.has("solutions")) {
    constexpr std::uint64_t kMost = 1'000'000'000;
    std::tie(goal.min_solutions, goal.max_solutions) = range(values, "solutions", 1, kMost);
  } else if (values.has("minimal")) {
    goal.min_solutions = goal.max_solutions = 1;
    goal.end = DigEnd::at_last_cell;
  } else if (values.has("unique")) {
    goal.min_solutions = goal.max_solutions = 1;
    if (!has_clues) goal.end = DigEnd::at_first_refusal;
  }
  return goal;
}

/// `I/N`
std::pair<std::uint64_t, std::uint64_t> shard(const Values& values) {
  if (!values.has("shard")) return {0, 1};
  constexpr std::uint64_t kMost = 1'000'000;
  const std::string text = values.text("shard");
  const auto slash = text.find('/');
  if (slash != text.npos) {
    const auto index = parse_number(std::string_view(text).substr(0, slash), kMost);
    const auto count = parse_number(std::string_view(text).substr(slash + 1), kMost);
    if (index && count && *index < *count) return {*index, *count};
  }
  throw UsageError(
      fmt::format("--shard takes I/N with I from 0 to N - 1, as in 0/3, not '{}'", text));
}

GenerateOptions generate_options(const Values& values) {
  if (values.has(std::string(kArgument))) throw UsageError("generate takes no argument");
  if (values.has("grids") == values.has("puzzles")) {
    throw UsageError("generate needs either --grids N or --puzzles N");
  }
  refuse_alone(values);
  refuse_together(values, {{"minimal", "unique"},
                           {"minimal", "solutions"},
                           {"unique", "solutions"},
                           {"holes", "clues"},
                           {"minimal", "holes"}});
  constexpr std::uint64_t kMostPuzzles = 1'000'000'000'000;
  GenerateOptions options;
  options.plan.seed = values.number("seed", 1);
  options.plan.method = values.choice("method", kGridMethods, GridMethod::uniform);
  if (values.has("puzzles")) options.plan.goal = dig_goal(values);
  options.plan.difficulty = values.choice("difficulty", kDifficulties, Difficulty::any);
  options.plan.max_attempts = values.number("attempts", 10'000, 1, kMostPuzzles);
  options.count = values.number(values.has("grids") ? "grids" : "puzzles", 0, 1, kMostPuzzles);
  std::tie(options.shard, options.shard_count) = shard(values);
  options.threads = static_cast<unsigned>(values.number("threads", usable_threads(), 1, 4096));
  options.out = values.text("out");
  return options;
}

}  // namespace

Command parse_command_line(std::span<const std::string> arguments) {
  if (!arguments.empty()) {
    const std::string& first = arguments.front();
    if (first == "--help" || first == "-h" || first == "help")
      return TextRequest{std::string(kOverview)};
    if (first == "--version")
      return TextRequest{
          fmt::format("sudoku-bench {} ({})\n", build_info().version, build_info().commit)};
  }
  const bool has_word = !arguments.empty() && !arguments.front().starts_with('-');
  const std::string word = has_word ? arguments.front() : "bench";
  const auto rest = arguments.subspan(has_word ? 1 : 0);
  if (word == "bench") {
    const auto specification = bench_specification();
    const Values values = specification.parse(rest);
    if (values.has("help")) return TextRequest{specification.help()};
    return bench_options(values);
  }
  if (word == "solve") {
    const auto specification = solve_specification();
    const Values values = specification.parse(rest);
    if (values.has("help")) return TextRequest{specification.help()};
    return solve_options(values);
  }
  if (word == "convert") {
    const auto specification = convert_specification();
    const Values values = specification.parse(rest);
    if (values.has("help")) return TextRequest{specification.help()};
    return convert_options(values);
  }
  if (word == "audit") {
    const auto specification = audit_specification();
    const Values values = specification.parse(rest);
    if (values.has("help")) return TextRequest{specification.help()};
    return audit_options(values);
  }
  if (word == "generate") {
    const auto specification = generate_specification();
    const Values values = specification.parse(rest);
    if (values.has("help")) return TextRequest{specification.help()};
    return generate_options(values);
  }
  if (word == "engines") {
    const auto specification = engines_specification();
    const Values values = specification.parse(rest);
    if (values.has("help")) return TextRequest{specification.help()};
    if (values.has(std::string(kArgument)))
      throw UsageError("the engines command takes no argument");
    return EnginesOptions{};
  }
  constexpr std::string_view kCommands[] = {"bench",   "solve", "generate",
                                            "convert", "audit", "engines"};
  throw UsageError(unknown_word_message("command", word, kCommands));
}

}  // namespace sudoku
