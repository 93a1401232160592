#include "harness/commands/bench/bench.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "harness/base/background_queue.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/units.h"
#include "harness/check/answer_checker.h"
#include "harness/commands/command.h"
#include "harness/dataset/project_datasets.h"
#include "harness/measure/time_budgets.h"
#include "harness/results/result_files.h"
#include "harness/stats/tally.h"
#include "harness/tables/fault_reporter.h"
#include "harness/tables/summary_remarks.h"
#include "harness/tables/summary_table.h"

namespace sudoku {
namespace {

/// A dataset of the run.
struct BenchDataset {
  std::string path;
  /// Empty for standard input and pipes, which are opened only when they are needed.
  std::optional<DatasetReader> reader{};
  SolverSupport support{};  ///< for the boards of the dataset, if the reader is open

  void find_support(std::span<const Solver> solvers) {
    support = find_board_support(path, reader->kind(), solvers);
  }
};

/// Opens and checks the files before the run, so that errors in them are found before anything is
/// measured. Throws InputError for a file that is unreadable or has no puzzle, UsageError for one
/// that cannot be divided into shards, and Interrupted.
std::vector<BenchDataset> open_files(const BenchOptions& options) {
  std::vector<BenchDataset> inputs;
  for (const std::string& path : options.datasets) {
    inputs.push_back({path});
    BenchDataset& input = inputs.back();
    if (!options.results.checkpoint.empty()) require_rereadable(path, "--checkpoint");
    if (options.selection.shard) {
      input.reader = open_to_cut(path, options.read, "--shard");
    } else if (!is_read_once(path)) {
      require_puzzle(input.reader.emplace(path, options.read));
    }
  }
  return inputs;
}

/// Returns the kinds of boards of the open files, each once. Without files, returns the shape of
/// --shape.
std::vector<BoardKind> kinds_of(std::span<const BenchDataset> inputs, const BenchOptions& options) {
  std::vector<BoardKind> kinds;
  for (const BenchDataset& input : inputs) {
    if (input.reader && std::ranges::find(kinds, input.reader->kind()) == kinds.end()) {
      kinds.push_back(input.reader->kind());
    }
  }
  if (kinds.empty()) kinds.emplace_back(options.read.shape.value_or(k9x9));
  return kinds;
}

/// Returns the ids of the plugins and commands of the user.
std::vector<std::string> own_of(std::span<const Solver> solvers) {
  std::vector<std::string> ids;
  for (const Solver& solver : solvers) {
    if (solver.is_external()) ids.push_back(solver.id);
  }
  return ids;
}

DatasetPlan plan_of(const BenchOptions& options, const Dataset& dataset,
                    std::span<const Solver> solvers, std::vector<SkippedSolver> skipped) {
  DatasetPlan plan;
  plan.key = {.engine = {},
              .dataset = dataset.path(),
              .dataset_digest = 0,  // known once the puzzles are read
              .max_solutions = options.plan.limits.max_solutions,
              .threads = options.plan.threads,
              .seed = options.selection.seed,
              .shape = dataset.shape()};
  for (const Solver& solver : solvers) plan.engines.push_back(solver.id);
  plan.own = own_of(solvers);
  plan.skipped = std::move(skipped);
  plan.isomorphs = options.selection.isomorphs;
  plan.baseline = options.baseline;
  plan.timeout = options.plan.limits.max_time;
  return plan;
}

RunContext context_of(const BenchOptions& options, std::span<const Solver> solvers,
                      std::span<const std::string> arguments) {
  RunContext context = new_context("bench", arguments);
  context.seed = options.selection.seed;
  context.isomorphs = options.selection.isomorphs;
  context.threads = options.plan.threads;
  context.notes = options.context;
  context.shard = options.selection.shard;
  context.task = task_of(options);
  for (const Solver& solver : solvers) context.engines.push_back(solver.id);
  context.own_engines = own_of(solvers);
  return context;
}

/// Returns the directory of the results.
std::string out_of(const BenchOptions& options) {
  const std::string& out = options.results.out;
  return out.empty() ? default_result_directory(options.datasets).string() : out;
}

/// A run of the bench command over all datasets.
class BenchRun {
 public:
  /// `supported` are the solvers that support the task.
  BenchRun(const BenchOptions& options, std::vector<BenchDataset> inputs,
           std::span<const Solver> solvers, SolverSupport supported, Stopwatch& stopwatch,
           std::span<const std::string> arguments)
      : options_(options),
        inputs_(std::move(inputs)),
        results_(location_of(options.results, out_of(options), options.per_puzzle)),
        faults_(options.verbose, options.plan.limits.max_solutions),
        progress_(std::make_unique<Progress>(options.progress)),
        stopwatch_(stopwatch),
        energy_(stopwatch.energy()),
        solvers_(solvers),
        supported_(std::move(supported)),
        context_(context_of(options, solvers, arguments)) {
    if (!options.solvers.are_all) {
      for (const std::string& text : supported_.notes) note(text);
    }
    if (options.values.has("counters")) {
      const std::string reason = stopwatch_.events_unavailable_reason();
      plan_.counts_events = reason.empty();
      if (!reason.empty()) note("--counters has no effect: " + reason);
    }
    plan_.on_solver_start = [this](std::size_t i) { progress_->set_activity(plan_.solvers[i].id); };
    begin_runner(supported_.solvers);
    context_.clock_cost_ns = runner_->clock_costs().wall_ns;
    context_.package_uj = energy_.microjoules();
    for (const BenchDataset& input : inputs_) {
      context_.datasets.push_back(input.reader ? entry_of(input.reader->file())
                                               : RunContext::DatasetEntry{input.path});
    }
    checkpoint_ = begin_results(options.results, context_, results_);
  }

  /// If an output cannot be written, keeps the results so far in the temporary directory.
  ExitCode run() try {
    if (plan_.threads < thread_count(options_.values)) {
      note(
          fmt::format("--threads is capped to {} by CPU affinity or the CPU quota of the control "
                      "group",
                      plan_.threads));
    }
    std::size_t begun = 0;
    for (; begun < inputs_.size() && !is_cut(); ++begun) {
      run_dataset(inputs_[begun], context_.datasets[begun]);
    }
    // A checkpoint names all datasets, because a run with others cannot continue it.
    if (!results_.has_checkpoint()) context_.datasets.resize(begun);
    progress_.reset();
    write_results();
    faults_.end();
    for (const std::string& sentence : faults_.advice(solvers_)) note(sentence);
    if (is_arbiter_out_of_time_ || check_->is_arbiter_out_of_time()) {
      note("the time was too short to resolve all disagreements between engines");
    }
    if (options_.prints_tables() && !tables_.empty()) print_tables();
    if (error_) std::rethrow_exception(error_);
    if (has_faults(tables_)) return ExitCode::wrong_answer;
    if (interrupted()) return ExitCode::interrupted;
    if (!options_.slowdown_limit) return ExitCode::ok;
    const SpeedFindings findings =
        check_speeds(tables_, options_.baseline, *options_.slowdown_limit);
    for (const std::string& text : findings.texts) print_error("sudoku-bench: {}\n", text);
    return findings.code;
  } catch (const OutputError&) {
    progress_.reset();
    const std::filesystem::path place = results_.leave();
    if (!place.empty()) report_partial_results(place);
    throw;
  }

 private:
  bool is_cut() const { return interrupted() || error_ != nullptr; }

  void note(const std::string& text) const {
    if (!options_.quiet) print_error("sudoku-bench: {}\n", text);
  }

  /// Starts a runner for other solvers.
  void begin_runner(const std::vector<Solver>& solvers) {
    if (check_) is_arbiter_out_of_time_ |= check_->is_arbiter_out_of_time();
    runner_.reset();
    plan_.solvers = solvers;
    check_.emplace(plan_.solvers, plan_.limits);
    runner_.emplace(plan_, stopwatch_, *check_);
  }

  /// Invalid input ends the run, but the results so far are written.
  void run_dataset(BenchDataset& input, RunContext::DatasetEntry& entry) {
    try {
      Dataset dataset = open(input);
      for (const std::string& text : input.support.notes) note(text);
      if (!std::ranges::equal(plan_.solvers, input.support.solvers, {}, &Solver::id, &Solver::id)) {
        begin_runner(input.support.solvers);
      }
      std::vector<SkippedSolver> skipped = supported_.skipped;
      std::ranges::copy(input.support.skipped, std::back_inserter(skipped));
      Tally tally(plan_of(options_, dataset, plan_.solvers, std::move(skipped)), plan_.solvers);
      entry.range = dataset.range();
      entry.shape = dataset.shape();
      progress_->begin(describe_dataset_path(entry.path));
      progress_->set_activity("warm-up");
      announce(dataset, runner_->warm_up(dataset.peek(), options_.warmup));
      run_repetitions(dataset, tally);
      entry.puzzles = dataset.puzzles();
      entry.rejected = dataset.rejected();
      entry.digest = dataset.digest();
      tables_.push_back(tally.summary());
      results_.add(tally.skipped_runs());
      const std::string remark = tally.expectation_note(dataset.count_column());
      if (!remark.empty()) note(entry.path + ": " + remark);
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // Earlier datasets have their rows.
    }
    if (entry.rejected > 0) note(describe_skipped(entry.path, entry.rejected));
  }

  /// Returns the dataset of an input. Opens standard input and pipes; files are already open.
  Dataset open(BenchDataset& input) {
    // Enough blocks for a comparison and for an even load on all threads.
    constexpr std::size_t kBlocksPerThread = 4;
    const std::size_t min_blocks =
        std::max(Blocking{}.min_blocks, kBlocksPerThread * plan_.threads);
    if (!input.reader) {
      input.reader.emplace(input.path, options_.read);
      input.find_support(supported_.solvers);
    }
    return {std::move(*input.reader),
            options_.selection,
            options_.repetitions,
            {options_.block_size, min_blocks}};
  }

  /// Announces a long run. `puzzle_ns` is the time per puzzle of each solver in the warm-up.
  void announce(const Dataset& dataset, std::span<const double> puzzle_ns) const {
    constexpr double kLongSeconds = 20;
    const double seconds =
        options_.repetitions * longest_seconds(plan_, dataset.known_puzzles(), puzzle_ns);
    if (seconds <= kLongSeconds || options_.warmup.time.count() == 0) return;
    const std::string time =
        seconds < 90 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
    note(fmt::format("{} may take up to {}; --time-limit limits the time of each engine",
                     describe_dataset_path(dataset.path()), time));
  }

  /// Runs one repetition even after an interrupt, so that every engine has its rows.
  void run_repetitions(Dataset& dataset, Tally& tally) {
    std::set<std::string> stopped;
    unsigned repetition = 0;
    do {
      run_repetition(dataset, repetition, tally);
      for (const std::size_t i : runner_->stopped_solvers()) stopped.insert(plan_.solvers[i].id);
    } while (!is_cut() && ++repetition < options_.repetitions);
    if (stopped.empty()) return;
    note(fmt::format(
        "{}: stopped {} early, over {} times slower than the fastest engine; "
        "--time-limit 60s gives each engine a minute",
        describe_dataset_path(dataset.path()), fmt::join(stopped, ", "), plan_.slow_limit->factor));
  }

  void run_repetition(Dataset& dataset, unsigned repetition, Tally& tally) {
    progress_->begin(describe_dataset_path(dataset.path()));
    const auto seeds = set_seeds(repetition);
    tally.begin_repetition();
    const EarlierBlocks earlier = replay(dataset, tally);
    // A background thread makes and writes the rows of blocks and puzzles, so that this work does
    // not disturb the timed threads.
    BackgroundQueue<BlockSample> writer(
        std::size_t{2} * plan_.threads,
        [&](const BlockSample& sample) { write_block(dataset, sample, tally); });
    try {
      const auto read = [&](PuzzleBlock& block) {
        const bool is_found = dataset.next(block);
        progress_->set_done(block.first_index, dataset.progress());
        return is_found;
      };
      const auto write = [&writer](BlockSample&& sample) { writer.put(std::move(sample)); };
      runner_->run(read, write, earlier);
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // The repetition has the rows so far.
    }
    writer.finish();
    const auto [runs, changed] = tally.end_repetition(dataset.digest(), is_cut(), seeds);
    for (const std::size_t i : changed) {
      faults_.report(dataset.path(),
                     fmt::format("{}: the answers of repetition {} differ from those of the first",
                                 plan_.solvers[i].id, repetition));
    }
    results_.add(runs);
    runs_.insert(runs_.end(), runs.begin(), runs.end());
  }

  void write_block(const Dataset& dataset, const BlockSample& sample, Tally& tally) {
    // A block that an interrupt cuts short, and all later blocks, do not go to the checkpoint.
    is_cut_short_ |= interrupted() && std::ranges::any_of(sample.engines, has_stopped);
    if (is_cut_short_ && !options_.results.checkpoint.empty()) return;
    const BlockNames names = tally.names();
    const auto rows = block_rows(sample, names);
    tally.add(rows, sample);
    results_.add_block(rows, results_.has_puzzles() ? puzzle_csv(sample, names) : "");
    faults_.report(dataset.path(), sample, names.engines);
    energy_.add(stopwatch_.energy());
  }

  /// Passes the blocks of the checkpoint to the tally.
  EarlierBlocks replay(Dataset& dataset, Tally& tally) {
    if (!checkpoint_) return {};
    const auto read = [&](PuzzleBlock& block, std::uint64_t) { return dataset.next(block); };
    EarlierBlocks earlier = checkpoint_->replay(tally, read, [](auto) {});
    if (checkpoint_->is_at_end()) {
      checkpoint_.reset();
      note(fmt::format("{}: resuming after {}", dataset.path(),
                       number_of(dataset.puzzles(), "puzzle")));
    }
    return earlier;
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

  /// If invalid input ended the run, results of an earlier run stay in place.
  void write_results() {
    std::vector<SummaryRow> summary;
    for (const auto& table : tables_) summary.insert(summary.end(), table.begin(), table.end());
    energy_.add(stopwatch_.energy());
    context_.package_uj = energy_.microjoules();
    context_.is_whole = !is_cut();
    place_ = end_results(summary, error_ != nullptr, context_, results_);
    if (place_.empty()) {
      tables_.clear();
      if (interrupted()) note("interrupted before the first puzzle; there are no results");
      return;
    }
    if (place_ != results_.directory()) report_partial_results(place_);
    write_exports(options_.exports, tables_, runs_, context_);
  }

  void print_tables() const {
    std::string text;
    for (const auto& table : tables_) {
      text += format_table(table, options_.style) +
              describe_baseline(table, options_.baseline, solvers_);
      if (options_.verbose) {
        text += describe_details(table) + describe_latencies(table, solvers_);
      }
      text += '\n';
    }
    if (const auto& shard = options_.selection.shard) {
      text += fmt::format("Shard {} of {} only: use merge to combine the results.\n", shard->number,
                          shard->count);
    }
    if (interrupted()) text += "Interrupted: the rows are partial.\n";
    const std::string place = one_line(place_.string());
    write_stdout(text + fmt::format("Results: {0}\nReport:  sudoku-bench report {0}\n", place));
  }

  const BenchOptions& options_;
  std::vector<BenchDataset> inputs_;
  ResultDirectory results_;
  std::unique_ptr<Checkpoint> checkpoint_;  // finished blocks that are not replayed yet; null: none
  std::filesystem::path place_;  // of the results; empty before the end, or if there are none
  FaultReporter faults_;
  std::unique_ptr<Progress> progress_;
  Stopwatch& stopwatch_;
  EnergySum energy_;
  std::span<const Solver> solvers_;
  SolverSupport supported_;  // by the task
  RunPlan plan_ = options_.plan;
  std::optional<AnswerChecker> check_;
  std::optional<Runner> runner_;
  bool is_arbiter_out_of_time_ = false;  // in earlier runners
  bool is_cut_short_ = false;            // an interrupt cut a block short
  RunContext context_;
  std::vector<RunRow> runs_;
  DatasetTables tables_;
  std::exception_ptr error_;  // invalid input that ended the run
};

}  // namespace

ExitCode run_bench(const BenchOptions& options, const MakeSolvers& make_solvers,
                   Stopwatch& stopwatch, std::span<const std::string> arguments) {
  std::vector<BenchDataset> inputs = open_files(options);
  const std::vector<Solver> solvers = make_solvers(kinds_of(inputs, options));
  SolverSupport supported = find_task_support(solvers, options.plan.limits.max_solutions);
  for (BenchDataset& input : inputs) {
    if (input.reader) input.find_support(supported.solvers);
  }
  refuse_outputs_over_inputs(options);
  return BenchRun(options, std::move(inputs), solvers, std::move(supported), stopwatch, arguments)
      .run();
}

Job prepare_bench(const OptionValues& values) {
  return [options = bench_options(values)](std::span<const std::string> arguments) {
    SystemStopwatch stopwatch;
    const auto make_solvers = [&options](std::span<const BoardKind> kinds) {
      return solvers_of(options.solvers, options.plan.limits, options.plan.threads, kinds);
    };
    return run_bench(options, make_solvers, stopwatch, arguments);
  };
}

}  // namespace sudoku
