#include "harness/results/saved_shard.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/old_counts.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

/// Reads members of the context. Throws if one is missing or of another type.
void read_context(SavedShard& shard) {
  const Json& json = shard.context.at("shard");
  shard.shard = {whole_number(json.at("number")), whole_number(json.at("count"))};
  const Json& task = shard.context.at("task");
  if (!is_task(task)) throw std::invalid_argument("task is not valid");
  shard.plan.isomorphs = task.value("isomorphs", 1U);
  shard.plan.baseline = from_json_text(task.value("baseline", ""));
  shard.plan.timeout = std::chrono::nanoseconds(task.value("timeout_ns", std::int64_t{0}));
  shard.plan.own = own_engines_of(shard.context);
  shard.has_puzzles = task.value("per_puzzle", false);
  for (const Json& dataset : shard.context.at("datasets")) {
    shard.datasets.push_back(dataset_of(dataset));
    if (!shard.datasets.back().range) throw std::invalid_argument("begin_byte is missing");
  }
}

void check_context(SavedShard& shard) {
  const std::string path = shard.file(kContextFile);
  if (!shard.context.contains("shard")) {
    throw InputError(path, "is not the result of --shard");
  }
  bool is_whole = false;
  try {
    is_whole = shard.context["shard"].at("whole").get<bool>();
    read_context(shard);
  } catch (const std::exception& error) {
    throw InputError(path, fmt::format("is damaged: {}", untagged(error)));
  }
  if (!is_whole) {
    throw InputError(path, fmt::format("shard {} did not run to its end", shard.shard.number));
  }
  for (const char* name : {kRunsFile, kBlocksFile, kSummaryFile, kPuzzlesFile}) {
    if ((name != kPuzzlesFile || shard.has_puzzles) && !shard.digests.contains(name)) {
      throw InputError(path, fmt::format("has no digest of {}", name));
    }
  }
}

/// Throws unless both shards have rows for the same engines and repetitions in the same order.
void check_rows(const SavedShard& shard, const SavedShard& first) {
  const auto is_alike = [](const RunRow& a, const RunRow& b) {
    const bool is_same_end = has_run(a.verdict) ? has_run(b.verdict) : a.verdict == b.verdict;
    return a.key.engine == b.key.engine && a.repetition == b.repetition && is_same_end;
  };
  const auto engine_of = [](const SummaryRow& row) { return row.key.engine; };
  if (std::ranges::equal(shard.runs, first.runs, is_alike) &&
      std::ranges::equal(shard.summary, first.summary, {}, engine_of, engine_of)) {
    return;
  }
  throw InputError(shard.file(kRunsFile),
                   fmt::format("the engines that ran are not those of {}", first.file(kRunsFile)));
}

void check_task(const SavedShard& shard, const SavedShard& first) {
  if (shard.is_old != first.is_old) {
    throw InputError(shard.directory.string(),
                     fmt::format("has files of another schema than {}", first.directory.string()));
  }
  std::string reason;
  try {
    reason = difference(shard.context, first.context);
  } catch (const std::exception& error) {
    throw InputError(shard.file(kContextFile), fmt::format("is damaged: {}", untagged(error)));
  }
  if (!reason.empty()) {
    throw InputError(shard.file(kContextFile),
                     fmt::format("{}, as in {}", reason, first.file(kContextFile)));
  }
  check_rows(shard, first);
}

/// Loads a shard that an old version of count wrote. Gives it the context that count writes today.
SavedShard load_old_shard(const std::filesystem::path& directory) {
  const OldCount count = load_old_counts(directory);
  SavedShard shard;
  shard.directory = directory;
  shard.is_old = true;
  Json& context = shard.context;
  std::error_code error;
  if (std::filesystem::exists(shard.file(kContextFile), error)) {
    context = read_json_file(shard.file(kContextFile)).object;
  }
  context["command"] = "count";
  context["task"] = count.task;
  context["engines"] = Json::array({to_json_text(count.row.key.engine)});
  context["datasets"] = Json::array({json_of(count.dataset)});
  context["shard"] = {{"number", count.shard->number}, {"count", count.shard->count}};
  if (!count.is_whole) {
    throw InputError(shard.file(kCountsFile),
                     fmt::format("shard {} did not run to its end", count.shard->number));
  }
  read_context(shard);
  shard.runs = {{count.row.key, 0, count.row.totals, count.row.verdict}};
  shard.summary = {count.row};
  return shard;
}

/// Loads a shard. Throws InputError if a file is missing, damaged or of an old schema, or if the
/// run was not a shard or did not finish.
SavedShard load_shard(const std::filesystem::path& directory) {
  if (has_old_counts(directory)) return load_old_shard(directory);
  SavedShard shard;
  static_cast<SavedFiles&>(shard) = read_saved_files(directory);
  check_context(shard);
  shard.runs = shard.load_rows<RunRow>(kRunsFile);
  shard.summary = shard.load_rows<SummaryRow>(kSummaryFile);
  return shard;
}

/// Throws InputError unless shard i has the number i, no shard is missing, and the part of the
/// dataset in each shard begins where the one before ends.
void require_consecutive_shards(const std::vector<SavedShard>& shards, std::size_t dataset) {
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const std::string file = shards[i].file(kContextFile);
    const auto [number, count] = shards[i].shard;
    if (number != i) {
      if (i > 0 && number == shards[i - 1].shard.number) {
        throw InputError(file, fmt::format("shard {} appears twice: also in {}", number,
                                           shards[i - 1].file(kContextFile)));
      }
      const bool is_missing = number < count;
      throw InputError(file, is_missing ? fmt::format("shard {} of {} is missing", i, count)
                                        : fmt::format("shard {} of {} shards", number, count));
    }
    const std::uint64_t begin = shards[i].datasets[dataset].range->begin;
    if (begin != end) {
      throw InputError(file, fmt::format("shard {} begins at byte {}, not {}: {} of {} bytes",
                                         number, begin, end, begin > end ? "a gap" : "an overlap",
                                         std::max(begin, end) - std::min(begin, end)));
    }
    end = shards[i].datasets[dataset].range->end;
  }
  const SavedShard& last = shards.back();
  if (shards.size() == last.shard.count) return;
  throw InputError(last.file(kContextFile),
                   fmt::format("shard {} of {} is missing", shards.size(), last.shard.count));
}

/// Sorts the shards of one run. Throws InputError unless each shard is there once, all have the
/// same datasets, engines and options, and each begins where the one before ends.
void order_shards(std::vector<SavedShard>& shards) {
  for (const SavedShard& shard : shards) check_task(shard, shards.front());
  std::sort(shards.begin(), shards.end(), [](const auto& a, const auto& b) {
    return std::tie(a.shard.number, a.directory) < std::tie(b.shard.number, b.directory);
  });
  for (std::size_t i = 0; i < shards.front().datasets.size(); ++i)
    require_consecutive_shards(shards, i);
}

}  // namespace

std::vector<SavedShard> load_shards(std::span<const std::string> directories) {
  std::vector<SavedShard> shards;
  for (const std::string& directory : directories) shards.push_back(load_shard(directory));
  order_shards(shards);
  return shards;
}

}  // namespace sudoku
