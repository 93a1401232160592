#include "harness/results/saved_run.h"

#include <algorithm>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/old_counts.h"

namespace sudoku {
namespace {

void refuse_old_schema(const nlohmann::ordered_json& context, const std::string& path) {
  const auto version = context.find("schema_version");
  if (version == context.end() || !version->is_number() || *version >= kOldestSchema) return;
  throw InputError(path, fmt::format("has schema {}; this version reads schema {} and later",
                                     version->dump(), kOldestSchema));
}

/// Returns the digests in context.json.
FileDigests digests_in(const StoredJson& context, const std::string& path) {
  if (!context.has_digest && context.object.contains("schema_version")) {
    throw InputError(path, "has been modified: it has no digest");
  }
  FileDigests digests;
  if (!context.has_digest || !context.object.contains("files")) return digests;
  for (const auto& [name, text] : context.object["files"].items()) {
    const auto digest = text.is_string() ? parse_digest(text.get<std::string>()) : std::nullopt;
    if (!digest) throw InputError(path, "is damaged: files has no digest of " + name);
    digests[name] = *digest;
  }
  return digests;
}

/// Adds the blocks of blocks.csv to their rows.
void load_blocks(const SavedFiles& files, std::vector<SavedRow>& rows) {
  RowReader<BlockRow> table(files.file(kBlocksFile));
  for (; table.row(); table.advance()) {
    const BlockRow& block = *table.row();
    SavedRow* row = find_row(rows, block.engine, block.dataset);
    if (row == nullptr) {
      table.refuse_row(fmt::format("{} on {} is not in summary.csv", block.engine, block.dataset));
    }
    row->add_block(block);
  }
  files.check_digest(table, kBlocksFile);
}

/// Checks the digests of the files that are not needed. If one of them is damaged, others may be
/// damaged as well.
void check_unread(const SavedFiles& files) {
  for (const char* name : {kRunsFile, kPuzzlesFile}) {
    std::error_code error;
    const bool is_missing =
        name == kPuzzlesFile && !std::filesystem::exists(files.file(name), error);
    if (!files.digests.contains(name) || is_missing) continue;
    CsvTable table(files.file(name));
    files.check_digest(table, name);
  }
}

/// Sets members of the run from context.json.
void read_context(const SavedFiles& files, SavedRun& run) {
  const std::string path = files.file(kContextFile);
  const nlohmann::ordered_json& context = files.context;
  const auto machine = context.value("machine", nlohmann::ordered_json());
  if (machine.is_object() && machine.contains("cpu") && machine["cpu"].is_string()) {
    run.cpu = one_line(machine["cpu"].get<std::string>());
  }
  if (context.contains("task")) {
    run.task = context["task"];
    if (!is_task(*run.task)) throw InputError(path, "is damaged: task is not valid");
  }
  const bool is_shard = context.contains("shard");
  const auto& part = is_shard ? context["shard"] : context;
  try {
    run.is_whole = part.value("whole", true);
    if (!is_shard) return;
    run.part = fmt::format("shard {} of {}", whole_number(part.at("number")),
                           whole_number(part.at("count")));
  } catch (const nlohmann::json::exception&) {
    throw InputError(path,
                     fmt::format("is damaged: {} is not valid", is_shard ? "shard" : "whole"));
  }
}

/// Marks the rows of the user's own solvers.
void mark_own_solvers(const SavedFiles& files, std::vector<SavedRow>& rows) {
  if (files.context.is_null()) return;
  try {
    const std::vector<std::string> own = own_engines_of(files.context);
    for (SavedRow& row : rows) row.is_own = std::ranges::find(own, row.key.engine) != own.end();
  } catch (const std::exception&) {
    throw InputError(files.file(kContextFile), "is damaged: own_engines is not valid");
  }
}

std::vector<SavedRow> load_summary(const SavedFiles& files) {
  std::vector<SavedRow> rows;
  for (SummaryRow& row : files.load_rows<SummaryRow>(kSummaryFile)) {
    rows.push_back({std::move(row)});
  }
  mark_own_solvers(files, rows);
  return rows;
}

/// Reads context.json, which may be missing.
SavedFiles read_files_of_run(const std::filesystem::path& directory) {
  std::error_code error;
  if (std::filesystem::exists(directory / kContextFile, error)) return read_saved_files(directory);
  return {directory};
}

}  // namespace

void SavedRow::add_block(const BlockRow& block) {
  const auto time = block_time_of(block.totals);
  times[{block.repetition, block.first_puzzle}] = time;
  if (!time || time->is_lower_bound) {
    ++unsolved_blocks;
    return;
  }
  blocks[{block.first_puzzle, block.puzzles_digest}].push_back(
      {*time, static_cast<double>(block.reference_ns)});
}

std::vector<std::span<const SavedRow>> by_dataset(std::span<const SavedRow> rows) {
  std::vector<std::span<const SavedRow>> parts;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(first, rows.end(), [&first](const SavedRow& row) {
      return row.key.dataset != first->key.dataset;
    });
    parts.emplace_back(first, last);
    first = last;
  }
  return parts;
}

std::vector<BlockTimes> times_of(std::span<const SavedRow> rows) {
  std::map<SavedRow::BlockRun, BlockTimes> blocks;  // the times of each row in a block
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [block, time] : rows[i].times) {
      blocks[block].resize(rows.size());
      blocks[block][i] = time;
    }
  }
  std::vector<BlockTimes> times(rows.size());
  unsigned repetition = 0;
  for (const auto& [block, own] : blocks) {
    const bool is_next = block.first != std::exchange(repetition, block.first);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (is_next && times[i].size() % 2 != 0) times[i].emplace_back();
      times[i].push_back(own[i]);
    }
  }
  return times;
}

void SavedFiles::check_digest(CsvTable& table, const char* name) const {
  const auto digest = digests.find(name);
  if (digest != digests.end()) table.expect_digest(digest->second);
}

SavedFiles read_saved_files(const std::filesystem::path& directory) {
  const std::string path = (directory / kContextFile).string();
  StoredJson context = read_json_file(path);
  refuse_old_schema(context.object, path);
  FileDigests digests = digests_in(context, path);
  return {directory, std::move(context.object), std::move(digests)};
}

DatasetTables load_tables(const std::filesystem::path& directory) {
  const SavedFiles files = read_files_of_run(directory);
  const auto runs = files.load_rows<RunRow>(kRunsFile);
  std::vector<SavedRow> rows = load_summary(files);
  if (std::ranges::any_of(rows, &SavedRow::is_own)) load_blocks(files, rows);
  for (SavedRow& row : rows) {
    std::vector<RunRow> own_runs;
    std::ranges::copy_if(runs, std::back_inserter(own_runs), [&row](const RunRow& run) {
      return run.key.engine == row.key.engine && run.key.dataset == row.key.dataset;
    });
    if (!own_runs.empty()) row.pass_puzzles = own_runs.front().totals.given();
    row.spread = spread_of(own_runs);
  }
  DatasetTables tables;
  for (const std::span<const SavedRow> of_dataset : by_dataset(rows)) {
    tables.emplace_back(of_dataset.begin(), of_dataset.end());
    compare_own_solvers(tables.back(), times_of(of_dataset));
  }
  if (tables.empty()) throw InputError(files.file(kSummaryFile), "has no rows");
  return tables;
}

bool has_counts(const std::filesystem::path& directory) {
  if (has_old_counts(directory)) return true;
  return command_of(read_files_of_run(directory).context) == "count";
}

std::vector<CountResult> load_counts(const std::filesystem::path& directory) {
  if (has_old_counts(directory)) return {load_old_counts(directory)};
  const SavedFiles files = read_files_of_run(directory);
  std::vector<CountResult> counts;
  const auto rows = files.load_rows<SummaryRow>(kSummaryFile);
  try {
    const nlohmann::ordered_json& context = files.context;
    const bool is_shard = context.contains("shard");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CountResult& count = counts.emplace_back();
      count.row = rows[i];
      count.dataset = dataset_of(context.at("datasets").at(i));
      count.is_whole = (is_shard ? context["shard"] : context).at("whole").get<bool>();
      if (!is_shard) continue;
      count.shard = {whole_number(context["shard"].at("number")),
                     whole_number(context["shard"].at("count"))};
    }
  } catch (const std::exception& error) {
    throw InputError(files.file(kContextFile), fmt::format("is damaged: {}", untagged(error)));
  }
  return counts;
}

SavedRun load_run(const std::filesystem::path& directory) {
  SavedRun run;
  run.path = one_line(directory.string());
  const SavedFiles files = read_files_of_run(directory);
  if (!files.context.is_null()) read_context(files, run);
  run.rows = load_summary(files);
  load_blocks(files, run.rows);
  check_unread(files);
  for (SavedRow& row : run.rows) {
    for (auto* name : {&row.key.engine, &row.key.dataset, &row.baseline}) *name = one_line(*name);
  }
  return run;
}

}  // namespace sudoku
