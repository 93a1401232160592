#include "harness/commands/bench/bench_run.h"

#include <algorithm>
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
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/check/run_check.h"
#include "harness/commands/bench/bench_datasets.h"
#include "harness/commands/bench/dataset_run.h"
#include "harness/commands/bench/solver_selection.h"
#include "harness/dataset/dataset.h"
#include "harness/measure/runner.h"
#include "harness/report/fault_reporter.h"
#include "harness/report/summary_table.h"
#include "harness/results/context.h"
#include "harness/results/gbench_export.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

/// --force replaces an export, but no dataset and no result.
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

/// A run of the bench command over all datasets.
class BenchRun {
 public:
  BenchRun(const BenchOptions& options, BenchDatasets& datasets, std::span<const Solver> solvers,
           Stopwatch& stopwatch, std::span<const std::string> arguments)
      : options_(options),
        datasets_(datasets),
        results_({options.out.empty() ? default_result_directory(options.datasets)
                                      : std::filesystem::path(options.out),
                  options.force, options.per_puzzle}),
        faults_(options.verbosity == Verbosity::verbose),
        progress_(make_progress(options.progress)),
        stopwatch_(stopwatch),
        energy_(stopwatch.energy()),
        solvers_(solvers),
        selection_(solvers, options.limits.max_solutions),
        plan_(plan_of(options)),
        context_(context_of(options, solvers, arguments)) {
    if (!options.solvers.are_all) {
      for (const std::string& objection : selection_.objections()) note(objection);
    }
    if (options.counters) begin_counters();
    plan_.on_turn = [this](std::size_t i) { progress_->set_engine(plan_.solvers[i].id); };
    begin_runner();
    context_.clock_cost_ns = runner_->clock_costs().wall_ns;
    context_.package_uj = energy_.microjoules();
    results_.write_context(to_json(context_));
  }

  /// If an output cannot be written, the results so far are kept where they are.
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
          fmt::format("--threads is capped to {} by CPU affinity or the CPU quota of the control "
                      "group",
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

  /// If bad input ended the run, results of an earlier run stay in place.
  void write_results() {
    std::vector<SummaryRow> summary;
    for (const auto& table : tables_) summary.insert(summary.end(), table.begin(), table.end());
    results_.write_summary(summary);
    energy_.add(stopwatch_.energy());
    context_.package_uj = energy_.microjoules();
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
    report_partial_results(place);
  }

  void note(const std::string& text) const {
    if (options_.verbosity != Verbosity::quiet) print_error("sudoku-bench: {}\n", text);
  }

  /// Without counters, the run goes on and counts nothing.
  void begin_counters() {
    const std::string objection = stopwatch_.objection_to_events();
    plan_.counts_events = objection.empty();
    if (!objection.empty()) note(fmt::format("--counters: nothing is counted: {}", objection));
  }

  /// Starts a runner for the solvers that are selected now.
  void begin_runner() {
    if (check_) is_arbiter_out_of_time_ |= check_->is_arbiter_out_of_time();
    runner_.reset();
    plan_.solvers = selection_.selected();
    check_.emplace(plan_.solvers, plan_.limits);
    runner_.emplace(plan_, stopwatch_, *check_);
  }

  void select_solvers(const std::string& path, const Shape& shape) {
    for (const std::string& sentence : selection_.begin(path, shape)) note(sentence);
    const auto has_same_id = [](const Solver& a, const Solver& b) { return a.id == b.id; };
    if (!std::ranges::equal(plan_.solvers, selection_.selected(), has_same_id)) begin_runner();
  }

  /// Bad input ends the run, but what is known by then is written.
  void run_dataset(const std::string& path) {
    std::optional<DatasetRun> rows;
    RunContext::DatasetEntry entry{path};
    try {
      Dataset dataset = datasets_.take(path, min_blocks());
      select_solvers(path, dataset.shape());
      rows.emplace(plan_of_dataset(dataset), stochastic(), results_, faults_);
      entry.part = part_of(dataset);
      entry.shape = dataset.shape();
      progress_->begin(path);
      runner_->warm_up(dataset.peek(), options_.warmup);
      // One repetition even after an interrupt, so that every engine has its rows.
      unsigned repetition = 0;
      do {
        run_repetition(dataset, repetition++, *rows);
      } while (repetition < options_.repetitions && !is_cut());
      entry.puzzles = dataset.puzzles();
      entry.rejected = dataset.rejected();
      entry.digest = dataset.digest();
      tables_.push_back(rows->finish());
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // Earlier datasets have their rows.
    }
    if (entry.rejected > 0) note(describe_skipped(path, entry.rejected));
    context_.datasets.push_back(entry);
  }

  /// Enough blocks to compare engines by, and for every thread to have its share.
  std::size_t min_blocks() const {
    constexpr std::size_t kBlocksPerThread = 4;
    return std::max(Blocking{}.min_blocks, kBlocksPerThread * plan_.threads);
  }

  void run_repetition(Dataset& dataset, unsigned repetition, DatasetRun& rows) {
    progress_->begin(dataset.path());
    const auto seeds = set_seeds(repetition);
    rows.begin_repetition();
    // Rows are written on another thread than those that are timed. A kill loses waiting samples.
    BackgroundQueue<BlockSample> writer(std::size_t{2} * plan_.threads,
                                        [&](const BlockSample& sample) {
                                          rows.add(sample);
                                          energy_.add(stopwatch_.energy());
                                        });
    try {
      const auto read = [&](PuzzleBlock& block) {
        const bool found = dataset.next(block);
        progress_->set_done(block.first_index, dataset.progress());
        return found;
      };
      runner_->run(read, [&writer](BlockSample&& sample) { writer.put(std::move(sample)); });
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // The repetition is cut short, as `interrupted` says.
    }
    writer.finish();
    const auto runs = rows.end_repetition(dataset.digest(), is_cut(), seeds);
    runs_.insert(runs_.end(), runs.begin(), runs.end());
  }

  /// Gives each stochastic engine another seed for each repetition and returns the seeds.
  std::vector<std::optional<std::uint64_t>> set_seeds(unsigned repetition) {
    std::vector<std::optional<std::uint64_t>> seeds;
    for (Solver& solver : plan_.solvers) {
      auto& seed = seeds.emplace_back();
      if (!solver.is_stochastic()) continue;
      seed = options_.selection.seed + repetition;
      solver.set_seed(solver, *seed);
    }
    return seeds;
  }

  std::vector<bool> stochastic() const {
    std::vector<bool> stochastic;
    for (const Solver& solver : plan_.solvers) stochastic.push_back(solver.is_stochastic());
    return stochastic;
  }

  DatasetPlan plan_of_dataset(const Dataset& dataset) const {
    DatasetPlan plan;
    plan.key = {.engine = {},
                .dataset = dataset.path(),
                .dataset_digest = 0,  // known once the puzzles are read
                .max_solutions = options_.limits.max_solutions,
                .threads = plan_.threads,
                .seed = options_.selection.seed,
                .shape = dataset.shape()};
    for (const Solver& solver : plan_.solvers) plan.engines.push_back(solver.id);
    plan.skipped = selection_.skipped();
    plan.isomorphs = options_.selection.isomorphs;
    plan.baseline = options_.baseline;
    plan.timeout = options_.limits.max_time;
    return plan;
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
  BenchDatasets& datasets_;
  ResultDirectory results_;
  std::string place_ = results_.directory().string();  // where the results are at the end
  FaultReporter faults_;
  std::unique_ptr<Progress> progress_;
  Stopwatch& stopwatch_;
  EnergySum energy_;
  std::span<const Solver> solvers_;
  SolverSelection selection_;
  RunPlan plan_;
  std::optional<RunCheck> check_;
  std::optional<Runner> runner_;
  bool is_arbiter_out_of_time_ = false;  // in earlier runners
  RunContext context_;
  std::vector<RunRow> runs_;
  std::vector<std::vector<SummaryRow>> tables_;  // one per dataset
  std::exception_ptr error_;                     // bad input that ended the run
};

}  // namespace

ExitCode run_bench(const BenchOptions& options, const MakeSolvers& make_solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments) {
  BenchDatasets datasets(options);
  const std::vector<Solver> solvers = make_solvers(datasets.shapes());
  datasets.require_support(solvers);
  for (const std::string& path : options.datasets) {
    if (!options.out.empty()) refuse_dataset_among_results(path, options.out);
  }
  refuse_export_over_others(options);
  if (!options.gbench.empty() && !options.force) refuse_old_output(options.gbench);
  return BenchRun(options, datasets, solvers, stopwatch, arguments).run();
}

}  // namespace sudoku
