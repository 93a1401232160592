#include "harness/commands/count/count_options.h"

#include <tuple>

#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"

namespace sudoku {
namespace {

constexpr const char* kCountingValues[] = {"engine", "max-solutions", "timeout", "format",
                                           "shape",  "symbols",       "column",  "expect-column"};
constexpr const char* kCountingFlags[] = {"per-puzzle", "skip-invalid"};

}  // namespace

OptionTable count_option_table() {
  OptionTable options(
      "sudoku-bench count [FILE]\n"
      "Counts the solutions of the puzzles in FILE or, without it or for -, on standard input, in\n"
      "memory that does not grow with their number.");
  options.group("What");
  add_dataset(options);
  add_counting(options);
  options.group("Check")
      .value("check", "ID", "count a sample again with that engine; exit code 3 where they differ")
      .value("check-sample", "N", "puzzles of the sample, 1 or more (100)")
      .value("seed", "S", "seed of the sample (1)");
  options.group("Run")
      .value("threads", "N", "threads that count (as many as this process may use)")
      .value("out,o", "DIR",
             "write counts.csv, context.json and, with --per-puzzle, puzzles.csv there")
      .flag("force", "replace results that stand there, and begin again where a checkpoint stands");
  add_progress(options);
  options.flag("quiet,q", "no table, no notes");
  options.group("Scale")
      .value("shard", "I/N",
             "part I, from 0, of N parts of the file; merge joins their results (0/1)")
      .value("checkpoint", "DIR", "record there, after each block, how far the count has come")
      .flag("resume", "continue from the checkpoint, if there is one")
      .flag("help,h", "show this help");
  return options;
}

CountOptions count_options(const OptionValues& values) {
  refuse_without(values, "checkpoint", {"resume"});
  refuse_with(values, "resume", {"force"});
  refuse_without(values, "check", {"check-sample", "seed"});
  refuse_without(values, "out", {"per-puzzle"});
  if (values.has("force") && !values.has("out") && !values.has("checkpoint")) {
    throw UsageError("--force needs --out or --checkpoint");
  }
  CountOptions options = counting_options(values);
  options.input = only_dataset(values, "count");
  std::tie(options.shard, options.shard_count) = shard_option(values);
  options.threads = thread_count(values);
  options.checkpoint = values.text("checkpoint");
  options.resume = values.has("resume");
  if (values.has("check")) {
    options.check = engine_named(values.text("check"));
    refuse_incomplete(options.check, "does not count");
    options.sample = values.number("check-sample", 100, 1);
    options.seed = values.number("seed", 1);
  }
  options.out = values.text("out");
  options.force = values.has("force");
  options.progress = progress_option(values);
  options.quiet = values.has("quiet");
  return options;
}

void add_counting(OptionTable& options) {
  options
      .value(
          "engine", "ID",
          "engine from the list of the engines command; auto: bandjoin, or up to --max-solutions "
          "1000 lanes, or else bitmask; of other shapes than 9x9, bitmask (auto)")
      .value("max-solutions", "N", "stop counting at N solutions of a puzzle; 0: never (0)")
      .value("timeout", "TIME", "end the search of a puzzle after that time; 0s: never (10s)")
      .flag("per-puzzle", "write puzzles.csv, the count beside each puzzle");
  add_reading(options);
}

CountOptions counting_options(const OptionValues& values) {
  using namespace std::chrono_literals;
  CountOptions options;
  const std::string engine = values.has("engine") ? values.text("engine") : "auto";
  if (engine != "auto") options.engine = engine_named(engine, {"auto"});
  refuse_incomplete(options.engine, "does not count");
  options.limits.max_solutions = values.number("max-solutions", 0);
  options.limits.max_time = values.duration("timeout", 10s);
  options.per_puzzle = values.has("per-puzzle");
  options.read = read_options(values);
  return options;
}

std::vector<std::string> counting_arguments(const OptionValues& values) {
  std::vector<std::string> arguments;
  for (const char* name : kCountingValues) {
    if (values.has(name)) arguments.push_back(fmt::format("--{}={}", name, values.text(name)));
  }
  for (const char* name : kCountingFlags) {
    if (values.has(name)) arguments.push_back(fmt::format("--{}", name));
  }
  return arguments;
}

}  // namespace sudoku
