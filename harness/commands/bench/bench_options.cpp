#include <algorithm>

#include "harness/base/cpus.h"
#include "harness/base/json.h"
#include "harness/base/units.h"
#include "harness/cli/suggestion.h"
#include "harness/commands/bench/bench.h"
#include "harness/commands/command.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;

/// Returns the id of --baseline, which is one of `names`; empty if it is not given.
std::string baseline(const OptionValues& values, const std::vector<std::string>& names) {
  std::string name = values.text("baseline");
  const auto is_in_run = [&] { return std::ranges::find(names, name) != names.end(); };
  if (name.empty() || is_in_run()) return name;
  if (const EngineInfo* engine = resolve_engine(name)) name = engine->id;
  if (is_in_run()) return name;
  const std::vector<std::string_view> words(names.begin(), names.end());
  throw UsageError(unknown_word_message("--baseline", values.text("baseline"), words));
}

bool whole_blocks(const OptionValues& values, const RequestedSolvers& requested) {
  if (!values.has("whole-blocks")) return false;
  if (any_has(requested.engines, EngineTraits::kBlock) || !requested.plugins.empty()) return true;
  throw UsageError("--whole-blocks is for engines that support blocks, such as triads");
}

Warmup warmup(const OptionValues& values) {
  if (!values.has("warmup")) return {100ms, 0};
  const std::string text = values.text("warmup");
  if (!text.empty() && text.back() == 'x') {
    const auto puzzles = parse_number(std::string_view(text).substr(0, text.size() - 1));
    if (puzzles) return {0ns, *puzzles};
  } else if (const auto time = parse_duration(text)) {
    return {*time, 0};
  }
  throw UsageError(fmt::format(
      "--warmup takes a time with a unit, such as 0.5s, or a number of puzzles, such as 100x, "
      "not '{}'",
      text));
}

std::vector<std::pair<std::string, std::string>> context_pairs(const OptionValues& values) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& pair : values.list("context")) {
    const auto equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("--context takes KEY=VALUE, not '{}'", pair));
    }
    pairs.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  if (pairs.size() > kMostMembers) {
    throw UsageError(fmt::format("--context may be given at most {} times", kMostMembers));
  }
  return pairs;
}

Selection selection(const OptionValues& values) {
  values.refuse_with("shard", {"max-puzzles", "shuffle"});
  Selection selection;
  selection.shuffle = values.has("shuffle");
  const std::uint64_t puzzles = values.number("max-puzzles", 0);
  (selection.shuffle ? selection.sample : selection.max_puzzles) = puzzles;
  selection.seed = values.number("seed", 1);
  selection.isomorphs = static_cast<unsigned>(values.number("isomorphs", 1, 1, 10'000));
  if (values.has("shard")) selection.shard = shard_option(values);
  return selection;
}

std::vector<std::string> bench_datasets(const OptionValues& values) {
  std::vector<std::string> paths = datasets(values);
  if (paths.empty()) throw UsageError("bench needs datasets, or - for standard input");
  for (const std::string& path : paths) {
    if (std::ranges::count(paths, path) == 1) continue;
    throw UsageError(fmt::format("dataset {} is given twice", path));
  }
  return paths;
}

}  // namespace

OptionTable bench_option_table() {
  OptionTable options(
      "sudoku-bench bench FILE... [--engine all]",
      "Runs puzzles through several engines, compares their times, checks their answers, and\n"
      "writes CSV files.");
  options.group("Data");
  options.expect_datasets()
      .list("dataset", "FILE", "the same as FILE; - is standard input; may be repeated")
      .value("max-puzzles", "N",
             "use the first N puzzles, or N random ones with --shuffle; 0: all (0)")
      .advise("sample", "use --max-puzzles N --shuffle")
      .flag("shuffle", "solve the puzzles in random order")
      .value("isomorphs", "K",
             "solve each puzzle K times: unchanged, and as K-1 random isomorphs (1)")
      .value("shard", "I/N",
             "use only part I of N of each dataset, from 0; use merge to combine the results")
      .value("seed", "S", "seed of all random choices (1)");
  add_reading(options);
  options.group("Engines").list(
      "engine", "ID[,ID...]",
      "all, ids that the engines command lists, or none for your own solvers alone (all)");
  add_cell_order(options);
  add_own_engines(options);
  options.group("Task");
  add_limits(options, "stop after N solutions of a puzzle; 0: find all (2)");
  options.value("time-limit", "TIME",
                "time limit per engine and repetition of a dataset; skips the remaining puzzles; "
                "0s: none (60s; with --engine all, engines that are over 100 times slower than "
                "the fastest one stop after a few seconds)");
  options.group("Measurement")
      .value("warmup", "TIME|Nx",
             "warm up each engine for a time or for N puzzles, untimed (100ms)")
      .value("repetitions", "N", "number of runs over each dataset (1)")
      .value("threads", "N", "number of threads (all available CPUs)")
      .value(
          "block-size", "N",
          "puzzles per block, including isomorphs. Engines run alternately on each block (1/32 of "
          "the dataset, 8 to 4096; 1 to 4096 for boards larger than 9x9)")
      .flag("whole-blocks", "pass whole blocks, not single puzzles, to triads and plugins as well")
      .flag("pin", "pin each thread, with its plugins and commands, to its own CPU")
      .flag("counters",
            "count instructions, cycles, branches, branch mispredictions and cache misses, if the "
            "system supports it")
      .value("baseline", "ID", "engine to compare the others with (the fastest)")
      .value(
          "fail-if-slower", "PERCENT",
          "exit with 5 if an engine is slower than --baseline by more than this, such as 5%, and "
          "the 95 % interval excludes 1, or if it solved fewer puzzles; 6 if that is unknown");
  options.group("Output")
      .value("out,o", "DIR", "directory for the result files (results/<dataset>-<UTC time>)")
      .flag("force",
            "replace existing results in DIR and existing FILEs of exports, and ignore an existing "
            "checkpoint")
      .flag("per-puzzle",
            "also write puzzles.csv, with a row per puzzle and engine; always with a checkpoint");
  add_checkpoint(options);
  add_exports(options);
  options.list("context", "KEY=VALUE", "add a note to context.json; may be repeated");
  add_progress(options);
  advise_on_style(options);
  options.flag("quiet,q", "suppress the table, notes and progress")
      .flag("verbose,v",
            "print more comparisons below the table, and all wrong answers instead of ten");
  return options;
}

BenchOptions bench_options(const OptionValues& values) {
  BenchOptions options{values};
  options.datasets = bench_datasets(values);
  options.selection = selection(values);
  options.solvers = requested_solvers(values, "all");
  options.solvers.engine_options = engine_options(values, options.solvers.engines);
  options.solvers.whole_blocks = whole_blocks(values, options.solvers);
  options.plan.limits = solve_limits(values, 2);
  options.plan.limits.stop = &interrupted();
  options.plan.time_limit = values.duration("time-limit", 60s);
  if (!values.has("time-limit")) options.plan.slow_limit = SlowLimit();
  options.plan.threads = std::min(thread_count(values), usable_threads());
  options.plan.pin = values.has("pin");
  if (options.block_size == 0) options.plan.min_call_time = RunPlan::kMinCallTime;
  options.warmup = warmup(values);
  options.baseline = baseline(values, names_of(options.solvers));
  options.context = context_pairs(values);
  values.refuse_without("baseline", {"fail-if-slower"});
  values.refuse_with("quiet", {"verbose"});
  return options;
}

Task task_of(const BenchOptions& options) {
  const auto ns = [](std::chrono::nanoseconds time) { return std::uint64_t(time.count()); };
  const RunPlan& plan = options.plan;
  const Selection& selection = options.selection;
  const Warmup& warmup = options.warmup;
  const bool is_by_row = options.solvers.engine_options.cell_order == CellOrder::row;
  Task task = {
      {"format", std::string(to_string(options.read.format))},
      {"column", to_json_text(options.read.column)},
      {"expect_column", to_json_text(options.read.expect_column)},
      {"skip_invalid", options.read.skip_invalid},
      {"max_puzzles", selection.max_puzzles},
      {"sample", selection.sample},
      {"shuffle", selection.shuffle},
      {"isomorphs", std::uint64_t{selection.isomorphs}},
      {"seed", selection.seed},
      {"cell_order", std::string(is_by_row ? "row" : "column")},
      {"max_solutions", plan.limits.max_solutions},
      {"max_guesses", plan.limits.max_guesses},
      {"timeout_ns", ns(plan.limits.max_time)},
      {"time_limit_ns", ns(plan.time_limit)},
      {"early_stop", plan.slow_limit.has_value()},
      {"repetitions", std::uint64_t{options.repetitions}},
      {"warmup", warmup.puzzles != 0 ? fmt::format("{} puzzles", warmup.puzzles)
                                     : format_duration(ns(warmup.time))},
      {"block_size", std::uint64_t{options.block_size}},
      {"whole_blocks", options.solvers.whole_blocks},
      {"threads", std::uint64_t{plan.threads}},
      {"pin", plan.pin},
      {"baseline", to_json_text(options.baseline)},
      {"per_puzzle", options.per_puzzle},
  };
  // Tasks of earlier versions have no such entries.
  if (options.read.shape) task["shape"] = to_string(*options.read.shape);
  if (options.read.symbols != FirstSymbol::automatic) {
    task["symbols"] = to_string(options.read.symbols);
  }
  if (options.values.has("counters")) task["counters"] = true;
  return task;
}

}  // namespace sudoku
