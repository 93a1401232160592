#include "harness/results/shard_merge.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/old_counts.h"
#include "harness/results/saved_shard.h"
#include "harness/stats/scores.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

class ShardMerge {
 public:
  ShardMerge(const std::vector<SavedShard>& shards, ResultDirectory* results)
      : shards_(shards), first_(shards.front()), results_(results) {
    for (const SavedShard& shard : shards) {
      if (!shard.is_old) blocks_.emplace_back(shard.file(kBlocksFile));
      if (!shard.has_puzzles) continue;
      if (!shard.is_old) {
        puzzles_.emplace_back(shard.file(kPuzzlesFile));
        continue;
      }
      const RowKey& key = shard.runs.front().key;
      PuzzleRow blank;
      blank.dataset = key.dataset;
      blank.engine = key.engine;
      blank.puzzle = OwnedBoard(key.shape);
      puzzles_.emplace_back(shard.file(kPuzzlesFile), old_puzzle_columns(), std::move(blank));
    }
  }

  DatasetTables run() {
    DatasetTables tables;
    std::vector<SummaryRow> summary;
    for (dataset_ = 0; dataset_ < first_.datasets.size(); ++dataset_) {
      add_up_dataset();
      tables.push_back(merge_dataset());
      summary.insert(summary.end(), tables.back().begin(), tables.back().end());
    }
    expect_end(blocks_, kBlocksFile);
    expect_end(puzzles_, kPuzzlesFile);
    if (results_ != nullptr) {
      results_->write_summary(summary);
      results_->write_context(context());
    }
    return tables;
  }

  /// Returns the datasets of the whole run.
  const std::vector<RunContext::DatasetEntry>& datasets() const { return datasets_; }

 private:
  /// Throws InputError unless, in each shard, all rows of the file have been read and its digest is
  /// correct.
  template <typename Row>
  void expect_end(std::deque<RowReader<Row>>& tables, const char* name) const {
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (tables[i].row()) tables[i].refuse_row("runs.csv has no row for this");
      shards_[i].check_digest(tables[i], name);
    }
  }

  void add_up_dataset() {
    RunContext::DatasetEntry whole{first_.datasets[dataset_].path};
    whole.shape = first_.datasets[dataset_].shape;
    puzzles_before_.clear();
    for (const SavedShard& shard : shards_) {
      puzzles_before_.push_back(whole.puzzles);
      whole.puzzles += shard.datasets[dataset_].puzzles;
      whole.rejected += shard.datasets[dataset_].rejected;
      whole.digest += shard.datasets[dataset_].digest;
    }
    datasets_.push_back(whole);
  }

  std::vector<SummaryRow> merge_dataset() {
    DatasetPlan plan = plan_of(first_.runs, datasets_.back().path);
    plan.key.dataset_digest = datasets_.back().digest;
    plan.own = first_.plan.own;
    plan.isomorphs = first_.plan.isomorphs;
    plan.baseline = first_.plan.baseline;
    plan.timeout = first_.plan.timeout;
    DatasetRows rows(plan);
    const auto has_repetition = [&](unsigned repetition) {
      return !plan.engines.empty() && find_run(first_, plan.engines.front(), repetition) != nullptr;
    };
    while (has_repetition(rows.repetitions())) merge_repetition(rows);
    write<RunRow>(rows.skipped_runs());
    add_up_successes(rows);
    std::vector<SummaryRow> summary = rows.summary();
    pool_virtual_best(plan, summary);
    return summary;
  }

  void merge_repetition(DatasetRows& rows) {
    std::vector<std::optional<std::uint64_t>> seeds;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      rows.begin_part();
      const std::vector<RunRow> runs = runs_of(shards_[s], rows);
      if (!blocks_.empty()) copy_blocks(s, runs, rows);
      if (!puzzles_.empty()) copy_puzzles(s, runs, rows);
      seeds.clear();
      for (const RunRow& run : runs) {
        rows.add_totals(seeds.size(), run.totals);
        seeds.push_back(run.engine_seed);
      }
    }
    write<RunRow>(rows.end_repetition(false, seeds));
  }

  /// Returns the run row of an engine on the current dataset; null if there is none.
  const RunRow* find_run(const SavedShard& shard, const std::string& engine,
                         unsigned repetition) const {
    const auto run = std::ranges::find_if(shard.runs, [&](const RunRow& candidate) {
      return candidate.key.engine == engine && candidate.repetition == repetition &&
             candidate.key.dataset == shard.datasets[dataset_].path;
    });
    return run == shard.runs.end() ? nullptr : &*run;
  }

  /// Returns the summary row of an engine on the current dataset; null if there is none. The path
  /// of the dataset may differ between shards.
  const SummaryRow* find_summary(const SavedShard& shard, const std::string& engine) const {
    return find_row(shard.summary, engine, shard.datasets[dataset_].path);
  }

  /// Returns the run rows of all engines of the plan in the current repetition.
  std::vector<RunRow> runs_of(const SavedShard& shard, const DatasetRows& rows) const {
    std::vector<RunRow> runs;
    for (const std::string& engine : rows.plan().engines) {
      const RunRow* run = find_run(shard, engine, rows.repetitions());
      if (run == nullptr) {
        throw InputError(shard.file(kRunsFile),
                         fmt::format("the row for {} on {}, repetition {}, is missing", engine,
                                     shard.datasets[dataset_].path, rows.repetitions()));
      }
      runs.push_back(*run);
    }
    return runs;
  }

  /// Copies the rows of a repetition of a shard. `runs` has its run row for each engine. Calls
  /// `use(row, engine)` for each row.
  template <typename Row, typename Use>
  void copy_rows(RowReader<Row>& table, const std::vector<RunRow>& runs, Use use) {
    constexpr std::size_t kRowsPerWrite = 1024;
    std::vector<Row> rows;
    for (; table.row() && table.row()->dataset == runs.front().key.dataset &&
           table.row()->repetition == runs.front().repetition;
         table.advance()) {
      Row& row = *table.row();
      const auto run = std::ranges::find_if(
          runs, [&row](const RunRow& other) { return other.key.engine == row.engine; });
      if (run == runs.end()) table.refuse(table.column("engine"), "not an engine of the run");
      use(row, static_cast<std::size_t>(run - runs.begin()));
      row.engine = run->key.engine;
      row.dataset = datasets_.back().path;
      rows.push_back(std::move(row));
      if (rows.size() == kRowsPerWrite) write<Row>(std::exchange(rows, {}));
    }
    write<Row>(rows);
  }

  /// Writes rows, if there are result files.
  template <typename Row>
  void write(std::span<const Row> rows) {
    if (results_ != nullptr) results_->add(rows);
  }

  void copy_blocks(std::size_t shard, const std::vector<RunRow>& runs, DatasetRows& derived) {
    const bool has_faults = blocks_[shard].find_column("wrong").has_value();
    copy_rows(blocks_[shard], runs, [&](BlockRow& block, std::size_t engine) {
      // Before schema 8, blocks.csv lacks the faults, so each block gets the faults of the run.
      if (!has_faults) {
        block.totals.wrong = runs[engine].totals.wrong;
        block.totals.disagreements = runs[engine].totals.disagreements;
      }
      derived.add_block(engine, block.totals);
      block.first_puzzle += puzzles_before_[shard];
    });
  }

  void copy_puzzles(std::size_t shard, const std::vector<RunRow>& runs, DatasetRows& derived) {
    copy_rows(puzzles_[shard], runs, [&](const PuzzleRow& puzzle, std::size_t engine) {
      if (puzzle.runstatus == RunStatus::other || !puzzle.wall_ns) return;
      const bool is_solved = puzzle.runstatus == RunStatus::ok;
      derived.add_latency(engine, is_solved ? puzzle.wall_ns : std::nullopt);
    });
  }

  /// Sums the success squares of each stochastic engine. All its shards must have them.
  void add_up_successes(DatasetRows& rows) const {
    for (std::size_t i = 0; i < rows.plan().engines.size(); ++i) {
      std::optional<std::uint64_t> sum = 0;
      for (const SavedShard& shard : shards_) {
        const SummaryRow* row = find_summary(shard, rows.plan().engines[i]);
        const auto squares = row == nullptr ? std::nullopt : row->success_squares;
        sum = sum && squares ? std::optional(*sum + *squares) : std::nullopt;
      }
      if (sum) rows.set_success_squares(i, *sum);
    }
  }

  /// Pools the scores of the shards. This is impossible if an engine is wrong in some shards only,
  /// because only these exclude it from the virtual best engine.
  void pool_virtual_best(const DatasetPlan& plan, std::vector<SummaryRow>& summary) const {
    std::vector<VirtualBestScore> scores;
    for (const SavedShard& shard : shards_) {
      VirtualBestScore score{shard.datasets[dataset_].puzzles, {}, {}};
      for (std::size_t i = 0; i < plan.engines.size(); ++i) {
        const SummaryRow* row = find_summary(shard, plan.engines[i]);
        const bool is_wrong = summary[i].verdict == Verdict::wrong;
        if (row == nullptr || (row->verdict == Verdict::wrong) != is_wrong) return;
        score.shares.push_back(row->vbs_share);
        if (row->vbs_par2_s) score.par2_s = row->vbs_par2_s;
      }
      scores.push_back(std::move(score));
    }
    DatasetRows::add_virtual_best(pooled(scores), summary);
  }

  /// Returns the context of the whole run: the context of the first shard, with the metadata that
  /// may differ between shards in `shards`.
  std::string context() const {
    Json context = first_.context;
    context.erase("shard");
    context["schema_version"] = kSchemaVersion;
    context["whole"] = true;
    context["files"] = json_of(results_->digests());
    context["written"] = utc_now();
    context["datasets"] = Json::array();
    for (const auto& dataset : datasets_) context["datasets"].push_back(json_of(dataset));
    context["shards"] = Json::array();
    for (const SavedShard& shard : shards_) {
      Json own = Json::object();
      for (const char* key :
           {"started", "written", "arguments", "clock_cost_ns", "machine", "build", "libraries"}) {
        own[key] = shard.context.value(key, Json());
      }
      context["shards"].push_back(std::move(own));
    }
    return to_json_file(std::move(context));
  }

  const std::vector<SavedShard>& shards_;
  const SavedShard& first_;
  ResultDirectory* results_;  // null: none
  std::size_t dataset_ = 0;
  std::deque<RowReader<BlockRow>> blocks_;          // of each shard
  std::deque<RowReader<PuzzleRow>> puzzles_;        // of each shard, if there are any
  std::vector<std::uint64_t> puzzles_before_;       // each shard, in the current dataset
  std::vector<RunContext::DatasetEntry> datasets_;  // of the whole run, up to the current one
};

}  // namespace

MergedRun merge_shards(std::span<const std::string> directories, ResultLocation location) {
  const std::vector<SavedShard> shards = load_shards(directories);
  location.per_puzzle = shards.front().has_puzzles;
  std::optional<ResultDirectory> results;
  if (!location.directory.empty()) results.emplace(location).begin();
  ShardMerge merge(shards, results ? &*results : nullptr);
  MergedRun run{command_of(shards.front().context), merge.run(), merge.datasets()};
  if (results) results->commit();
  return run;
}

}  // namespace sudoku
