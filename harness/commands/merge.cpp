#include "harness/count/merge.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "harness/commands/commands.h"
#include "harness/count/count_files.h"
#include "harness/count/count_table.h"
#include "harness/count/puzzle_counts.h"
#include "harness/errors.h"
#include "harness/interrupt.h"
#include "harness/measure/context.h"
#include "harness/output_file.h"
#include "harness/results/bench_merge.h"
#include "harness/results/bench_shard.h"
#include "harness/results/summary_table.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

void refuse_shard_as_out(const MergeOptions& options) {
  for (const std::string& input : options.inputs) {
    std::error_code error;
    if (!options.out.empty() && fs::equivalent(input, options.out, error)) {
      throw UsageError(fmt::format("{} is a shard: the result needs another --out", input));
    }
  }
}

std::vector<StoredRecord> read_shards(const MergeOptions& options) {
  std::vector<StoredRecord> shards;
  for (const std::string& input : options.inputs) {
    std::error_code error;
    const bool is_directory = fs::is_directory(input, error);
    shards.push_back(read_last_record(is_directory ? counts_file(input).string() : input));
  }
  return shards;
}

/// Collects what comes in small pieces, so that it costs few system calls.
void append_puzzle_counts(const std::vector<StoredRecord>& shards, PendingFile& file) {
  constexpr std::size_t kFull = 1 << 16;
  std::string text = puzzle_counts_header();
  for (const StoredRecord& shard : shards) {
    const fs::path rows = puzzle_counts_file(fs::path(shard.file).parent_path());
    read_puzzle_counts(rows.string(), shard.record, [&](std::string_view row) {
      text += row;
      if (text.size() < kFull) return;
      file.append(text);
      text.clear();
    });
  }
  file.append(text);
}

/// Empty where there is none.
std::string context_of(const StoredRecord& shard) {
  std::ifstream file(context_file(fs::path(shard.file).parent_path()), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Where the shards were counted, beside where they were joined.
std::string merged_context(const std::vector<StoredRecord>& shards, const CountRecord& whole,
                           RunContext context) {
  const CountTotals& totals = whole.totals;
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
  if (!options.out.empty()) {
    // Old results stay until the shards have proved whole.
    prepare_directory(options.out, options.force ? OldResults::kept : OldResults::refused);
    std::optional<PendingFile> rows;
    if (whole.task.per_puzzle) {
      append_puzzle_counts(shards, rows.emplace(puzzle_counts_file(options.out)));
    }
    if (interrupted()) return ExitCode::interrupted;
    prepare_directory(options.out, OldResults::replaced);
    if (rows) rows->complete();
    replace_file(counts_file(options.out), counts_header() + to_csv(whole));
    replace_file(context_file(options.out), merged_context(shards, whole, context));
  }
  write_stdout(format_table(whole));
  return ExitCode::ok;
}

/// The rows of the summary. Leaves no results of shards whose files turn out to be damaged.
std::vector<std::vector<SummaryRecord>> merge_or_discard(const std::vector<BenchShard>& shards,
                                                         ResultDirectory& results) {
  try {
    return merge_bench_shards(shards, results);
  } catch (const InputError&) {
    results.discard();
    throw;
  }
}

ExitCode merge_bench(const MergeOptions& options) {
  if (options.out.empty()) throw UsageError("merge needs --out for results of bench");
  std::vector<BenchShard> shards;
  for (const std::string& input : options.inputs) shards.push_back(load_bench_shard(input));
  order_bench_shards(shards);
  ResultDirectory results({options.out, options.force, shards.front().has_puzzles()});
  bool has_errors = false;
  for (const std::vector<SummaryRecord>& rows : merge_or_discard(shards, results)) {
    write_stdout(format_table(rows, false) + '\n');
    for (const SummaryRecord& row : rows) {
      has_errors |= row.tally.totals.wrong + row.tally.totals.disagreements > 0;
    }
  }
  return has_errors ? ExitCode::wrong_answer : ExitCode::ok;
}

/// Which of the commands has written the results.
bool is_of_bench(const std::string& input) {
  std::error_code error;
  return fs::exists(fs::path(input) / "runs.csv", error);
}

}  // namespace

ExitCode run_merge(const MergeOptions& options, std::span<const std::string> arguments) {
  refuse_shard_as_out(options);
  return is_of_bench(options.inputs.front()) ? merge_bench(options)
                                             : merge_counts(options, arguments);
}

}  // namespace sudoku
