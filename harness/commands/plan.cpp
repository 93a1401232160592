#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/cli/dataset_options.h"
#include "harness/commands/command.h"
#include "harness/dataset/dataset_reader.h"

// Only this file knows about schedulers. The scripts differ in how they start the shards. They
// share the functions that run one shard and merge all of them.

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Quotes `text` as one bash word on one line. Control characters are escaped, so that a file name
/// cannot add lines to a script or hide parts of it.
std::string quote(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
  const bool is_clean = one_line(text) == text;
  std::string quoted = "$'";
  for (const unsigned char c : text) {
    const bool is_special = c == '\'' || c == '\\' || (!is_clean && (c < 0x20 || c >= 0x7F));
    quoted += is_special ? fmt::format("\\{:03o}", c) : std::string(1, static_cast<char>(c));
  }
  return quoted + '\'';
}

/// Returns the options of sbatch, each as one word of bash. Throws UsageError.
std::string slurm_options(const OptionValues& values) {
  std::string text;
  std::istringstream words(values.text("sbatch"));
  for (std::string word; words >> word;) {
    if (!word.starts_with('-')) {
      throw UsageError(fmt::format(
          "--sbatch takes options of sbatch, such as '--time=2:00:00 --mem=4G', not '{}'", word));
    }
    text += ' ' + quote(word);
  }
  return text;
}

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

/// The command that the script runs, with its options.
struct PlannedCommand {
  std::string name;  ///< bench or count
  OptionValues values;
  std::vector<std::string> datasets{};
  std::string arguments{};  ///< the options and datasets as words of bash, each after a blank
};

/// Reads the arguments of plan. Throws UsageError for invalid options, and for those that the
/// script sets.
PlannedCommand planned_command(const OptionValues& values) {
  std::vector<std::string> words = values.list(kArgument);
  const bool is_named = words.front() == "bench" || words.front() == "count";
  const std::string name = is_named ? words.front() : "count";
  if (is_named) words.erase(words.begin());
  const Command& command = command_named(name);
  const OptionTable table = command.option_table();
  PlannedCommand planned{name, table.parse(words)};
  for (const char* own : {"shard", "out", "force", "checkpoint", "resume", "threads", "progress",
                          "export", "quiet", "verbose"}) {
    if (planned.values.has(own)) {
      throw UsageError(fmt::format("plan does not pass --{} to {}", own, name));
    }
  }
  for (const OptionTable::Option& option : table.options()) {
    if (!planned.values.has(option.name) || option.name == "dataset") continue;
    if (option.argument.empty()) {
      planned.arguments += " --" + option.name;
      continue;
    }
    for (const std::string& value : planned.values.list(option.name)) {
      planned.arguments += ' ' + quote(fmt::format("--{}={}", option.name, value));
    }
  }
  planned.datasets = datasets(planned.values);
  if (planned.datasets.empty()) throw UsageError("plan needs FILE");
  for (const std::string& dataset : planned.datasets) {
    planned.arguments += ' ' + quote(absolute(dataset));
  }
  command.prepare(planned.values);
  return planned;
}

/// Throws UsageError if a required option is missing or an option does not fit the backend.
void check_options(const OptionValues& values) {
  for (const char* name : {"shards", "backend", "out"}) {
    if (!values.has(name)) throw UsageError(fmt::format("plan needs --{}", name));
  }
  if (!values.has(kArgument)) throw UsageError("plan needs FILE");
  if (values.has("sbatch") && values.text("backend") != "slurm") {
    throw UsageError("--sbatch needs --backend slurm");
  }
  if (values.has("limit") && values.text("backend") == "local") {
    throw UsageError("--limit needs --backend slurm or parallel");
  }
}

// The scripts and their parts. fmt::format replaces the names in braces.

/// Variables that every script and job needs.
constexpr std::string_view kVariables = R"(set -euo pipefail
program={program}
out={out}
shards={shards}
)";

/// A shell function that runs the shard with the number $1.
constexpr std::string_view kRunShard = R"(
# Resumes an interrupted shard and keeps a complete one. A shard that exits with 3 is complete, too: merge reports the
# faults.
run_shard() {{
  local status=0
  "$program" {command} --threads {threads} --progress none --shard "$1/$shards" --checkpoint "$out/shard-$1" --resume \
    --out "$out/shard-$1"{arguments} || status=$?
  return $((status == 3 ? 0 : status))
}}
)";

/// Shell commands that merge the shards after all have run.
constexpr std::string_view kMergeShards = R"(
results=()
for ((shard = 0; shard < shards; shard++)); do
  results+=("$out/shard-$shard")
done
"$program" merge --force --out "$out" "${results[@]}"
)";

constexpr std::string_view kLocalScript = R"(#!/usr/bin/env bash
# Runs the shards one after the other, then merges them. Run it again to resume.
{variables}{run_shard}
mkdir -p "$out"
for ((shard = 0; shard < shards; shard++)); do
  run_shard "$shard"
done
{merge_shards})";

constexpr std::string_view kParallelScript = R"(#!/usr/bin/env bash
# Runs the shards with GNU parallel, then merges them. Run it again to resume: it skips complete shards and
# retries failed ones.
{variables}{run_shard}
export program out shards
export -f run_shard
PARALLEL_SHELL=$(type -P bash)
export PARALLEL_SHELL
mkdir -p "$out"
seq 0 $((shards - 1)) |
  parallel --jobs {jobs} --retries 4 --joblog "$out/joblog" --resume --resume-failed run_shard
{merge_shards})";

constexpr std::string_view kSlurmScript = R"script(#!/usr/bin/env bash
# Submits a Slurm job array that runs the shards, and a job that merges them afterwards.
# A shard that fails is requeued and resumed up to three times.
set -euo pipefail
out={out}
logs=${{out//\%/%%}}
mkdir -p "$out"

array=$(sbatch --parsable --job-name=run-shards --array=0-{last}{limit} --requeue \
  --cpus-per-task={threads}{slurm} --open-mode=append --output="$logs/shard-%a.log" <<'END_OF_JOB'
#!/usr/bin/env bash
{variables}{run_shard}
status=0
run_shard "$SLURM_ARRAY_TASK_ID" || status=$?
case $status in
  0 | 2 | 4) exit "$status" ;; # success, or an error that a retry would not fix
esac
if ((${{SLURM_RESTART_COUNT:-0}} < 3)); then
  echo "shard $SLURM_ARRAY_TASK_ID exited with $status and is requeued"
  scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"
END_OF_JOB
)
array=${{array%%;*}}

merge=$(sbatch --parsable --job-name=merge-shards --dependency="afterok:$array" \
  --kill-on-invalid-dep=yes{slurm} --output="$logs/merge.log" <<'END_OF_JOB'
#!/usr/bin/env bash
{variables}{merge_shards}END_OF_JOB
)
echo "job $array runs the shards, job ${{merge%%;*}} merges them into $out"
)script";

const std::map<std::string_view, std::string_view> kBackends = {
    {"slurm", kSlurmScript}, {"parallel", kParallelScript}, {"local", kLocalScript}};

}  // namespace

OptionTable plan_option_table() {
  OptionTable options(
      "sudoku-bench plan [bench] FILE --shards N --backend NAME --out DIR [-- OPTION]",
      "Prints a script that runs a command on FILE in N shards and merges the results into DIR.\n"
      "The command is bench, if FILE comes after that word, or else count. Every shard can be\n"
      "interrupted and resumed. All machines must be able to read FILE at this path. Each OPTION\n"
      "is one of the command, such as -- --engine dlx. bench can have several FILEs.");
  options.expect_datasets();
  options.value("shards", "N", "number of shards; each should take at least a minute")
      .choice("backend", "NAME", kBackends,
              "slurm: a job array and a job that merges; parallel: GNU parallel; local: one shard "
              "after the other")
      .value("out,o", "DIR",
             "directory for the results and for DIR/shard-0 etc.; all machines must have it at "
             "this path")
      .value("limit", "K", "run at most K shards at once; not for local")
      .value("threads", "N", "number of threads per shard (1)")
      .value("sbatch", "OPTIONS",
             "slurm: options of sbatch for all jobs, such as '--time=2:00:00 --mem=4G'");
  for (const Command& command : all_commands()) {
    if (command.name != "bench" && command.name != "count") continue;
    for (const OptionTable::Option& option : command.option_table().options()) {
      options.advise(option.name, "write it at the end, after --");
    }
  }
  for (const char* name : {"exclusive", "time", "memory", "partition"}) {
    options.advise(name, "use --sbatch");
  }
  return options;
}

Job prepare_plan(const OptionValues& values) {
  check_options(values);
  const std::uint64_t shards = values.number("shards", 1, 1, 1'000'000);
  const std::uint64_t limit = values.number("limit", 0, 1, 1'000'000);  // 0: the backend decides
  const std::uint64_t threads = values.number("threads", 1, 1, 4096);
  const std::string slurm = slurm_options(values);
  const PlannedCommand planned = planned_command(values);
  const fs::path program = program_path();
  const std::string out = quote(absolute(values.text("out")));
  const std::string variables = fmt::format(
      kVariables, fmt::arg("program", quote(program.empty() ? "sudoku-bench" : program.string())),
      fmt::arg("out", out), fmt::arg("shards", shards));
  const std::string run_shard =
      fmt::format(kRunShard, fmt::arg("command", planned.name), fmt::arg("threads", threads),
                  fmt::arg("arguments", planned.arguments));
  const std::string script = fmt::format(
      fmt::runtime(values.choice("backend", kBackends, kLocalScript)), fmt::arg("out", out),
      fmt::arg("last", shards - 1), fmt::arg("limit", limit == 0 ? "" : fmt::format("%{}", limit)),
      fmt::arg("jobs", limit == 0 ? "100%" : fmt::format("{}", limit)),
      fmt::arg("threads", threads), fmt::arg("slurm", slurm), fmt::arg("variables", variables),
      fmt::arg("run_shard", run_shard), fmt::arg("merge_shards", kMergeShards));
  return [planned, script](auto) {
    // Throws if a file cannot be divided into shards.
    for (const std::string& dataset : planned.datasets) {
      open_to_cut(dataset, read_options(planned.values), "plan");
    }
    write_stdout(script);
    return ExitCode::ok;
  };
}

}  // namespace sudoku
