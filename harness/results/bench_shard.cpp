#include "harness/results/bench_shard.h"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <fmt/format.h>

#include "harness/dataset/digest.h"
#include "harness/dataset/shard_tiling.h"
#include "harness/errors.h"
#include "harness/results/csv_table.h"
#include "harness/units.h"

namespace sudoku {
namespace {

using Json = nlohmann::json;

constexpr const char* kContext = "context.json";
constexpr const char* kRuns = "runs.csv";
constexpr const char* kSummary = "summary.csv";

std::uint64_t digest_of(const Json& text) {
  std::uint64_t value = 0;
  const std::string digits = text.get<std::string>();
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

RunContext::DatasetEntry dataset_of(const Json& json) {
  RunContext::DatasetEntry entry{json.at("path"), json.at("puzzles"), json.at("rejected"),
                                 digest_of(json.at("digest"))};
  entry.part = {json.at("file_bytes"),
                digest_of(json.at("file_digest")),
                {json.at("begin_byte"), json.at("end_byte")}};
  return entry;
}

void load_context(BenchShard& shard) {
  const std::string path = shard.file(kContext);
  std::ifstream file(path);
  if (!file) throw InputError(path, "cannot be opened");
  shard.context = Json::parse(file, nullptr, false);
  if (!shard.context.is_object()) throw InputError(path, "is damaged: no JSON object");
  if (!shard.context.contains("shard")) {
    throw InputError(path, "is of no shard, as bench --shard measures it");
  }
  try {
    const Json& json = shard.context.at("shard");
    shard.shard = {json.at("number"), json.at("count")};
    shard.task = json.at("task").get<decltype(shard.task)>();
    if (!json.at("whole").get<bool>()) {
      throw InputError(path,
                       fmt::format("shard {} has not been solved to its end", shard.shard.number));
    }
    for (const Json& dataset : shard.context.at("datasets")) {
      shard.datasets.push_back(dataset_of(dataset));
    }
  } catch (const Json::exception& error) {
    throw InputError(path, fmt::format("is damaged: {}", error.what()));
  }
}

RunRecord read_run(const CsvTable& table) {
  const auto number = [&table](const char* name) { return table.number(table.column(name)); };
  RunRecord run;
  run.key = {std::string(table.text(table.column("engine"))),
             std::string(table.text(table.column("dataset"))),
             table.digest(table.column("dataset_digest")),
             number("max_solutions"),
             static_cast<unsigned>(number("threads")),
             number("seed")};
  run.repetition = static_cast<unsigned>(number("repetition"));
  const std::size_t verdict = table.column("verdict");
  const auto named = verdict_named(table.text(verdict));
  if (!named) table.refuse(verdict, "no verdict");
  run.verdict = *named;
  Totals& totals = run.totals;
  totals.puzzles = number("puzzles");
  totals.solved = number("solved");
  totals.timeouts = number("timeouts");
  totals.skipped = number("skipped");
  (run.verdict == Verdict::wrong ? totals.wrong : totals.disagreements) = number("errors");
  totals.solutions = table.count(table.column("solutions"));
  totals.guesses = number("guesses");
  totals.wall_ns = static_cast<std::int64_t>(number("wall_ns"));
  totals.cpu_ns = static_cast<std::int64_t>(number("cpu_ns"));
  totals.blocks = number("blocks");
  totals.repeated = number("repeated_blocks");
  totals.interfered = number("interfered_blocks");
  totals.switches = number("involuntary_switches");
  totals.answer_digest = table.digest(table.column("answer_digest"));
  return run;
}

/// Throws unless the row is of a dataset of the run, and of all its puzzles.
void check_run(const BenchShard& shard, const RunRecord& run, std::uint64_t line) {
  const auto dataset =
      std::find_if(shard.datasets.begin(), shard.datasets.end(),
                   [&run](const auto& entry) { return entry.path == run.key.dataset; });
  const std::uint64_t isomorphs = parse_number(shard.option("isomorphs")).value_or(1);
  const bool fits = dataset != shard.datasets.end() && dataset->digest == run.key.dataset_digest &&
                    (!has_run(run.verdict) ||
                     run.totals.puzzles + run.totals.skipped == dataset->puzzles * isomorphs);
  if (fits) return;
  throw InputError(shard.file(kRuns), {line, 0},
                   "the row is not of the puzzles that context.json tells of");
}

void load_runs(BenchShard& shard) {
  CsvTable table(shard.file(kRuns));
  while (table.next()) {
    shard.runs.push_back(read_run(table));
    check_run(shard, shard.runs.back(), table.line());
  }
}

void load_scores(BenchShard& shard) {
  CsvTable table(shard.file(kSummary));
  while (table.next()) {
    const auto real = [&table](const char* name) { return table.real(table.column(name)); };
    shard.scores.push_back({real("par2_s"), real("vbs_par2_s"), real("vbs_share")});
  }
}

/// Rows at the same place are of the same engine, dataset and repetition.
void check_rows(const BenchShard& shard, const BenchShard& first) {
  const auto is_alike = [](const RunRecord& a, const RunRecord& b) {
    return a.key.engine == b.key.engine && a.repetition == b.repetition &&
           has_run(a.verdict) == has_run(b.verdict) &&
           (has_run(a.verdict) || a.verdict == b.verdict);
  };
  const bool are_alike = std::equal(shard.runs.begin(), shard.runs.end(), first.runs.begin(),
                                    first.runs.end(), is_alike);
  if (!are_alike || shard.scores.size() != first.scores.size()) {
    throw InputError(shard.file(kRuns), fmt::format("the engines that have run are not those of {}",
                                                    first.file(kRuns)));
  }
}

/// Throws where a value is unlike that of the first shard.
void check_value(const BenchShard& shard, const BenchShard& first, std::string_view what,
                 const std::string& value, const std::string& expected) {
  if (value == expected) return;
  throw InputError(shard.file(kContext), fmt::format("{} is '{}', not '{}', as in {}", what, value,
                                                     expected, first.file(kContext)));
}

void check_task(const BenchShard& shard, const BenchShard& first) {
  check_value(shard, first, "shards", fmt::format("{}", shard.shard.count),
              fmt::format("{}", first.shard.count));
  for (const auto& [name, value] : first.task) {
    check_value(shard, first, name, shard.option(name), value);
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

std::string BenchShard::option(const std::string& name) const {
  const auto found = task.find(name);
  return found == task.end() ? std::string() : found->second;
}

BenchShard load_bench_shard(const std::filesystem::path& directory) {
  BenchShard shard;
  shard.directory = directory;
  load_context(shard);
  load_runs(shard);
  load_scores(shard);
  return shard;
}

void order_bench_shards(std::vector<BenchShard>& shards) {
  for (const BenchShard& shard : shards) check_task(shard, shards.front());
  std::stable_sort(shards.begin(), shards.end(),
                   [](const auto& a, const auto& b) { return a.shard.number < b.shard.number; });
  for (std::size_t i = 0; i < shards.front().datasets.size(); ++i) {
    std::vector<ShardPart> parts;
    for (const BenchShard& shard : shards) {
      parts.push_back({shard.file(kContext), {}, shard.shard, shard.datasets[i].part->range});
    }
    prove_tiling(parts);
  }
}

}  // namespace sudoku
