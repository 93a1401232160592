#include "harness/count/merge.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/common_options.h"
#include "harness/commands/command.h"
#include "harness/count/puzzle_counts.h"
#include "harness/report/count_table.h"
#include "harness/report/summary_table.h"
#include "harness/results/bench_merge.h"
#include "harness/results/context.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

struct MergeOptions {
  std::vector<std::string> inputs;  ///< result directories or counts.csv files of the shards
  std::string out;                  ///< directory; empty: no files
  bool force = false;
  bool quiet = false;
};

MergeOptions merge_options(const OptionValues& values) {
  refuse_without(values, "out", {"force"});
  MergeOptions options;
  options.inputs = values.list(std::string(kArgument));
  if (options.inputs.empty()) throw UsageError("merge needs the results of shards");
  options.out = values.text("out");
  options.force = values.has("force");
  options.quiet = values.has("quiet");
  return options;
}

namespace fs = std::filesystem;

/// Returns whether a shard, given as its directory or as a file in it, is in `directory`.
bool is_in(const std::string& shard, const fs::path& directory) {
  std::error_code error;
  const auto is_same = [&](const fs::path& path) { return fs::equivalent(path, directory, error); };
  if (fs::is_directory(shard, error)) return is_same(shard);
  return is_same(fs::absolute(shard, error).parent_path()) ||
         is_same(fs::canonical(shard, error).parent_path());
}

void refuse_shard_as_out(const MergeOptions& options) {
  for (const std::string& input : options.inputs) {
    if (!options.out.empty() && is_in(input, options.out)) {
      throw UsageError(
          fmt::format("--out would replace the shard {}; choose another directory", input));
    }
  }
}

std::vector<StoredRecord> read_shards(const MergeOptions& options) {
  std::vector<StoredRecord> shards;
  for (const std::string& input : options.inputs) {
    std::error_code error;
    const bool is_directory = fs::is_directory(input, error);
    shards.push_back(
        read_last_record(is_directory ? (fs::path(input) / kCountsFile).string() : input));
  }
  return shards;
}

/// Returns the context.json of a shard; empty if there is none.
std::string context_of(const StoredRecord& shard) {
  const std::string file = (fs::path(shard.file).parent_path() / kContextFile).string();
  if (!fs::exists(file)) return {};
  static_cast<void>(read_json_file(file));  // throws if it is damaged
  return read_whole(file);
}

/// Checks the puzzles.csv of all shards and passes their rows to `append`.
void read_rows(const std::vector<StoredRecord>& shards,
               const std::function<void(std::string_view rows)>& append) {
  for (const StoredRecord& shard : shards) {
    const fs::path rows = fs::path(shard.file).parent_path() / kPuzzlesFile;
    read_puzzle_counts(rows.string(), shard.record, append);
  }
}

/// Writes puzzles.csv from the rows of all shards.
void append_puzzle_counts(const std::vector<StoredRecord>& shards, StagedResults& results) {
  constexpr std::size_t kFull = 1 << 16;
  std::string text = puzzle_counts_header();
  read_rows(shards, [&](std::string_view row) {
    text += row;
    if (text.size() < kFull) return;
    results.append(kPuzzlesFile, text);
    text.clear();
  });
  results.append(kPuzzlesFile, text);
}

/// Checks the files that merge would copy, so that damage is found without --out, too.
void check_files(const std::vector<StoredRecord>& shards, const CountRecord& whole) {
  for (const StoredRecord& shard : shards) context_of(shard);
  if (whole.task.per_puzzle) read_rows(shards, [](std::string_view) {});
}

/// Returns the context.json of the merged results, with those of all shards.
std::string merged_context(const std::vector<StoredRecord>& shards, const CountRecord& whole,
                           RunContext context) {
  const CountTotals& totals = whole.totals;
  context.task = task_of(whole);
  context.threads = whole.cost.threads;
  context.datasets = {{whole.dataset, totals.puzzles, totals.rejected, totals.dataset_digest}};
  for (const StoredRecord& shard : shards) context.shards.push_back(context_of(shard));
  return to_json(context);
}

ExitCode merge_counts(const MergeOptions& options, std::span<const std::string> arguments) {
  RunContext context;
  context.arguments.assign(arguments.begin(), arguments.end());
  context.started = utc_now();
  std::vector<StoredRecord> shards = read_shards(options);
  order_shards(shards);
  const CountRecord whole = merge_shards(shards);
  if (options.out.empty()) {
    check_files(shards, whole);
  } else {
    StagedResults results(options.out);
    results.begin(options.force ? OldOutput::replaced : OldOutput::refused);
    if (whole.task.per_puzzle) append_puzzle_counts(shards, results);
    results.write(kCountsFile, counts_header() + to_csv(whole));
    results.write(kContextFile, merged_context(shards, whole, context));
    if (interrupted()) return ExitCode::interrupted;
    results.commit();
  }
  if (!options.quiet) write_stdout(format_table(whole));
  print_error("{}", format_mismatches(whole.totals));
  return has_mismatches(whole.totals) ? ExitCode::wrong_answer : ExitCode::ok;
}

ExitCode merge_bench(const MergeOptions& options) {
  if (options.out.empty()) throw UsageError("merge needs --out for results of bench");
  bool has_errors = false;
  for (const auto& rows : merge_bench_shards(options.inputs, {options.out, options.force})) {
    if (!options.quiet) write_stdout(format_table(rows, false) + '\n');
    for (const SummaryRow& row : rows) {
      has_errors |= row.totals.wrong + row.totals.disagreements > 0;
    }
  }
  return has_errors ? ExitCode::wrong_answer : ExitCode::ok;
}

/// Returns whether `input` holds results of bench, rather than of count.
bool is_of_bench(const std::string& input) {
  std::error_code error;
  return fs::exists(fs::path(input) / kRunsFile, error);
}

ExitCode run_merge(const MergeOptions& options, std::span<const std::string> arguments) {
  refuse_shard_as_out(options);
  const std::string& first = options.inputs.front();
  const bool are_of_bench = is_of_bench(first);
  for (const std::string& input : options.inputs) {
    std::error_code error;
    if (is_of_bench(input) == are_of_bench || !fs::exists(input, error)) continue;
    throw UsageError(fmt::format("{} holds results of bench, {} does not",
                                 are_of_bench ? first : input, are_of_bench ? input : first));
  }
  return are_of_bench ? merge_bench(options) : merge_counts(options, arguments);
}

}  // namespace

OptionTable merge_option_table() {
  OptionTable options(
      "sudoku-bench merge FILE|DIR...\n"
      "Merges the results of all shards of a dataset into those of the whole dataset. For bench,\n"
      "pass the result directories. For count, pass the directories or their counts.csv files.\n"
      "Fails if a shard is missing.");
  options.group("Options")
      .value("out,o", "DIR",
             "directory for the merged result files; required for bench, otherwise optional")
      .flag("force", "replace existing results in DIR")
      .flag("quiet,q", "suppress the table")
      .flag("help,h", "show this help");
  return options;
}

Job prepare_merge(const OptionValues& values) {
  return [options = merge_options(values)](std::span<const std::string> arguments) {
    return run_merge(options, arguments);
  };
}

}  // namespace sudoku
