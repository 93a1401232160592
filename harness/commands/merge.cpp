#include <filesystem>
#include <optional>
#include <system_error>

#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/system.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/count/count_record.h"
#include "harness/count/puzzle_counts.h"
#include "harness/report/count_table.h"
#include "harness/report/summary_table.h"
#include "harness/results/bench_merge.h"
#include "harness/results/context.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

struct MergeOptions {
  OptionValues values;
  std::vector<std::string> inputs = values.list(kArgument);  ///< directories or counts.csv files
  std::string out = values.text("out");                      ///< directory; empty: no files
  bool force = values.has("force");
  bool quiet = values.has("quiet");
  TableStyle style = table_style();
};

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
  for (const fs::path input : options.inputs) {
    std::error_code error;
    const fs::path file = fs::is_directory(input, error) ? input / kCountsFile : input;
    shards.push_back(read_last_record(file.string()));
  }
  return shards;
}

/// Returns the context.json of a shard; null if there is none.
nlohmann::ordered_json context_of(const StoredRecord& shard) {
  const std::string file = (fs::path(shard.file).parent_path() / kContextFile).string();
  return fs::exists(file) ? read_json_file(file).object : nlohmann::ordered_json();
}

/// Checks puzzles.csv of all shards, and writes their rows unless `results` is null.
void merge_puzzle_counts(const std::vector<StoredRecord>& shards, StagedResults* results) {
  constexpr std::size_t kFull = 1 << 16;
  std::string text = puzzle_counts_header();
  const auto flush = [&] {
    if (results != nullptr) results->append(kPuzzlesFile, text);
    text.clear();
  };
  for (const StoredRecord& shard : shards) {
    const fs::path file = fs::path(shard.file).parent_path() / kPuzzlesFile;
    read_puzzle_counts(file.string(), shard.record, [&](std::string_view rows) {
      text += rows;
      if (text.size() >= kFull) flush();
    });
  }
  flush();
}

ExitCode merge_counts(const MergeOptions& options, std::span<const std::string> arguments) {
  RunContext context;
  context.arguments.assign(arguments.begin(), arguments.end());
  context.started = utc_now();
  std::vector<StoredRecord> shards = read_shards(options);
  order_shards(shards);
  const CountRecord whole = merge_shards(shards);
  const CountTotals& totals = whole.totals;
  context.task = task_of(whole);
  context.is_whole = whole.is_whole;
  context.threads = whole.cost.threads;
  context.datasets = {{whole.dataset, totals.puzzles, totals.rejected, totals.dataset_digest}};
  for (const StoredRecord& shard : shards) context.shards.push_back(context_of(shard));
  std::optional<StagedResults> results;
  if (!options.out.empty()) {
    results.emplace(options.out);
    results->begin(options.force ? OldOutput::replaced : OldOutput::refused);
  }
  if (whole.task.per_puzzle) merge_puzzle_counts(shards, results ? &*results : nullptr);
  if (results) {
    results->write(kCountsFile, counts_header() + to_csv(whole));
    results->write(kContextFile, to_json(context));
    if (interrupted()) return ExitCode::interrupted;
    results->commit();
  }
  if (!options.quiet) write_stdout(format_table(whole));
  report_mismatches(totals);
  return has_mismatches(totals) ? ExitCode::wrong_answer : ExitCode::ok;
}

ExitCode merge_bench(const MergeOptions& options) {
  if (options.out.empty()) throw UsageError("merge needs --out for results of bench");
  bool has_errors = false;
  for (const auto& rows : merge_bench_shards(options.inputs, {options.out, options.force})) {
    if (!options.quiet) write_stdout(format_table(rows, options.style) + '\n');
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
      "sudoku-bench merge FILE|DIR...",
      "Merges the results of all shards of a dataset into those of the whole dataset. For bench,\n"
      "pass the result directories. For count, pass the directories or their counts.csv files.\n"
      "Fails if a shard is missing.");
  options
      .value("out,o", "DIR",
             "directory for the merged result files; required for bench, otherwise optional")
      .flag("force", "replace existing results in DIR")
      .flag("quiet,q", "suppress the table");
  advise_on_style(options);
  return options;
}

Job prepare_merge(const OptionValues& values) {
  values.refuse_without("out", {"force"});
  if (!values.has(kArgument)) throw UsageError("merge needs the results of shards");
  return [options = MergeOptions{values}](std::span<const std::string> arguments) {
    return run_merge(options, arguments);
  };
}

}  // namespace sudoku
