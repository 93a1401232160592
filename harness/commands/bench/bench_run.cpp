#include "harness/commands/bench/bench_run.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/base/background_queue.h"
#include "harness/base/errors.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/check/run_check.h"
#include "harness/commands/bench/solver_selection.h"
#include "harness/dataset/dataset.h"
#include "harness/report/dataset_text.h"
#include "harness/report/fault_reporter.h"
#include "harness/results/context.h"
#include "harness/results/gbench_export.h"
#include "harness/results/result_directory.h"
#include "harness/stats/block_rows.h"
#include "harness/stats/dataset_tally.h"

namespace sudoku {
namespace {

/// A dataset that cannot be read ends the run before anything is written or measured.
void refuse_unreadable(const BenchOptions& options, std::span<const Solver> solvers) {
  for (const std::string& path : options.datasets) {
    if (!options.selection.shard && is_read_once(path)) continue;
    const Dataset dataset(options.selection.shard ? open_to_cut(path, options.read, "--shard")
                                                  : DatasetReader(path, options.read),
                          {}, 1, {1});
    refuse_shape(path, dataset.shape(), solvers);
  }
}

/// --force replaces an export, not what it is of.
void refuse_export_over_others(const BenchOptions& options) {
  if (options.gbench.empty()) return;
  for (const std::string& dataset : options.datasets) {
    std::error_code error;
    if (!std::filesystem::equivalent(dataset, options.gbench, error)) continue;
    throw UsageError(fmt::format("--export-gbench would replace the dataset {}", dataset));
  }
  if (!options.out.empty() && is_result_file(options.gbench, options.out)) {
    throw UsageError(fmt::format("--export-gbench would replace a result, {}", options.gbench));
  }
}

RunPlan plan_of(const BenchOptions& options) {
  RunPlan plan;
  plan.limits = options.limits;
  plan.limits.stop = &interrupted();
  plan.time_limit = options.time_limit;
  plan.threads = threads_of(options);
  plan.pin = options.pin;
  return plan;
}

RunContext context_of(const BenchOptions& options, std::span<const Solver> solvers,
                      std::span<const std::string> arguments) {
  RunContext context;
  context.arguments.assign(arguments.begin(), arguments.end());
  context.started = utc_now();
  context.seed = options.selection.seed;
  context.isomorphs = options.selection.isomorphs;
  context.threads = threads_of(options);
  context.notes = options.context;
  context.shard = options.selection.shard;
  context.task = task_of(options);
  for (const Solver& solver : solvers) context.engines.push_back(solver.id);
  return context;
}

std::optional<RunContext::DatasetEntry::Part> part_of(const Dataset& dataset) {
  if (!dataset.range()) return std::nullopt;
  const InputFile& file = dataset.file();
  return RunContext::DatasetEntry::Part{*file.byte_size(), file.digest(), *dataset.range()};
}

class BenchRun {
 public:
  BenchRun(const BenchOptions& options, std::span<const Solver> solvers, Stopwatch& stopwatch,
           std::span<const std::string> arguments)
      : options_(options),
        results_({options.out.empty() ? default_result_directory(options.datasets)
                                      : std::filesystem::path(options.out),
                  options.force, options.per_puzzle}),
        faults_(options.verbosity == Verbosity::verbose),
        progress_(make_progress(options.progress)),
        stopwatch_(stopwatch),
        solvers_(solvers),
        selection_(solvers, options.limits.max_solutions),
        plan_(plan_of(options)),
        context_(context_of(options, solvers, arguments)) {
    if (!options.solvers.are_all) {
      for (const std::string& objection : selection_.objections()) note(objection);
    }
    if (options.counters) begin_counters();
    plan_.on_turn = [this](std::size_t i) { progress_->set_engine(plan_.solvers[i].id); };
    energy_ = stopwatch_.energy();
    if (!energy_.packages.empty()) context_.package_uj = 0;
    begin_runner();
    context_.clock_cost_ns = runner_->clock_costs().wall_ns;
    results_.write_context(to_json(context_));
  }

  /// What comes in the way of the results leaves what there is of them.
  ExitCode run() {
    try {
      return run_all();
    } catch (const OutputError&) {
      progress_.reset();
      leave_results();
      throw;
    }
  }

 private:
  ExitCode run_all() {
    if (plan_.threads < options_.threads) {
      note(
          fmt::format("threads capped to {}: affinity or the CPU quota of the control group allows "
                      "no more",
                      plan_.threads));
    }
    for (const std::string& path : options_.datasets) {
      if (!is_cut()) run_dataset(path);
    }
    progress_.reset();
    write_results();
    faults_.end();
    if (is_arbiter_out_of_time_ || check_->is_arbiter_out_of_time()) {
      note("there was not enough time to settle every disagreement between engines");
    }
    if (options_.verbosity != Verbosity::quiet && !tables_.empty()) print_tables();
    if (error_) std::rethrow_exception(error_);
    if (faults_.has_reported()) return ExitCode::wrong_answer;
    return interrupted() ? ExitCode::interrupted : ExitCode::ok;
  }

  bool is_cut() const { return interrupted() || error_ != nullptr; }

  /// Results of an earlier run stay where bad input has ended this one.
  void write_results() {
    std::vector<SummaryRow> summary;
    for (const auto& table : tables_) summary.insert(summary.end(), table.begin(), table.end());
    results_.write_summary(summary);
    follow_energy();
    context_.is_whole = !is_cut();
    context_.files = results_.digests();
    results_.write_context(to_json(context_));
    if (error_ && results_.has_old()) {
      leave_results();
    } else {
      results_.commit();
    }
    if (!options_.gbench.empty()) replace_file(options_.gbench, to_gbench_json(runs_, context_));
  }

  void leave_results() {
    const std::filesystem::path place = results_.leave();
    if (place.empty()) return;
    place_ = place.string();
    tell_left_results(place);
  }

  void note(const std::string& text) const {
    if (options_.verbosity != Verbosity::quiet) print_error("sudoku-bench: {}\n", text);
  }

  /// A run goes on without counters where there are none.
  void begin_counters() {
    const std::string objection = stopwatch_.objection_to_events();
    plan_.counts_events = objection.empty();
    if (!objection.empty()) note(fmt::format("--counters: nothing is counted: {}", objection));
  }

  /// What the processor packages have taken since the last call; what a counter that comes round
  /// has lost is found only where this is called often.
  void follow_energy() {
    const EnergyReading now = stopwatch_.energy();
    const auto microjoules = microjoules_between(energy_, now);
    if (context_.package_uj && microjoules) {
      *context_.package_uj += *microjoules;
    } else {
      context_.package_uj.reset();
    }
    energy_ = now;
  }

  /// For the engines of the selection that take part now.
  void begin_runner() {
    if (check_) is_arbiter_out_of_time_ |= check_->is_arbiter_out_of_time();
    runner_.reset();
    plan_.solvers = selection_.taking();
    check_.emplace(plan_.solvers, plan_.limits);
    runner_.emplace(plan_, stopwatch_, *check_);
  }

  void begin_shape(const std::string& path, const Shape& shape) {
    for (const std::string& sentence : selection_.begin(path, shape)) note(sentence);
    const auto has_id = [](const Solver& a, const Solver& b) { return a.id == b.id; };
    const bool are_same =
        std::equal(plan_.solvers.begin(), plan_.solvers.end(), selection_.taking().begin(),
                   selection_.taking().end(), has_id);
    if (!are_same) begin_runner();
  }

  /// What goes wrong with the input ends the run, but not before what is known has been written.
  void run_dataset(const std::string& path) {
    std::optional<DatasetTally> tally;
    RunContext::DatasetEntry entry{path};
    unsigned repetitions = 0;
    try {
      Dataset dataset({path, options_.read}, options_.selection, options_.repetitions,
                      {options_.block_size, min_blocks()});
      begin_shape(path, dataset.shape());
      tally.emplace(plan_.solvers);
      entry.part = part_of(dataset);
      entry.shape = dataset.shape();
      progress_->begin(path);
      runner_->warm_up(dataset.peek(), options_.warmup);
      // One pass even after an interrupt, so that the engines have their rows.
      do {
        run_pass(dataset, repetitions++, *tally);
      } while (repetitions < options_.repetitions && !is_cut());
      entry.puzzles = dataset.puzzles();
      entry.rejected = dataset.rejected();
      entry.digest = dataset.digest();
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // The datasets before have their rows.
    }
    if (entry.rejected > 0) note(describe_skipped(path, entry.rejected));
    if (repetitions > 0) summarise(entry, repetitions, *tally);
    context_.datasets.push_back(entry);
  }

  /// Enough to compare engines by, and for every thread to have its share.
  std::size_t min_blocks() const {
    constexpr std::size_t kBlocksAThread = 4;
    return std::max(Blocking{}.min_blocks, kBlocksAThread * plan_.threads);
  }

  void run_pass(Dataset& dataset, unsigned repetition, DatasetTally& tally) {
    tally.begin_pass();
    progress_->begin(dataset.path());
    seed_engines(repetition);
    // The threads that are timed have nothing to do with rows and files. A kill loses what waits.
    BackgroundQueue<BlockSample> rows(
        std::size_t{2} * plan_.threads,
        [&](const BlockSample& sample) { consume(sample, dataset.path(), repetition, tally); });
    try {
      // The dataset belongs to the stage that reads; what uses the samples runs beside it.
      const auto read = [&](PuzzleBlock& block) {
        const bool found = dataset.next(block);
        progress_->set_done(block.first_index, dataset.progress());
        return found;
      };
      runner_->run(read, [&rows](BlockSample&& sample) { rows.put(std::move(sample)); });
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // The pass is cut, as `interrupted` tells.
    }
    rows.finish();
    end_pass(dataset, repetition, tally);
  }

  /// Nothing for an engine that is not stochastic.
  std::optional<std::uint64_t> seed_of(const Solver& solver, unsigned repetition) const {
    if (!solver.is_stochastic()) return std::nullopt;
    return options_.selection.seed + repetition;
  }

  void seed_engines(unsigned repetition) {
    for (Solver& solver : plan_.solvers) {
      const auto seed = seed_of(solver, repetition);
      if (seed) solver.set_seed(solver, *seed);
    }
  }

  void consume(const BlockSample& sample, const std::string& dataset, unsigned repetition,
               DatasetTally& tally) {
    const std::vector<Totals> totals = count_block(sample);
    tally.add(sample, totals);
    faults_.report(dataset, sample);
    follow_energy();
    results_.add(block_rows(sample, totals, plan_.solvers, dataset, repetition));
    if (!results_.has_puzzles()) return;
    results_.add(puzzle_rows(sample, plan_.solvers, dataset, repetition));
  }

  void end_pass(const Dataset& dataset, unsigned repetition, DatasetTally& tally) {
    const RowKey key = key_of(dataset.path(), dataset.digest(), dataset.shape());
    for (std::size_t i = 0; i < plan_.solvers.size(); ++i) {
      const Solver& solver = plan_.solvers[i];
      Totals& totals = tally.totals_of(i);
      if (!is_cut() && tally.has_changed_answers(i)) {
        ++totals.wrong;
        faults_.report(dataset.path(),
                       fmt::format("{}: answers of repetition {} are not those of the first",
                                   solver.id, repetition));
      }
      RunRow record{key, repetition, totals, verdict_of(totals, is_cut()),
                    seed_of(solver, repetition)};
      record.key.engine = solver.id;
      results_.add(record);
      runs_.push_back(record);
      tally.end_pass(i, record);
    }
  }

  void summarise(const RunContext::DatasetEntry& dataset, unsigned repetitions,
                 DatasetTally& tally) {
    SummaryPlan plan{key_of(dataset.path, dataset.digest, dataset.shape),
                     {},
                     repetitions,
                     options_.selection.isomorphs,
                     options_.baseline,
                     options_.limits.max_time};
    for (const Solver& solver : plan_.solvers) plan.engines.push_back(solver.id);
    const std::vector<SkippedSolver> absent = selection_.absent();
    tables_.push_back(tally.summarise(plan, absent));
    for (const SkippedSolver& skipped : absent) {
      RunRow record{plan.key, 0, {}, skipped.verdict};
      record.key.engine = skipped.id;
      results_.add(record);
    }
  }

  /// Of all engines.
  RowKey key_of(const std::string& dataset, std::uint64_t digest, const Shape& shape) const {
    return {.engine = {},
            .dataset = dataset,
            .dataset_digest = digest,
            .max_solutions = options_.limits.max_solutions,
            .threads = plan_.threads,
            .seed = options_.selection.seed,
            .shape = shape};
  }

  void print_tables() const {
    std::string text;
    const bool use_color = applies(options_.color, STDOUT_FILENO);
    for (const auto& table : tables_) {
      text += describe_dataset(table, options_.baseline, solvers_, use_color) + '\n';
    }
    if (const auto& shard = options_.selection.shard) {
      text += fmt::format("Shard {} of {} alone: merge joins the results of all.\n", shard->number,
                          shard->count);
    }
    if (interrupted()) text += "Interrupted: the rows are partial.\n";
    write_stdout(text + "Results: " + place_ + "\n");
  }

  const BenchOptions& options_;
  ResultDirectory results_;
  std::string place_ = results_.path().string();  // where the results are in the end
  FaultReporter faults_;
  std::unique_ptr<Progress> progress_;
  Stopwatch& stopwatch_;
  EnergyReading energy_;  // at the last look
  std::span<const Solver> solvers_;
  SolverSelection selection_;
  RunPlan plan_;
  std::optional<RunCheck> check_;
  std::optional<Runner> runner_;
  bool is_arbiter_out_of_time_ = false;  // of runners before
  RunContext context_;
  std::vector<RunRow> runs_;
  std::vector<std::vector<SummaryRow>> tables_;  // of each dataset
  std::exception_ptr error_;                     // bad input that ended the run
};

}  // namespace

ExitCode run_bench(const BenchOptions& options, std::span<const Solver> solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments) {
  refuse_unreadable(options, solvers);
  for (const std::string& path : options.datasets) {
    if (!options.out.empty()) refuse_dataset_among_results(path, options.out);
  }
  refuse_export_over_others(options);
  if (!options.gbench.empty() && !options.force) refuse_old_output(options.gbench);
  return BenchRun(options, solvers, stopwatch, arguments).run();
}

}  // namespace sudoku
