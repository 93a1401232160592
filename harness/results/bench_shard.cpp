#include "harness/results/bench_shard.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/bench_columns.h"
#include "harness/results/csv_table.h"
#include "harness/results/shard_tiling.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t digest_of(const Json& json) {
  const auto digest = parse_digest(json.get<std::string>());
  if (!digest) throw std::invalid_argument("a digest is not valid");
  return *digest;
}

RunContext::DatasetEntry dataset_of(const Json& json) {
  RunContext::DatasetEntry entry{from_json_text(json.at("path").get<std::string>()),
                                 whole_number(json.at("puzzles")),
                                 whole_number(json.at("rejected")), digest_of(json.at("digest"))};
  entry.part = {whole_number(json.at("file_bytes")),
                digest_of(json.at("file_digest")),
                {whole_number(json.at("begin_byte")), whole_number(json.at("end_byte"))}};
  if (json.contains("shape")) {
    const auto shape = parse_shape(json.at("shape").get<std::string>());
    if (!shape) throw std::invalid_argument("a shape is not valid");
    entry.shape = *shape;
  }
  return entry;
}

/// Reads members of the context. Throws if one is missing or of another type.
void read_context(BenchShard& shard) {
  const Json& json = shard.context.at("shard");
  shard.shard = {whole_number(json.at("number")), whole_number(json.at("count"))};
  const auto task = task_of(shard.context.at("task"));
  if (!task) throw std::invalid_argument("task is not valid");
  shard.task = *task;
  for (const Json& dataset : shard.context.at("datasets")) {
    shard.datasets.push_back(dataset_of(dataset));
  }
}

void load_context(BenchShard& shard) {
  const std::string path = shard.file(kContextFile);
  const StoredJson stored = read_json_file(path);
  shard.context = stored.object;
  if (!shard.context.contains("shard")) {
    throw InputError(path, "is not the result of bench --shard");
  }
  refuse_old_schema(shard.context, path);
  shard.digests = file_digests_of(stored, path);
  bool is_whole = false;
  try {
    is_whole = shard.context.at("shard").at("whole").get<bool>();
    read_context(shard);
  } catch (const std::exception& error) {
    throw InputError(path, fmt::format("is damaged: {}", error.what()));
  }
  if (!is_whole) {
    throw InputError(path, fmt::format("shard {} did not run to its end", shard.shard.number));
  }
  for (const char* name : {kRunsFile, kBlocksFile, kSummaryFile, kPuzzlesFile}) {
    if ((name != kPuzzlesFile || shard.has_puzzles()) && !shard.digests.contains(name)) {
      throw InputError(path, fmt::format("has no digest of {}", name));
    }
  }
}

/// Reads all rows of a file and checks its digest.
template <typename Row>
std::vector<Row> load_rows(const BenchShard& shard, const char* name,
                           RowReader<Row> (*reader)(const CsvTable&)) {
  CsvTable table(shard.file(name));
  const auto read = reader(table);
  std::vector<Row> rows;
  while (table.next()) rows.push_back(read(table));
  table.expect_digest(shard.digests.at(name));
  return rows;
}

/// Throws unless both have rows for the same engines, datasets and repetitions in the same order.
void check_rows(const BenchShard& shard, const BenchShard& first) {
  const auto is_alike = [](const RunRow& a, const RunRow& b) {
    return a.key.engine == b.key.engine && a.repetition == b.repetition &&
           has_run(a.verdict) == has_run(b.verdict) &&
           (has_run(a.verdict) || a.verdict == b.verdict);
  };
  const auto is_same_row = [](const auto& a, const auto& b) {
    return a.key.engine == b.key.engine;
  };
  const bool are_alike = std::equal(shard.runs.begin(), shard.runs.end(), first.runs.begin(),
                                    first.runs.end(), is_alike) &&
                         std::equal(shard.summary.begin(), shard.summary.end(),
                                    first.summary.begin(), first.summary.end(), is_same_row);
  if (!are_alike) {
    throw InputError(shard.file(kRunsFile), fmt::format("the engines that ran are not those of {}",
                                                        first.file(kRunsFile)));
  }
}

/// Throws if a value is not that of the first shard.
template <typename Value>
void check_value(const BenchShard& shard, const BenchShard& first, std::string_view what,
                 const Value& value, const Value& expected) {
  if (value == expected) return;
  throw InputError(shard.file(kContextFile),
                   fmt::format("{} is '{}', not '{}', as in {}", what, value, expected,
                               first.file(kContextFile)));
}

void check_task(const BenchShard& shard, const BenchShard& first) {
  check_value(shard, first, "shards", shard.shard.count, first.shard.count);
  if (const auto unlike = find_difference(shard.task, first.task)) {
    throw InputError(shard.file(kContextFile),
                     fmt::format("{} is {}, not {}, as in {}", unlike->option, unlike->value,
                                 unlike->other, first.file(kContextFile)));
  }
  check_value(shard, first, "engines", shard.context.value("engines", Json()).dump(),
              first.context.value("engines", Json()).dump());
  check_value(shard, first, "number of datasets", shard.datasets.size(), first.datasets.size());
  for (std::size_t i = 0; i < first.datasets.size(); ++i) {
    const auto& part = *shard.datasets[i].part;
    const auto& expected = *first.datasets[i].part;
    const std::string& path = shard.datasets[i].path;
    check_value(shard, first, "file_bytes of " + path, part.file_bytes, expected.file_bytes);
    check_value(shard, first, "file_digest of " + path, format_digest(part.file_digest),
                format_digest(expected.file_digest));
  }
  check_rows(shard, first);
}

}  // namespace

const RunRow* BenchShard::find_run(std::size_t dataset, const std::string& engine,
                                   unsigned repetition) const {
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const RunRow& row) {
    return row.key.engine == engine && row.repetition == repetition &&
           row.key.dataset == datasets[dataset].path;
  });
  return run == runs.end() ? nullptr : &*run;
}

const SummaryRow* BenchShard::find_summary(std::size_t dataset, const std::string& engine) const {
  const auto row = std::find_if(summary.begin(), summary.end(), [&](const SummaryRow& candidate) {
    return candidate.key.engine == engine && candidate.key.dataset == datasets[dataset].path;
  });
  return row == summary.end() ? nullptr : &*row;
}

BenchShard load_bench_shard(const std::filesystem::path& directory) {
  BenchShard shard;
  shard.directory = directory;
  load_context(shard);
  shard.runs = load_rows(shard, kRunsFile, run_reader);
  shard.summary = load_rows(shard, kSummaryFile, summary_reader);
  return shard;
}

void order_bench_shards(std::vector<BenchShard>& shards) {
  for (const BenchShard& shard : shards) check_task(shard, shards.front());
  std::sort(shards.begin(), shards.end(), [](const auto& a, const auto& b) {
    return std::tie(a.shard.number, a.directory) < std::tie(b.shard.number, b.directory);
  });
  for (std::size_t i = 0; i < shards.front().datasets.size(); ++i) {
    std::vector<ShardPart> parts;
    for (const BenchShard& shard : shards) {
      parts.push_back({shard.file(kContextFile), {}, shard.shard, shard.datasets[i].part->range});
    }
    require_tiling(parts);
  }
}

}  // namespace sudoku
