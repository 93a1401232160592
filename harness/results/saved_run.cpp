#include "harness/results/saved_run.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/bench_columns.h"
#include "harness/results/csv_table.h"
#include "harness/results/file_digests.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

/// Reads the table to its end, and proves it where its digest is known.
void prove(CsvTable& table, const FileDigests& digests, const char* name) {
  const auto digest = digests.find(name);
  if (digest != digests.end()) table.expect_digest(digest->second);
}

std::vector<SavedRow> load_summary(const std::string& path, const FileDigests& digests) {
  CsvTable table(path);
  const auto read = summary_reader(table);
  std::vector<SavedRow> rows;
  while (table.next()) {
    const SummaryRow row = read(table);
    const Totals& totals = row.tally.totals;
    if (totals.solved > totals.puzzles) {
      table.refuse(table.column("solved"), "more than there are puzzles");
    }
    rows.push_back({row.key, totals, row.verdict, {}, 0});
  }
  prove(table, digests, kSummaryFile);
  return rows;
}

/// Whatever changed a file, its sums have to be those of the others.
void refuse_other_sums(const std::string& path, const SavedRow& row, const Totals& sums) {
  const auto refuse_unlike = [&](const char* column, auto sum, auto said) {
    if (sum == said) return;
    throw InputError(path, fmt::format("the {} of {} on {} add up to {}, and summary.csv has {}",
                                       column, row.key.engine, row.key.dataset, sum, said));
  };
  refuse_unlike("puzzles", sums.puzzles, row.totals.puzzles);
  refuse_unlike("wall_ns", sums.wall_ns, row.totals.wall_ns);
  refuse_unlike("cpu_ns", sums.cpu_ns, row.totals.cpu_ns);
}

/// Adds the blocks to their rows.
void load_blocks(const std::string& path, const FileDigests& digests, std::vector<SavedRow>& rows) {
  CsvTable table(path);
  const auto read = block_reader(table);
  const bool tells_solved = table.find_column("solved").has_value();
  std::vector<Totals> sums(rows.size());
  while (table.next()) {
    const BlockRow block = read(table);
    const Totals& totals = block.totals;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const SavedRow& candidate) {
      return candidate.key.engine == block.engine && candidate.key.dataset == block.dataset;
    });
    if (row == rows.end()) {
      throw InputError(path, {table.line(), 0},
                       fmt::format("{} on {} is not in summary.csv", block.engine, block.dataset));
    }
    sums[static_cast<std::size_t>(row - rows.begin())] += totals;
    const bool is_answered = tells_solved ? has_answered_all(totals)
                                          : totals.skipped == 0 && has_answered_all(row->totals);
    if (totals.puzzles == 0 || !is_answered) {
      ++row->unanswered_blocks;
      continue;
    }
    const auto puzzles = static_cast<double>(totals.puzzles);
    row->blocks[{block.first_puzzle, block.puzzles_digest}].push_back(
        {{static_cast<double>(totals.wall_ns) / puzzles,
          static_cast<double>(totals.cpu_ns) / puzzles},
         static_cast<double>(block.reference_ns)});
  }
  prove(table, digests, kBlocksFile);
  if (!digests.contains(kBlocksFile)) return;
  for (std::size_t i = 0; i < rows.size(); ++i) refuse_other_sums(path, rows[i], sums[i]);
}

/// Nothing is read from these, but what was changed in one may have been in others, too. That of
/// the puzzles is large, and may be left out.
void prove_unread(const std::filesystem::path& directory, const FileDigests& digests) {
  for (const char* name : {kRunsFile, kPuzzlesFile}) {
    std::error_code error;
    const std::filesystem::path path = directory / name;
    const bool is_left_out = name == kPuzzlesFile && !std::filesystem::exists(path, error);
    if (!digests.contains(name) || is_left_out) continue;
    CsvTable table(path.string());
    while (table.next()) {
    }
    prove(table, digests, name);
  }
}

/// The name of the processor in context.json.
std::string cpu_of(const nlohmann::ordered_json& context) {
  const auto machine = context.find("machine");
  if (machine == context.end() || !machine->is_object()) return {};
  const auto cpu = machine->find("cpu");
  return cpu != machine->end() && cpu->is_string() ? cpu->get<std::string>() : std::string();
}

/// "shard 0 of 2"; empty for the whole.
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

/// What there is of context.json, which results need not have. Returns the digests of the others.
FileDigests load_context(const std::filesystem::path& path, SavedRun& run) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const StoredJson context = read_json_file(path.string());
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
  run.rows = load_summary((directory / kSummaryFile).string(), digests);
  load_blocks((directory / kBlocksFile).string(), digests, run.rows);
  prove_unread(directory, digests);
  return run;
}

}  // namespace sudoku
