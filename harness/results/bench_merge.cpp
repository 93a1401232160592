#include "harness/results/bench_merge.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/results/bench_columns.h"
#include "harness/results/csv_table.h"
#include "harness/stats/dataset_rows.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

/// Reads the rows of a file repetition by repetition.
template <typename Row>
class RepetitionTable {
 public:
  RepetitionTable(std::string path, RowReader<Row> (*reader)(const CsvTable&))
      : path_(std::move(path)), table_(path_), read_(reader(table_)) {
    advance();
  }

  /// Calls `use(row, table)` for each row of the repetition.
  template <typename Use>
  void read(const std::string& dataset, unsigned repetition, Use use) {
    while (row_ && row_->dataset == dataset && row_->repetition == repetition) {
      use(*row_, table_);
      advance();
    }
  }
  /// Throws unless all rows have been read and the file has the digest.
  void expect_end(std::uint64_t digest) {
    if (row_) throw InputError(path_, {table_.line(), 0}, "runs.csv has no row for this");
    table_.expect_digest(digest);
  }

 private:
  void advance() { row_ = table_.next() ? std::optional(read_(table_)) : std::nullopt; }

  std::string path_;
  CsvTable table_;
  RowReader<Row> read_;
  std::optional<Row> row_;
};

class BenchMerge {
 public:
  BenchMerge(const std::vector<BenchShard>& shards, ResultDirectory& results)
      : shards_(shards), first_(shards.front()), results_(results) {
    for (const BenchShard& shard : shards) {
      blocks_.emplace_back(shard.file(kBlocksFile), block_reader);
      if (results.has_puzzles()) puzzles_.emplace_back(shard.file(kPuzzlesFile), puzzle_reader);
    }
  }

  std::vector<std::vector<SummaryRow>> run() {
    std::vector<std::vector<SummaryRow>> tables;
    std::vector<SummaryRow> summary;
    for (dataset_ = 0; dataset_ < first_.datasets.size(); ++dataset_) {
      add_up_dataset();
      tables.push_back(merge_dataset());
      summary.insert(summary.end(), tables.back().begin(), tables.back().end());
    }
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      blocks_[s].expect_end(shards_[s].digests.at(kBlocksFile));
      if (results_.has_puzzles()) puzzles_[s].expect_end(shards_[s].digests.at(kPuzzlesFile));
    }
    results_.write_summary(summary);
    results_.write_context(context());
    return tables;
  }

 private:
  void add_up_dataset() {
    RunContext::DatasetEntry whole{first_.datasets[dataset_].path};
    whole.shape = first_.datasets[dataset_].shape;
    for (const BenchShard& shard : shards_) {
      const auto& entry = shard.datasets[dataset_];
      whole.puzzles += entry.puzzles;
      whole.rejected += entry.rejected;
      whole.digest += entry.digest;
    }
    datasets_.push_back(whole);
  }

  std::vector<SummaryRow> merge_dataset() {
    DatasetPlan plan;
    plan.isomorphs = static_cast<unsigned>(first_.number("isomorphs"));
    plan.baseline = first_.baseline();
    plan.timeout = std::chrono::nanoseconds(first_.number("timeout_ns"));
    std::vector<SkippedSolver> skipped;
    unsigned repetitions = 0;
    for (const RunRow& run : first_.runs) {
      if (run.key.dataset != first_.datasets[dataset_].path) continue;
      plan.key = run.key;
      if (!has_run(run.verdict)) {
        skipped.push_back({run.key.engine, run.verdict});
        continue;
      }
      repetitions = std::max(repetitions, run.repetition + 1);
      if (run.repetition == 0) plan.engines.push_back(run.key.engine);
    }
    plan.key.engine.clear();
    plan.key.dataset_digest = datasets_.back().digest;
    DatasetRows rows(plan);
    for (unsigned i = 0; i < repetitions; ++i) merge_repetition(rows, i);
    for (const RunRow& run : rows.skipped_runs(skipped)) results_.add(run);
    add_up_successes(rows);
    std::vector<SummaryRow> summary = rows.summary(skipped);
    pool_virtual_best(plan, summary);
    return summary;
  }

  void merge_repetition(DatasetRows& rows, unsigned repetition) {
    const std::vector<std::string>& engines = rows.plan().engines;
    rows.begin_repetition();
    std::vector<std::optional<std::uint64_t>> seeds(engines.size());
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      rows.begin_part();
      std::vector<RunRow> runs;
      for (const std::string& engine : engines) runs.push_back(run_of(s, engine, repetition));
      copy_blocks(s, runs, rows);
      if (results_.has_puzzles()) copy_puzzles(s, runs, rows);
      for (std::size_t i = 0; i < runs.size(); ++i) {
        rows.add_totals(i, runs[i].totals);
        seeds[i] = runs[i].engine_seed;
      }
    }
    for (const RunRow& run : rows.end_repetition(false, seeds)) results_.add(run);
  }

  const RunRow& run_of(std::size_t shard, const std::string& engine, unsigned repetition) const {
    const RunRow* run = shards_[shard].find_run(dataset_, engine, repetition);
    if (run != nullptr) return *run;
    throw InputError(shards_[shard].file(kRunsFile),
                     fmt::format("the row for {} on {}, repetition {}, is missing", engine,
                                 shards_[shard].datasets[dataset_].path, repetition));
  }

  static std::size_t index_of(const std::vector<RunRow>& runs, std::string_view engine,
                              const CsvTable& table) {
    const auto found = std::find_if(
        runs.begin(), runs.end(), [engine](const RunRow& run) { return run.key.engine == engine; });
    if (found == runs.end()) table.refuse(table.column("engine"), "not an engine of the run");
    return static_cast<std::size_t>(found - runs.begin());
  }

  /// Copies the rows of a repetition of a shard. `runs` has its run row of each engine. Calls
  /// `use(row, engine)` for each row.
  template <typename Row, typename Use>
  void copy_rows(RepetitionTable<Row>& table, const std::string& path, unsigned repetition,
                 const std::vector<RunRow>& runs, Use use) {
    std::vector<Row> rows;
    table.read(path, repetition, [&](Row& row, const CsvTable& fields) {
      const std::size_t i = index_of(runs, row.engine, fields);
      use(row, i);
      row.engine = runs[i].key.engine;
      row.dataset = first_.datasets[dataset_].path;
      rows.push_back(std::move(row));
      if (rows.size() == kRowsPerWrite) results_.add(std::exchange(rows, {}));
    });
    results_.add(rows);
  }

  void copy_blocks(std::size_t shard, const std::vector<RunRow>& runs, DatasetRows& derived) {
    std::uint64_t puzzles_before = 0;
    for (std::size_t s = 0; s < shard; ++s) puzzles_before += shards_[s].datasets[dataset_].puzzles;
    copy_rows(blocks_[shard], shards_[shard].datasets[dataset_].path, derived.repetitions(), runs,
              [&](BlockRow& block, std::size_t engine) {
                // blocks.csv does not have the faults, so those of the run count for each block.
                block.totals.wrong = runs[engine].totals.wrong;
                block.totals.disagreements = runs[engine].totals.disagreements;
                derived.add_block(engine, block.totals);
                block.first_puzzle += puzzles_before;
              });
  }

  void copy_puzzles(std::size_t shard, const std::vector<RunRow>& runs, DatasetRows& derived) {
    copy_rows(puzzles_[shard], shards_[shard].datasets[dataset_].path, derived.repetitions(), runs,
              [&](const PuzzleRow& puzzle, std::size_t engine) {
                const bool is_begun = puzzle.runstatus != "other";
                if (!is_begun || !puzzle.wall_ns) return;
                derived.add_latency(engine, result_of(puzzle), *puzzle.wall_ns);
              });
  }

  /// Sums the success squares of each stochastic engine. All its shards must have them.
  void add_up_successes(DatasetRows& rows) const {
    for (std::size_t i = 0; i < rows.plan().engines.size(); ++i) {
      std::optional<std::uint64_t> sum = 0;
      for (const BenchShard& shard : shards_) {
        const SummaryRow* row = shard.find_summary(dataset_, rows.plan().engines[i]);
        const auto squares = row == nullptr ? std::nullopt : row->success_squares;
        sum = sum && squares ? std::optional(*sum + *squares) : std::nullopt;
      }
      if (sum) rows.set_success_squares(i, *sum);
    }
  }

  /// Pools the scores of the shards. They cannot be pooled if an engine is disqualified in some
  /// shards only, because their virtual best engines exclude it.
  void pool_virtual_best(const DatasetPlan& plan, std::vector<SummaryRow>& summary) const {
    std::vector<VirtualBestScore> scores;
    for (const BenchShard& shard : shards_) {
      VirtualBestScore score{shard.datasets[dataset_].puzzles, {}, {}};
      for (std::size_t i = 0; i < plan.engines.size(); ++i) {
        const SummaryRow* row = shard.find_summary(dataset_, plan.engines[i]);
        if (row == nullptr || is_disqualified(*row) != is_disqualified(summary[i])) return;
        score.shares.push_back(row->vbs_share);
        if (row->vbs_par2_s) score.par2_s = row->vbs_par2_s;
      }
      scores.push_back(std::move(score));
    }
    DatasetRows::add_virtual_best(pooled(scores), summary);
  }

  /// Returns the context of the first shard, with the differences between the shards in `shards`.
  std::string context() const {
    Json context = first_.context;
    context.erase("shard");
    context["files"] = json_of(results_.digests());
    context["written"] = utc_now();
    context["datasets"] = Json::array();
    for (const auto& dataset : datasets_) context["datasets"].push_back(json_of(dataset));
    context["shards"] = Json::array();
    for (const BenchShard& shard : shards_) {
      Json own = Json::object();
      for (const char* key :
           {"started", "written", "arguments", "clock_cost_ns", "machine", "build", "libraries"}) {
        own[key] = shard.context.value(key, Json());
      }
      context["shards"].push_back(std::move(own));
    }
    return to_json_file(std::move(context));
  }

  static constexpr std::size_t kRowsPerWrite = 1024;

  const std::vector<BenchShard>& shards_;
  const BenchShard& first_;
  ResultDirectory& results_;
  std::vector<RepetitionTable<BlockRow>> blocks_;    // of each shard
  std::vector<RepetitionTable<PuzzleRow>> puzzles_;  // likewise, if there are any
  std::size_t dataset_ = 0;
  std::vector<RunContext::DatasetEntry> datasets_;  // of the whole run
};

}  // namespace

std::vector<std::vector<SummaryRow>> merge_bench_shards(const std::vector<BenchShard>& shards,
                                                        ResultDirectory& results) {
  return BenchMerge(shards, results).run();
}

}  // namespace sudoku
