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

/// The command that the script runs, with its options.
struct PlannedCommand {
  std::string name;  ///< bench or count
  OptionValues values;
  std::vector<std::string> datasets;
  std::vector<std::string> arguments;  ///< the options

  /// Reads the arguments of plan. Throws UsageError for invalid options, and for those that the
  /// script sets.
  static PlannedCommand parse(const OptionValues& values);
};

PlannedCommand PlannedCommand::parse(const OptionValues& values) {
  std::vector<std::string> words = values.list(kArgument);
  std::string name = "count";
  if (!words.empty() && (words.front() == "bench" || words.front() == "count")) {
    name = words.front();
    words.erase(words.begin());
  }
  const Command& command = command_named(name);
  const OptionTable table = command.option_table();
  PlannedCommand planned{name, table.parse(words), {}, {}};
  for (const OptionTable::Option& option : table.options()) {
    if (!planned.values.has(option.name) || option.name == "dataset") continue;
    if (option.argument.empty()) {
      planned.arguments.push_back("--" + option.name);
      continue;
    }
    for (const std::string& value : planned.values.list(option.name)) {
      planned.arguments.push_back(fmt::format("--{}={}", option.name, value));
    }
  }
  for (const char* own : {"shard", "out", "force", "checkpoint", "resume", "threads", "progress",
                          "export", "quiet", "verbose"}) {
    if (planned.values.has(own)) {
      throw UsageError(fmt::format("plan does not pass --{} to {}", own, name));
    }
  }
  planned.datasets = sudoku::datasets(planned.values);
  if (planned.datasets.empty()) throw UsageError("plan needs FILE");
  command.prepare(planned.values);
  return planned;
}

struct JobPlanOptions {
  OptionValues values;
  std::uint64_t shard_count = values.number("shards", 1, 1, 1'000'000);
  std::string out = values.text("out");  ///< directory, with a subdirectory per shard
  /// Shards that run at once; 0: the backend decides.
  std::uint64_t max_running = values.number("limit", 0, 1, 1'000'000);
  std::uint64_t threads = values.number("threads", 1, 1, 4096);  ///< per shard
  std::string slurm = slurm_options(values);
  PlannedCommand command = PlannedCommand::parse(values);
};

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

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

std::string this_program() {
  const fs::path path = program_path();
  return path.empty() ? "sudoku-bench" : path.string();
}

/// Returns the variables that every script and job needs.
std::string variables(const JobPlanOptions& options) {
  return fmt::format("set -euo pipefail\nprogram={}\nout={}\nshards={}\n", quote(this_program()),
                     quote(absolute(options.out)), options.shard_count);
}

/// Returns these variables and a shell function that runs the shard with the number $1.
std::string definitions(const JobPlanOptions& options) {
  std::string arguments;
  for (const std::string& argument : options.command.arguments) arguments += ' ' + quote(argument);
  for (const std::string& dataset : options.command.datasets) {
    arguments += ' ' + quote(absolute(dataset));
  }
  return fmt::format(R"({variables}
# Resumes an interrupted shard and keeps a complete one. A shard that exits with 3 is complete, too: merge reports the
# faults.
run_shard() {{
  local status=0
  "$program" {command} --threads {threads} --progress none --shard "$1/$shards" --checkpoint "$out/shard-$1" --resume \
    --out "$out/shard-$1"{arguments} || status=$?
  return $((status == 3 ? 0 : status))
}}
)",
                     fmt::arg("variables", variables(options)),
                     fmt::arg("command", options.command.name), fmt::arg("arguments", arguments),
                     fmt::arg("threads", options.threads));
}

/// Shell commands that merge the shards after all have run.
constexpr std::string_view kMergeShards = R"(
results=()
for ((shard = 0; shard < shards; shard++)); do
  results+=("$out/shard-$shard")
done
"$program" merge --force --out "$out" "${results[@]}"
)";

std::string local_script(const JobPlanOptions& options) {
  return fmt::format(R"(#!/usr/bin/env bash
# Runs the shards one after the other, then merges them. Run it again to resume.
{}
mkdir -p "$out"
for ((shard = 0; shard < shards; shard++)); do
  run_shard "$shard"
done
{})",
                     definitions(options), kMergeShards);
}

std::string parallel_script(const JobPlanOptions& options) {
  const std::string jobs =
      options.max_running == 0 ? "100%" : fmt::format("{}", options.max_running);
  return fmt::format(R"(#!/usr/bin/env bash
# Runs the shards with GNU parallel, then merges them. Run it again to resume: it skips complete shards and
# retries failed ones.
{definitions}
export program out shards
export -f run_shard
PARALLEL_SHELL=$(type -P bash)
export PARALLEL_SHELL
mkdir -p "$out"
seq 0 $((shards - 1)) |
  parallel --jobs {jobs} --retries 4 --joblog "$out/joblog" --resume --resume-failed run_shard
{merge_shards})",
                     fmt::arg("definitions", definitions(options)), fmt::arg("jobs", jobs),
                     fmt::arg("merge_shards", kMergeShards));
}

std::string slurm_script(const JobPlanOptions& options) {
  const std::string limit =
      options.max_running == 0 ? std::string() : fmt::format("%{}", options.max_running);
  return fmt::format(
      R"script(#!/usr/bin/env bash
# Submits a Slurm job array that runs the shards, and a job that merges them afterwards.
# A shard that fails is requeued and resumed up to three times.
set -euo pipefail
out={out}
logs=${{out//\%/%%}}
mkdir -p "$out"

array=$(sbatch --parsable --job-name=run-shards --array=0-{last}{limit} --requeue \
  --cpus-per-task={threads}{slurm} --open-mode=append --output="$logs/shard-%a.log" <<'END_OF_JOB'
#!/usr/bin/env bash
{definitions}
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
)script",
      fmt::arg("out", quote(absolute(options.out))), fmt::arg("last", options.shard_count - 1),
      fmt::arg("limit", limit), fmt::arg("threads", options.threads),
      fmt::arg("slurm", options.slurm), fmt::arg("definitions", definitions(options)),
      fmt::arg("variables", variables(options)), fmt::arg("merge_shards", kMergeShards));
}

const std::map<std::string_view, std::string (*)(const JobPlanOptions&)> kBackends = {
    {"slurm", slurm_script}, {"parallel", parallel_script}, {"local", local_script}};

}  // namespace

OptionTable plan_option_table() {
  OptionTable options(
      "sudoku-bench plan [bench] FILE --shards N --backend NAME --out DIR [-- OPTION]",
      "Prints a script that runs a command on FILE in N shards and merges the results into DIR.\n"
      "The command is bench, if FILE comes after that word, or else count. Every shard can be\n"
      "interrupted and resumed. All machines must be able to read FILE at this path. Each OPTION\n"
      "is one of the command, such as -- --engine dlx. bench can have several FILEs.");
  options.take_datasets();
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
  const JobPlanOptions options{values};
  return [options, script = values.choice("backend", kBackends, local_script)](auto) {
    // Throws if a file cannot be divided into shards.
    for (const std::string& dataset : options.command.datasets) {
      open_to_cut(dataset, read_options(options.command.values), "plan");
    }
    write_stdout(script(options));
    return ExitCode::ok;
  };
}

}  // namespace sudoku
