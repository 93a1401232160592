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
  DatasetTables tables;
  for (SummaryRow& row : files.load_rows<SummaryRow>(kSummaryFile)) {
    std::vector<RunRow> own_runs;
    std::ranges::copy_if(runs, std::back_inserter(own_runs), [&row](const RunRow& run) {
      return run.key.engine == row.key.engine && run.key.dataset == row.key.dataset;
    });
    if (!own_runs.empty()) row.pass_puzzles = own_runs.front().totals.given();
    row.spread = spread_of(own_runs);
    const bool is_new = tables.empty() || tables.back().front().key.dataset != row.key.dataset;
    if (is_new) tables.emplace_back();
    tables.back().push_back(std::move(row));
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
  for (SummaryRow& row : files.load_rows<SummaryRow>(kSummaryFile)) {
    run.rows.push_back({std::move(row)});
  }
  load_blocks(files, run.rows);
  check_unread(files);
  for (SavedRow& row : run.rows) {
    for (auto* name : {&row.key.engine, &row.key.dataset, &row.baseline}) *name = one_line(*name);
  }
  return run;
}

}  // namespace sudoku
