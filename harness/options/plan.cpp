#include "harness/options/count.h"

namespace sudoku {
namespace {

const std::map<std::string_view, Backend> kBackends = {
    {"slurm", Backend::slurm},
    {"parallel", Backend::parallel},
    {"local", Backend::local},
};

Specification plan_specification() {
  Specification options(
      "sudoku-bench plan FILE --shards N --backend NAME --out DIR\n"
      "Prints a script that counts the solutions of the puzzles in FILE in N shards, each of "
      "which\n"
      "can be killed and goes on, and then merges them to DIR/counts.csv.");
  options.group("Plan");
  add_dataset(options, "the same as FILE, which all machines see by this name");
  options.value("shards", "N", "so many parts; each should take a minute at least")
      .value("backend", "NAME",
             "slurm: a job array and a job that waits for it; parallel: GNU parallel; local: one "
             "after the other")
      .value("out,o", "DIR", "likewise, for DIR/shard-0 and so on")
      .value("limit", "K", "at most K shards at once; not for local")
      .value("threads", "N", "of each shard (1)")
      .flag("exclusive", "slurm: no other job beside a shard, for times that are to be quoted");
  options.group("What");
  add_counting(options);
  options.flag("help,h", "this text");
  return options;
}

std::string required(const Values& values, const char* name) {
  if (!values.has(name)) throw UsageError(fmt::format("plan needs --{}", name));
  return values.text(name);
}

JobPlanOptions plan_options(const Values& values) {
  constexpr std::uint64_t kMostShards = 1'000'000;
  for (const char* name : {"shards", "backend", "out"}) required(values, name);
  if (!values.has(std::string(kArgument)) && !values.has("dataset")) {
    throw UsageError("plan needs --dataset, or FILE");
  }
  const CountOptions counting = counting_options(values);
  JobPlanOptions options;
  options.shard_count = values.number("shards", 1, 1, kMostShards);
  options.backend = values.choice("backend", kBackends, Backend::local);
  options.dataset = only_dataset(values, "plan");
  options.out = values.text("out");
  options.max_running = values.number("limit", 0, 1, kMostShards);
  options.threads = static_cast<unsigned>(values.number("threads", 1, 1, 4096));
  options.is_exclusive = values.has("exclusive");
  if (options.is_exclusive && options.backend != Backend::slurm) {
    throw UsageError("--exclusive is for --backend slurm");
  }
  if (values.has("limit") && options.backend == Backend::local) {
    throw UsageError("--limit is for --backend slurm and parallel");
  }
  options.read = counting.read;
  options.count_arguments = counting_arguments(values);
  return options;
}

}  // namespace

Command parse_plan(std::span<const std::string> arguments) {
  return parse_command(plan_specification(), arguments, plan_options);
}

}  // namespace sudoku
