#include "harness/results/bench_merge.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/bench_columns.h"
#include "harness/results/csv_table.h"
#include "harness/results/result_files.h"
#include "harness/stats/summary.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

/// A file of rows by dataset and repetition, which are asked for in the order of the file.
template <typename Record>
class PassTable {
 public:
  PassTable(std::string path, RowReader<Record> (*reader)(const CsvTable&))
      : path_(std::move(path)), table_(path_), read_(reader(table_)) {
    go_on();
  }

  /// Calls `use(row, table)` for each row of that pass.
  template <typename Use>
  void read(const std::string& dataset, unsigned repetition, Use use) {
    while (row_ && row_->dataset == dataset && row_->repetition == repetition) {
      use(*row_, table_);
      go_on();
    }
  }
  /// Throws unless all rows have been read, and are those of that digest.
  void expect_end(std::uint64_t digest) {
    if (row_) throw InputError(path_, {table_.line(), 0}, "runs.csv has no such row");
    table_.expect_digest(digest);
  }
  const std::string& path() const { return path_; }

 private:
  void go_on() { row_ = table_.next() ? std::optional(read_(table_)) : std::nullopt; }

  std::string path_;
  CsvTable table_;
  RowReader<Record> read_;
  std::optional<Record> row_;
};

/// Mean over the puzzles of all shards of what is a mean over those of each.
class PooledMean {
 public:
  void add(std::optional<double> value, std::uint64_t puzzles) {
    if (puzzles == 0) return;
    is_known_ &= value.has_value();
    sum_ += value.value_or(0) * static_cast<double>(puzzles);
    puzzles_ += puzzles;
  }
  std::optional<double> value() const {
    if (!is_known_ || puzzles_ == 0) return std::nullopt;
    return sum_ / static_cast<double>(puzzles_);
  }

 private:
  double sum_ = 0;
  std::uint64_t puzzles_ = 0;
  bool is_known_ = true;
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
  bool is_of_dataset(const RunRow& run) const {
    return run.key.dataset == first_.datasets[dataset_].path;
  }

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

  /// Rows of a dataset stand pass by pass, those of engines that did not run at the end.
  std::vector<SummaryRow> merge_dataset() {
    SummaryPlan plan;
    plan.baseline = first_.baseline();
    plan.timeout = timeout();
    plan.isomorphs = static_cast<unsigned>(isomorphs());
    std::vector<Standing> standings;
    std::vector<RunRow> absent;  // rows of engines that did not run
    const std::size_t first_score = next_score_;
    while (next_run_ < first_.runs.size() && is_of_dataset(first_.runs[next_run_])) {
      const RunRow& run = first_.runs[next_run_];
      plan.key = key_of(run);
      if (has_run(run.verdict)) {
        merge_pass(plan, standings);
        continue;
      }
      absent.push_back({plan.key, 0, {}, run.verdict});
      results_.add(absent.back());
      ++next_run_;
    }
    plan.key.engine.clear();
    for (std::size_t i = 0; i < standings.size(); ++i)
      add_up_success(first_score + i, standings[i]);
    next_score_ += standings.size() + absent.size();
    if (next_score_ > first_.summary.size()) {
      throw InputError(first_.file(kSummaryFile), "has too few rows");
    }
    std::vector<SummaryRow> rows = summarise(plan, standings);
    for (std::size_t i = 0; i < rows.size(); ++i) pool_par2(first_score + i, rows[i]);
    if (have_same_virtual_best(plan.engines, standings)) {
      for (std::size_t i = 0; i < rows.size(); ++i) pool_virtual_best(first_score + i, rows[i]);
    }
    const std::string baseline = baseline_of(plan, standings);
    for (const RunRow& row : absent) {
      rows.push_back(absent_row(row.key, baseline, row.verdict));
    }
    return rows;
  }

  RowKey key_of(const RunRow& run) const {
    RowKey key = run.key;
    key.dataset_digest = datasets_.back().digest;
    return key;
  }

  std::chrono::nanoseconds timeout() const {
    return std::chrono::nanoseconds(first_.number("timeout_ns"));
  }

  /// The rows from next_run_ on that are of the same dataset and repetition.
  void merge_pass(SummaryPlan& plan, std::vector<Standing>& standings) {
    const unsigned repetition = first_.runs[next_run_].repetition;
    std::size_t end = next_run_;
    plan.engines.clear();
    while (end < first_.runs.size() && is_of_dataset(first_.runs[end]) &&
           has_run(first_.runs[end].verdict) && first_.runs[end].repetition == repetition) {
      plan.engines.push_back(first_.runs[end++].key.engine);
    }
    standings.resize(plan.engines.size());
    plan.repetitions = repetition + 1;
    std::vector<EngineTally> wholes(plan.engines.size());
    std::uint64_t puzzles_before = 0;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      std::vector<EngineTally> parts(plan.engines.size());
      take_blocks(s, repetition, plan.engines, puzzles_before, parts);
      if (results_.has_puzzles()) take_puzzles(s, repetition, plan.engines, parts);
      for (std::size_t i = 0; i < parts.size(); ++i) wholes[i].join(parts[i]);
      puzzles_before += shards_[s].datasets[dataset_].puzzles;
    }
    for (std::size_t i = 0; i < wholes.size(); ++i) {
      RunRow record{key_of(first_.runs[next_run_ + i]), repetition, wholes[i].totals,
                    verdict_of(wholes[i].totals, false), first_.runs[next_run_ + i].engine_seed};
      results_.add(record);
      standings[i].enter(record, std::move(wholes[i]));
    }
    next_run_ = end;
  }

  std::uint64_t isomorphs() const { return first_.number("isomorphs"); }

  static std::size_t index_of(const std::vector<std::string>& engines, std::string_view engine,
                              const CsvTable& table) {
    const auto found = std::find(engines.begin(), engines.end(), engine);
    if (found == engines.end()) table.refuse(table.column("engine"), "not an engine of the run");
    return static_cast<std::size_t>(found - engines.begin());
  }

  /// Copies the blocks of a shard's pass, and proves that they make the rows of runs.csv.
  void take_blocks(std::size_t shard, unsigned repetition, const std::vector<std::string>& engines,
                   std::uint64_t puzzles_before, std::vector<EngineTally>& parts) {
    std::vector<BlockRow> rows;
    std::vector<Totals> sums(engines.size());
    std::vector<std::uint64_t> digests(engines.size());
    const RunContext::DatasetEntry& dataset = shards_[shard].datasets[dataset_];
    blocks_[shard].read(dataset.path, repetition, [&](BlockRow& block, const CsvTable& table) {
      const std::size_t i = index_of(engines, block.engine, table);
      const Totals& totals = block.totals;
      if (totals.solved > totals.puzzles) {
        table.refuse(table.column("puzzles"), "less than were solved");
      }
      if (block.first_puzzle * isomorphs() != sums[i].puzzles + sums[i].skipped) {
        table.refuse(table.column("first_puzzle"), "not where the block before ends");
      }
      sums[i] += totals;
      digests[i] += block.puzzles_digest;
      parts[i].add_block(suspected(totals, shards_[shard].runs[next_run_ + i]));
      block.first_puzzle += puzzles_before;
      block.engine = engines[i];
      block.dataset = first_.datasets[dataset_].path;
      rows.push_back(block);
      if (rows.size() == kRowsAWrite) results_.add(std::exchange(rows, {}));
    });
    results_.add(rows);
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const RunRow& run = shards_[shard].runs[next_run_ + i];
      const bool fits =
          sums[i].puzzles == run.totals.puzzles && sums[i].solved == run.totals.solved &&
          sums[i].skipped == run.totals.skipped && sums[i].wall_ns == run.totals.wall_ns &&
          sums[i].cpu_ns == run.totals.cpu_ns && sums[i].blocks == run.totals.blocks &&
          sums[i].repeated == run.totals.repeated && sums[i].interfered == run.totals.interfered &&
          (!tells_times(shards_[shard]) || sums[i].interfered_ns == run.totals.interfered_ns) &&
          sums[i].switches == run.totals.switches && sums[i].events == run.totals.events &&
          sums[i].scaled == run.totals.scaled &&
          (isomorphs() > 1 || digests[i] == dataset.digest);
      if (!fits) refuse_rows(blocks_[shard].path(), run);
      parts[i].totals = run.totals;
      parts[i].totals.interfered_ns = sums[i].interfered_ns;
    }
  }

  /// Which of the blocks of a pass its faults lie in is not told.
  static Totals suspected(Totals block, const RunRow& run) {
    block.wrong = run.totals.wrong;
    block.disagreements = run.totals.disagreements;
    return block;
  }

  [[noreturn]] static void refuse_rows(const std::string& path, const RunRow& run) {
    throw InputError(path, fmt::format("the rows of {} on {}, repetition {}, do not match runs.csv",
                                       run.key.engine, run.key.dataset, run.repetition));
  }

  /// The same for the puzzles.
  void take_puzzles(std::size_t shard, unsigned repetition, const std::vector<std::string>& engines,
                    std::vector<EngineTally>& parts) {
    std::vector<Totals> sums(engines.size());
    std::vector<std::pair<std::uint64_t, std::uint64_t>> places(engines.size());
    std::vector<PuzzleRow> rows;
    puzzles_[shard].read(shards_[shard].datasets[dataset_].path, repetition,
                         [&](const PuzzleRow& puzzle, const CsvTable& table) {
                           const std::size_t i = index_of(engines, puzzle.engine, table);
                           PuzzleRow& row = rows.emplace_back(puzzle);
                           row.engine = engines[i];
                           row.dataset = first_.datasets[dataset_].path;
                           const auto before =
                               std::exchange(places[i], std::pair(row.line, row.isomorph));
                           if (places[i] <= before) {
                             table.refuse(table.column("line"), "not after the line before it");
                           }
                           count(row, sums[i], parts[i]);
                           if (rows.size() == kRowsAWrite) results_.add(std::exchange(rows, {}));
                         });
    results_.add(rows);
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const RunRow& run = shards_[shard].runs[next_run_ + i];
      const bool fits =
          sums[i].puzzles == run.totals.puzzles && sums[i].skipped == run.totals.skipped &&
          (!run.totals.clues || sums[i].clues == run.totals.clues) &&
          sums[i].solved == run.totals.solved && sums[i].guesses == run.totals.guesses &&
          sums[i].timeouts == run.totals.timeouts && sums[i].failed == run.totals.failed &&
          sums[i].gave_up == run.totals.gave_up && sums[i].solutions == run.totals.solutions &&
          sums[i].has_guesses == run.totals.has_guesses &&
          sums[i].answer_digest == run.totals.answer_digest;
      if (!fits) refuse_rows(puzzles_[shard].path(), run);
    }
  }

  static void count(const PuzzleRow& row, Totals& totals, EngineTally& tally) {
    if (row.runstatus == "other") {
      ++totals.skipped;
      return;
    }
    const SolveResult result = result_of(row);
    totals.add_puzzle(row.puzzle, result);
    if (row.wall_ns) tally.add_latency(result, *row.wall_ns);
  }

  /// Nothing where a shard does not tell.
  void add_up_success(std::size_t score, Standing& standing) const {
    standing.success_squares = 0;
    for (const BenchShard& shard : shards_) {
      const auto squares =
          score < shard.summary.size() ? shard.summary[score].success_squares : std::nullopt;
      if (!squares) return standing.success_squares.reset();
      *standing.success_squares += *squares;
    }
  }

  /// Of shards of a version that did not write the time of answered puzzles, PAR-2 is the mean of
  /// theirs.
  void pool_par2(std::size_t score, SummaryRow& row) const {
    if (!row.par2_s || std::all_of(shards_.begin(), shards_.end(), tells_times)) return;
    PooledMean par2;
    for (const BenchShard& shard : shards_) {
      par2.add(shard.summary[score].par2_s, shard.datasets[dataset_].puzzles);
    }
    row.par2_s = par2.value();
  }

  bool is_wrong_in(const BenchShard& shard, const std::string& engine) const {
    return std::any_of(shard.runs.begin(), shard.runs.end(), [&](const RunRow& run) {
      return run.verdict == Verdict::wrong && run.key.engine == engine &&
             run.key.dataset == shard.datasets[dataset_].path;
    });
  }

  /// An engine that is wrong in one shard has no part in the virtual best engine of that one only.
  bool have_same_virtual_best(const std::vector<std::string>& engines,
                              const std::vector<Standing>& standings) const {
    for (std::size_t i = 0; i < engines.size(); ++i) {
      const auto is_wrong = [&](const BenchShard& shard) { return is_wrong_in(shard, engines[i]); };
      if (!is_disqualified(standings[i])) continue;
      if (!std::all_of(shards_.begin(), shards_.end(), is_wrong)) return false;
    }
    return true;
  }

  void pool_virtual_best(std::size_t score, SummaryRow& row) const {
    PooledMean share;
    PooledMean par2;
    for (const BenchShard& shard : shards_) {
      const std::uint64_t puzzles = shard.datasets[dataset_].puzzles;
      share.add(shard.summary[score].vbs_share, puzzles);
      par2.add(shard.summary[score].vbs_par2_s, puzzles);
    }
    row.vbs_share = share.value();
    row.vbs_par2_s = par2.value();
  }

  /// That of the first shard, and what is its own of each shard.
  std::string context() const {
    Json context = first_.context;
    context.erase("shard");
    context["files"] = json_of(results_.digests());
    context["written"] = utc_now();
    context["datasets"] = Json::array();
    for (const auto& dataset : datasets_) {
      context["datasets"].push_back({{"path", to_json_text(dataset.path)},
                                     {"puzzles", dataset.puzzles},
                                     {"rejected", dataset.rejected},
                                     {"digest", format_digest(dataset.digest)},
                                     {"shape", to_string(dataset.shape)}});
    }
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

  static bool tells_times(const BenchShard& shard) {
    constexpr std::uint64_t kFirst = 3;
    return shard.schema_version() >= kFirst;
  }

  static constexpr std::size_t kRowsAWrite = 1024;

  const std::vector<BenchShard>& shards_;
  const BenchShard& first_;
  ResultDirectory& results_;
  std::vector<PassTable<BlockRow>> blocks_;    // of each shard
  std::vector<PassTable<PuzzleRow>> puzzles_;  // likewise, if there are any
  std::size_t dataset_ = 0;
  std::vector<RunContext::DatasetEntry> datasets_;  // the wholes
  std::size_t next_run_ = 0;                        // row of runs.csv
  std::size_t next_score_ = 0;                      // row of summary.csv
};

}  // namespace

std::vector<std::vector<SummaryRow>> merge_bench_shards(const std::vector<BenchShard>& shards,
                                                        ResultDirectory& results) {
  return BenchMerge(shards, results).run();
}

}  // namespace sudoku
