#include "harness/results/bench_shard.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/bench_columns.h"
#include "harness/results/csv_table.h"
#include "harness/results/result_files.h"
#include "harness/results/shard_tiling.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

/// A digest, where the context has to have one.
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

/// Takes over what stands in the context, whatever its types.
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
    throw InputError(path, "was not measured with bench --shard");
  }
  if (!stored.has_digest) {
    throw InputError(path, "has no digest, being of an earlier version: run the shard again");
  }
  bool is_whole = false;
  try {
    is_whole = shard.context.at("shard").at("whole").get<bool>();
    read_context(shard);
  } catch (const std::exception& error) {  // of JSON, and those above
    throw InputError(path, fmt::format("is damaged: {}", error.what()));
  }
  if (!is_whole) {
    throw InputError(path, fmt::format("shard {} was not solved to the end", shard.shard.number));
  }
  shard.digests = file_digests_of(stored, path);
  for (const char* name : {kRunsFile, kBlocksFile, kSummaryFile, kPuzzlesFile}) {
    if ((name != kPuzzlesFile || shard.has_puzzles()) && !shard.digests.contains(name)) {
      throw InputError(path, fmt::format("has no digest of {}", name));
    }
  }
}

/// Whether the totals are those of a pass, which may have gone any way.
bool is_possible(const RunRow& run) {
  const Totals& totals = run.totals;
  if (!has_run(run.verdict)) return totals.puzzles + totals.skipped + totals.blocks == 0;
  const std::uint64_t errors = totals.wrong + totals.disagreements;
  const bool tells_errors = run.verdict == Verdict::wrong || run.verdict == Verdict::disagreement;
  const bool tells_wrong = run.verdict == Verdict::wrong;
  const bool has_answers =
      totals.solutions != 0 || totals.guesses != 0 || totals.answer_digest != 0;
  return totals.solved <= totals.puzzles && totals.timeouts <= totals.puzzles &&
         totals.gave_up <= totals.puzzles &&
         totals.solved + totals.timeouts + totals.gave_up + totals.failed == totals.puzzles &&
         errors <= totals.puzzles + 1 &&  // one may be of the repetition
         (errors > 0) == tells_errors && (totals.wrong > 0) == tells_wrong &&
         totals.failed <= errors && totals.interfered_ns <= totals.wall_ns &&
         (totals.solved > 0 || !has_answers) &&
         (run.key.max_solutions == 0 || errors > 0 ||
          totals.solutions <= SolutionCount{totals.solved} * run.key.max_solutions) &&
         totals.repeated <= totals.blocks && totals.interfered <= totals.blocks;
}

/// Throws unless the row is of a dataset of the run, of all its puzzles, and of the task.
void check_run(const BenchShard& shard, const RunRow& run, std::uint64_t line) {
  const auto dataset =
      std::find_if(shard.datasets.begin(), shard.datasets.end(),
                   [&run](const auto& entry) { return entry.path == run.key.dataset; });
  const std::string path = shard.file(kRunsFile);
  const bool fits = dataset != shard.datasets.end() && dataset->digest == run.key.dataset_digest &&
                    (!has_run(run.verdict) || run.totals.puzzles + run.totals.skipped ==
                                                  dataset->puzzles * shard.number("isomorphs"));
  if (!fits) {
    throw InputError(path, {line, 0}, "the row does not match the datasets of context.json");
  }
  if (run.key.max_solutions != shard.number("max_solutions") ||
      run.key.threads != shard.number("threads") || run.key.seed != shard.number("seed") ||
      (run.engine_seed && *run.engine_seed != run.key.seed + run.repetition)) {
    throw InputError(path, {line, 0}, "the row does not match the task of context.json");
  }
  if (!is_possible(run)) {
    throw InputError(path, {line, 0}, "these totals are impossible");
  }
}

void load_runs(BenchShard& shard) {
  CsvTable table(shard.file(kRunsFile));
  const auto read = run_reader(table);
  while (table.next()) {
    shard.runs.push_back(read(table));
    check_run(shard, shard.runs.back(), table.line());
  }
  table.expect_digest(shard.digests.at(kRunsFile));
}

/// Throws for a score that cannot be.
void check_score(const CsvTable& table, const char* name, std::optional<double> score,
                 double most) {
  if (score && !(*score >= 0 && *score <= most))
    table.refuse(table.column(name), "not a possible score");
}

/// Throws for squares that no numbers of successes have which add up to `solved`.
void check_successes(const CsvTable& table, const SummaryRow& row) {
  if (!row.success_squares) return;
  const SolutionCount solved = row.tally.totals.solved;
  if (*row.success_squares >= solved && *row.success_squares <= solved * solved) return;
  table.refuse(table.column("success_squares"), "not possible with so many solved");
}

/// Throws unless the row of the summary adds up the rows of runs.csv.
void check_summary(const BenchShard& shard, const CsvTable& table) {
  const SummaryRow& row = shard.summary.back();
  Totals sum;
  for (const RunRow& run : shard.runs) {
    if (run.key.engine == row.key.engine && run.key.dataset == row.key.dataset) sum += run.totals;
  }
  if (has_totals(table, sum)) return;
  throw InputError(shard.file(kSummaryFile), {table.line(), 0},
                   "the row is not the sum of those of runs.csv");
}

void load_summary(BenchShard& shard) {
  constexpr double kMostSeconds = std::numeric_limits<double>::max();
  CsvTable table(shard.file(kSummaryFile));
  const auto read = summary_reader(table);
  while (table.next()) {
    const SummaryRow& row = shard.summary.emplace_back(read(table));
    check_score(table, "par2_s", row.par2_s, kMostSeconds);
    check_score(table, "vbs_par2_s", row.vbs_par2_s, kMostSeconds);
    check_score(table, "vbs_share", row.vbs_share, 1);
    check_successes(table, row);
    check_summary(shard, table);
  }
  table.expect_digest(shard.digests.at(kSummaryFile));
}

/// Rows at the same place are of the same engine, dataset and repetition.
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
    throw InputError(
        shard.file(kRunsFile),
        fmt::format("the engines that have run are not those of {}", first.file(kRunsFile)));
  }
}

/// Throws where a value is unlike that of the first shard.
void check_value(const BenchShard& shard, const BenchShard& first, std::string_view what,
                 const std::string& value, const std::string& expected) {
  if (value == expected) return;
  throw InputError(shard.file(kContextFile),
                   fmt::format("{} is '{}', not '{}', as in {}", what, value, expected,
                               first.file(kContextFile)));
}

void check_task(const BenchShard& shard, const BenchShard& first) {
  check_value(shard, first, "shards", fmt::format("{}", shard.shard.count),
              fmt::format("{}", first.shard.count));
  if (const auto unlike = find_difference(shard.task, first.task)) {
    throw InputError(shard.file(kContextFile),
                     fmt::format("{} is {}, not {}, as in {}", unlike->option, unlike->value,
                                 unlike->other, first.file(kContextFile)));
  }
  check_value(shard, first, "engines", shard.context.value("engines", Json()).dump(),
              first.context.value("engines", Json()).dump());
  check_value(shard, first, "number of datasets", fmt::format("{}", shard.datasets.size()),
              fmt::format("{}", first.datasets.size()));
  for (std::size_t i = 0; i < first.datasets.size(); ++i) {
    const auto& part = *shard.datasets[i].part;
    const auto& expected = *first.datasets[i].part;
    const std::string& path = shard.datasets[i].path;
    check_value(shard, first, "file_bytes of " + path, fmt::format("{}", part.file_bytes),
                fmt::format("{}", expected.file_bytes));
    check_value(shard, first, "file_digest of " + path, format_digest(part.file_digest),
                format_digest(expected.file_digest));
  }
  check_rows(shard, first);
}

}  // namespace

std::uint64_t BenchShard::schema_version() const {
  const auto version = context.find("schema_version");
  return version == context.end() ? 0 : whole_number(*version);
}

BenchShard load_bench_shard(const std::filesystem::path& directory) {
  BenchShard shard;
  shard.directory = directory;
  load_context(shard);
  load_runs(shard);
  load_summary(shard);
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
    prove_tiling(parts);
  }
}

}  // namespace sudoku
