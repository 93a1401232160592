#include "harness/results/run_loader.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/bench_columns.h"
#include "harness/results/context.h"
#include "harness/results/csv_table.h"
#include "harness/results/result_files.h"
#include "harness/stats/dataset_rows.h"

namespace sudoku {
namespace {

/// Reads the rest of the table and checks its digest if it is known.
void check_digest(CsvTable& table, const FileDigests& digests, const char* name) {
  const auto digest = digests.find(name);
  if (digest != digests.end()) table.expect_digest(digest->second);
}

std::vector<RunRow> load_run_rows(const std::string& path, const FileDigests& digests) {
  CsvTable table(path);
  const auto read = run_reader(table);
  std::vector<RunRow> runs;
  while (table.next()) {
    runs.push_back(read(table));
    if (runs.back().totals.solved > runs.back().totals.puzzles) {
      table.refuse(table.column("solved"), "greater than the number of puzzles");
    }
  }
  check_digest(table, digests, kRunsFile);
  return runs;
}

/// Derives the rows of one dataset from its run rows.
std::vector<SavedRow> rows_of_dataset(std::span<const RunRow> runs) {
  DatasetPlan plan;
  plan.key = runs.front().key;
  std::vector<SkippedSolver> skipped;
  for (const RunRow& run : runs) {
    if (!has_run(run.verdict)) {
      skipped.push_back({run.key.engine, run.verdict});
    } else if (std::ranges::find(plan.engines, run.key.engine) == plan.engines.end()) {
      plan.engines.push_back(run.key.engine);
    }
  }
  DatasetRows rows(plan);
  for (const RunRow& run : runs) {
    if (!has_run(run.verdict)) continue;
    const auto engine = std::ranges::find(plan.engines, run.key.engine);
    rows.add_run(static_cast<std::size_t>(engine - plan.engines.begin()), run);
  }
  std::vector<SavedRow> saved;
  for (const SummaryRow& row : rows.summary(skipped)) {
    saved.push_back({row.key, row.totals, row.verdict});
  }
  return saved;
}

std::vector<SavedRow> rows_of(const std::vector<RunRow>& runs) {
  std::vector<SavedRow> rows;
  for (auto begin = runs.begin(); begin != runs.end();) {
    const auto end = std::find_if(begin, runs.end(), [&](const RunRow& run) {
      return run.key.dataset != begin->key.dataset;
    });
    for (SavedRow& row : rows_of_dataset({begin, end})) rows.push_back(std::move(row));
    begin = end;
  }
  return rows;
}

/// Adds the blocks of blocks.csv to their rows.
void load_blocks(const std::string& path, const FileDigests& digests, std::vector<SavedRow>& rows) {
  CsvTable table(path);
  const auto read = block_reader(table);
  while (table.next()) {
    const BlockRow block = read(table);
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const SavedRow& candidate) {
      return candidate.key.engine == block.engine && candidate.key.dataset == block.dataset;
    });
    if (row == rows.end()) {
      throw InputError(path, {table.line(), 0},
                       fmt::format("{} on {} is not in runs.csv", block.engine, block.dataset));
    }
    row->add_block(block);
  }
  check_digest(table, digests, kBlocksFile);
}

/// Checks the digests of the files that are not needed. What damaged one of them may have damaged
/// others, too.
void check_unread(const std::filesystem::path& directory, const FileDigests& digests) {
  for (const char* name : {kSummaryFile, kPuzzlesFile}) {
    std::error_code error;
    const std::filesystem::path path = directory / name;
    const bool is_missing = name == kPuzzlesFile && !std::filesystem::exists(path, error);
    if (!digests.contains(name) || is_missing) continue;
    CsvTable table(path.string());
    check_digest(table, digests, name);
  }
}

/// Returns the name of the CPU in context.json; empty if there is none.
std::string cpu_of(const nlohmann::ordered_json& context) {
  const auto machine = context.find("machine");
  if (machine == context.end() || !machine->is_object()) return {};
  const auto cpu = machine->find("cpu");
  return cpu != machine->end() && cpu->is_string() ? cpu->get<std::string>() : std::string();
}

/// Returns the measured shard, such as "shard 0 of 2"; empty without --shard.
std::string part_of(const nlohmann::ordered_json& context, const std::string& path) {
  const auto shard = context.find("shard");
  if (shard == context.end()) return {};
  try {
    return fmt::format("shard {} of {}", whole_number(shard->at("number")),
                       whole_number(shard->at("count")));
  } catch (const nlohmann::json::exception&) {
    throw InputError(path, "is damaged: shard is not valid");
  }
}

/// Reads context.json, if there is one, and returns the digests of the other files.
FileDigests load_context(const std::filesystem::path& path, SavedRun& run) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const StoredJson context = read_json_file(path.string());
  refuse_old_schema(context.object, path.string());
  run.cpu = cpu_of(context.object);
  run.part = part_of(context.object, path.string());
  const auto task = context.object.find("task");
  if (task != context.object.end()) {
    run.task = task_of(*task);
    if (!run.task) throw InputError(path.string(), "is damaged: task is not valid");
  }
  return file_digests_of(context, path.string());
}

}  // namespace

SavedRun load_run(const std::filesystem::path& directory) {
  SavedRun run;
  run.path = directory.string();
  const FileDigests digests = load_context(directory / kContextFile, run);
  run.rows = rows_of(load_run_rows((directory / kRunsFile).string(), digests));
  load_blocks((directory / kBlocksFile).string(), digests, run.rows);
  check_unread(directory, digests);
  return run;
}

}  // namespace sudoku
