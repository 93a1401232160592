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
      "Counts the solutions of the puzzles in FILE. Reads standard input if FILE is missing or -.\n"
      "Memory use does not depend on the number of puzzles.");
  options.group("Counting");
  add_dataset(options);
  add_counting(options);
  options.group("Check")
      .value("check", "ID",
             "count a sample again with another engine; exits with 3 if the counts differ")
      .value("check-sample", "N", "number of puzzles in the sample, at least 1 (100)")
      .value("seed", "S", "random seed of the sample (1)");
  options.group("Run")
      .value("threads", "N", "number of threads (all available CPUs)")
      .value("out,o", "DIR",
             "directory for counts.csv, context.json and, with --per-puzzle, puzzles.csv")
      .flag("force", "replace existing results in DIR and ignore an existing checkpoint");
  add_progress(options);
  options.flag("quiet,q", "suppress the table and notes");
  options.group("Large datasets")
      .value("shard", "I/N",
             "count only part I of N, from 0; use merge to combine the results (0/1)")
      .value("checkpoint", "DIR", "directory in which to save the progress after each block")
      .flag("resume", "resume from the checkpoint if there is one")
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
      .value("engine", "ID",
             "engine; see the engines command. auto: bandjoin, or lanes (else bitmask) if "
             "--max-solutions is 1 to 1000; bitmask for boards other than 9x9 (auto)")
      .value("max-solutions", "N", "stop after N solutions of a puzzle; 0: count all (0)")
      .value("timeout", "TIME", "time limit per puzzle; 0s: none (10s)")
      .flag("per-puzzle", "also write puzzles.csv, with the count of each puzzle");
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
