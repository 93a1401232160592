#include "harness/cli/bench.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "engines/registry.h"
#include "harness/base/background.h"
#include "harness/base/cpus.h"
#include "harness/base/errors.h"
#include "harness/base/interrupt.h"
#include "harness/base/memory_meter.h"
#include "harness/base/output_file.h"
#include "harness/base/units.h"
#include "harness/cli/command.h"
#include "harness/cli/progress.h"
#include "harness/dataset/dataset.h"
#include "harness/measure/scores.h"
#include "harness/measure/success.h"
#include "harness/puzzle/shapes.h"
#include "harness/results/context.h"
#include "harness/results/gbench_export.h"
#include "harness/results/result_directory.h"
#include "harness/results/summary.h"
#include "harness/results/summary_table.h"

namespace sudoku {
namespace {

/// Says what is wrong with answers, but not a million times.
class FaultReporter {
 public:
  explicit FaultReporter(bool reports_all) : reports_all_(reports_all) {}

  void report(const std::string& dataset, const BlockSample& sample) {
    for (const Fault& fault : sample.faults) {
      ++count_;
      if (!reports_all_ && count_ > kMost) continue;
      fmt::print(stderr, "{}:{}: {}: {}\n", dataset, sample.block.lines[fault.puzzle], fault.what,
                 format_line(sample.block.puzzles[fault.puzzle]));
    }
  }
  void report(const std::string& dataset, const std::string& what) {
    ++count_;
    fmt::print(stderr, "{}: {}\n", dataset, what);
  }
  void end() const {
    if (!reports_all_ && count_ > kMost) {
      fmt::print(stderr, "... and {} more faulty answers; --verbose shows all\n", count_ - kMost);
    }
  }
  bool has_reported() const { return count_ > 0; }

 private:
  static constexpr std::uint64_t kMost = 10;
  bool reports_all_;
  std::uint64_t count_ = 0;
};

/// An engine that takes no part, and why.
struct Absentee {
  std::string id;
  Verdict verdict;
};

bool takes(const Contestant& contestant, const Shape& shape) {
  return contestant.objection_to(shape).empty();
}

/// Throws UsageError unless all engines that were named for them take boards of that shape, and any
/// at all where this CPU runs any.
void refuse_shape(const std::string& path, const Shape& shape,
                  std::span<const Contestant> contestants) {
  bool is_taken = false;
  for (const Contestant& contestant : contestants) {
    is_taken |= takes(contestant, shape);
    if (contestant.when_not_taken == WhenNotTaken::error && !takes(contestant, shape)) {
      throw UsageError(describe_refused_shape(path, shape, contestant.id));
    }
  }
  if (is_taken || contestants.empty()) return;
  throw UsageError(
      fmt::format("{} has boards of {}, which no engine of this run takes", path, size_of(shape)));
}

/// A dataset that cannot be read ends the run before anything is written or measured.
void refuse_unreadable(const BenchOptions& options, std::span<const Contestant> contestants) {
  for (const std::string& path : options.datasets) {
    if (!options.selection.shard && is_read_once(path)) continue;
    const Dataset dataset(options.selection.shard ? open_to_cut(path, options.read, "--shard")
                                                  : DatasetReader(path, options.read),
                          {}, 1, {1});
    refuse_shape(path, dataset.shape(), contestants);
  }
}

std::string format_warmup(const Warmup& warmup) {
  return warmup.puzzles != 0 ? fmt::format("{} puzzles", warmup.puzzles)
                             : format_duration(static_cast<std::uint64_t>(warmup.time.count()));
}

Task task_of(const BenchOptions& options, unsigned threads) {
  const auto ns = [](std::chrono::nanoseconds time) {
    return static_cast<std::uint64_t>(time.count());
  };
  const Selection& selection = options.selection;
  const bool is_by_row = options.entrants.engine_options.cell_order == CellOrder::row;
  Task task = {
      {"format", std::string(to_string(options.read.format))},
      {"column", options.read.column},
      {"expect_column", options.read.expect_column},
      {"skip_invalid", options.read.skip_invalid},
      {"max_puzzles", selection.max_puzzles},
      {"sample", selection.sample},
      {"shuffle", selection.shuffle},
      {"isomorphs", std::uint64_t{selection.isomorphs}},
      {"seed", selection.seed},
      {"cell_order", std::string(is_by_row ? "row" : "column")},
      {"max_solutions", options.limits.max_solutions},
      {"max_guesses", options.limits.max_guesses},
      {"timeout_ns", ns(options.limits.max_time)},
      {"time_limit_ns", ns(options.time_limit)},
      {"repetitions", std::uint64_t{options.repetitions}},
      {"warmup", format_warmup(options.warmup)},
      {"block_size", std::uint64_t{options.block_size}},
      {"whole_blocks", options.entrants.whole_blocks},
      {"threads", std::uint64_t{threads}},
      {"pin", options.pin},
      {"baseline", options.baseline},
      {"per_puzzle", options.per_puzzle},
  };
  // Only where they are given, as the tasks of earlier versions are without them.
  if (options.read.shape) task.emplace_back("shape", to_string(*options.read.shape));
  if (options.read.symbols != FirstSymbol::automatic) {
    task.emplace_back("symbols", std::string(to_string(options.read.symbols)));
  }
  if (options.counters) task.emplace_back("counters", true);
  return task;
}

unsigned threads_of(const BenchOptions& options) {
  return std::min(options.threads, usable_threads());
}

class BenchRun {
 public:
  BenchRun(const BenchOptions& options, std::span<const Contestant> contestants,
           Stopwatch& stopwatch, std::span<const std::string> arguments)
      : options_(options),
        results_({options.out.empty() ? default_result_directory(options.datasets)
                                      : std::filesystem::path(options.out),
                  options.force, options.per_puzzle}),
        faults_(options.verbosity == Verbosity::verbose),
        progress_(applies(options.progress, STDERR_FILENO) ? make_progress_line()
                                                           : make_silent_progress()),
        stopwatch_(stopwatch) {
    std::vector<std::string> absences;
    for (const Contestant& contestant : contestants) {
      if (std::string reason = admit(contestant); !reason.empty()) absences.push_back(reason);
    }
    if (plan_.contestants.empty()) {
      throw UsageError(fmt::to_string(fmt::join(absences, "; ")));
    }
    if (!options.entrants.are_all) {
      for (const std::string& reason : absences) note(reason + '\n');
    }
    plan_.limits = options.limits;
    plan_.limits.stop = &interrupted();
    plan_.time_limit = options.time_limit;
    plan_.threads = threads_of(options);
    plan_.pin = options.pin;
    if (options.counters) begin_counters();
    plan_.on_turn = [this](std::size_t i) { progress_->set_engine(plan_.contestants[i].id); };
    runner_.emplace(plan_, stopwatch_);
    able_ = plan_.contestants;

    context_.arguments.assign(arguments.begin(), arguments.end());
    context_.started = utc_now();
    context_.clock_cost_ns = runner_->clock_costs().wall_ns;
    context_.seed = options.selection.seed;
    context_.isomorphs = options.selection.isomorphs;
    context_.threads = plan_.threads;
    context_.notes = options.context;
    context_.shard = options.selection.shard;
    context_.task = task_of(options, plan_.threads);
    for (const Contestant& contestant : contestants) context_.engines.push_back(contestant.id);
    energy_ = stopwatch_.energy();
    if (!energy_.packages.empty()) context_.package_uj = 0;
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
                      "no more\n",
                      plan_.threads));
    }
    for (const std::string& path : options_.datasets) {
      if (!interrupted() && !error_) run_dataset(path);
    }
    progress_.reset();
    write_results();
    faults_.end();
    if (are_referees_out_of_time_ || runner_->are_referees_out_of_time()) {
      note("there was not enough time to settle every disagreement between engines\n");
    }
    if (options_.verbosity != Verbosity::quiet && !summary_.empty()) print_tables();
    if (error_) std::rethrow_exception(error_);
    if (faults_.has_reported()) return ExitCode::wrong_answer;
    return interrupted() ? ExitCode::interrupted : ExitCode::ok;
  }

  /// Results of an earlier run stay where bad input has ended this one.
  void write_results() {
    results_.write_summary(summary_);
    follow_energy();
    context_.is_whole = !interrupted() && !error_;
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
    if (options_.verbosity != Verbosity::quiet) fmt::print(stderr, "sudoku-bench: {}", text);
  }

  /// A run goes on without counters where there are none.
  void begin_counters() {
    const std::string objection = stopwatch_.objection_to_events();
    plan_.counts_events = objection.empty();
    if (!objection.empty()) note(fmt::format("--counters: nothing is counted: {}\n", objection));
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

  /// A run that ends with the first solution asks for that solution; only in such a run engines
  /// take part that are stochastic.
  bool is_applicable(const Contestant& contestant) const {
    return options_.limits.max_solutions == 1 ? contestant.lists_solutions
                                              : contestant.make_by_seed == nullptr;
  }

  static std::string describe_inapplicable(const Contestant& contestant) {
    return contestant.lists_solutions
               ? fmt::format("engine {} is for --max-solutions 1 only", contestant.id)
               : fmt::format("engine {} counts solutions, and --max-solutions 1 asks for one",
                             contestant.id);
  }

  static std::string describe_unavailable(const Contestant& contestant) {
    const EngineInfo* const info = find_engine(contestant.id);
    return info != nullptr ? unavailable_message(*info)
                           : fmt::format("engine {} is unavailable", contestant.id);
  }

  /// Has it take part, or says why it cannot.
  std::string admit(const Contestant& contestant) {
    if (!is_applicable(contestant)) {
      absent_.push_back({contestant.id, Verdict::not_applicable});
      return describe_inapplicable(contestant);
    }
    MemoryMeter shared;
    if (!can_be_made(contestant, shared)) {
      absent_.push_back({contestant.id, Verdict::unavailable});
      return describe_unavailable(contestant);
    }
    plan_.contestants.push_back(contestant);
    // What is left of a copy that is gone, others will find.
    plan_.contestants.back().shared_bytes = shared.held_bytes().value_or(0);
    return {};
  }

  static bool can_be_made(const Contestant& contestant, MemoryMeter& memory) {
    const CountedMemory counted(memory);
    return contestant.make() != nullptr;
  }

  /// Has those take part that take boards of that shape, and says which do not.
  void begin_shape(const std::string& path, const Shape& shape) {
    refuse_shape(path, shape, able_);
    shape_ = shape;
    refusing_.clear();
    std::vector<Contestant> taking;
    std::map<std::string, std::vector<std::string>> others;  // by what is against them
    for (const Contestant& contestant : able_) {
      const std::string objection = contestant.objection_to(shape);
      if (objection.empty()) {
        taking.push_back(contestant);
      } else {
        others[objection].push_back(contestant.id);
        if (contestant.when_not_taken == WhenNotTaken::not_applicable) {
          refusing_.push_back({contestant.id, Verdict::not_applicable});
        }
      }
    }
    for (const auto& [objection, ids] : others) {
      note(fmt::format("{} has boards of {}: without {}, {}\n", path, size_of(shape),
                       fmt::join(ids, ", "), objection));
    }
    if (taking.size() == plan_.contestants.size()) return;
    are_referees_out_of_time_ |= runner_->are_referees_out_of_time();
    plan_.contestants = std::move(taking);
    runner_.emplace(plan_, stopwatch_);
  }

  /// What goes wrong with the input ends the run, but not before what is known has been written.
  void run_dataset(const std::string& path) {
    std::vector<Standing> standings;
    std::optional<VirtualBest> virtual_best;
    RunContext::DatasetEntry entry{path};
    unsigned repetitions = 0;
    try {
      Dataset dataset({path, options_.read}, options_.selection, options_.repetitions,
                      {options_.block_size, min_blocks()});
      begin_shape(path, dataset.shape());
      standings.resize(plan_.contestants.size());
      successes_.assign(plan_.contestants.size(), {});
      virtual_best.emplace(standings.size());
      entry.part = part_of(dataset);
      entry.shape = dataset.shape();
      progress_->begin(path);
      runner_->warm_up(dataset.peek(), options_.warmup);
      // One pass even after an interrupt, so that the engines have their rows.
      do {
        run_pass(dataset, repetitions++, standings, *virtual_best);
      } while (repetitions < options_.repetitions && !interrupted() && !error_);
      entry.puzzles = dataset.puzzles();
      entry.rejected = dataset.rejected();
      entry.digest = dataset.digest();
    } catch (const InputError&) {
      error_ = std::current_exception();
    } catch (const Interrupted&) {
      // The datasets before have their rows.
    }
    if (entry.rejected > 0) note(describe_skipped(path, entry.rejected) + '\n');
    if (repetitions > 0) summarise_dataset(entry, repetitions, standings, *virtual_best);
    context_.datasets.push_back(entry);
  }

  static std::optional<RunContext::DatasetEntry::Part> part_of(const Dataset& dataset) {
    if (!dataset.range()) return std::nullopt;
    const InputFile& file = dataset.file();
    return RunContext::DatasetEntry::Part{*file.byte_size(), file.digest(), *dataset.range()};
  }

  /// Enough to compare engines by, and for every thread to have its share.
  std::size_t min_blocks() const {
    constexpr std::size_t kBlocksAThread = 4;
    return std::max(Blocking{}.min_blocks, kBlocksAThread * plan_.threads);
  }

  void run_pass(Dataset& dataset, unsigned repetition, std::vector<Standing>& standings,
                VirtualBest& virtual_best) {
    std::vector<EngineTally> tallies(plan_.contestants.size());
    progress_->begin(dataset.path());
    seed_engines(repetition);
    // The threads that are timed have nothing to do with rows and files. A kill loses what waits.
    Background<BlockSample> rows(std::size_t{2} * plan_.threads, [&](const BlockSample& sample) {
      consume(sample, dataset.path(), repetition, tallies);
      virtual_best.add(sample);
      for (std::size_t i = 0; i < successes_.size(); ++i) {
        if (!plan_.contestants[i].make_by_seed) continue;
        successes_[i].add(sample.block, sample.engines[i]);
      }
    });
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
    end_pass(dataset, repetition, standings, tallies);
  }

  /// Nothing for an engine that is not stochastic.
  std::optional<std::uint64_t> seed_of(const Contestant& contestant, unsigned repetition) const {
    if (!contestant.make_by_seed) return std::nullopt;
    return options_.selection.seed + repetition;
  }

  void seed_engines(unsigned repetition) {
    for (Contestant& contestant : plan_.contestants) {
      const auto seed = seed_of(contestant, repetition);
      if (seed) contestant.make = contestant.make_by_seed(*seed);
    }
  }

  void end_pass(const Dataset& dataset, unsigned repetition, std::vector<Standing>& standings,
                std::vector<EngineTally>& tallies) {
    const bool is_cut = interrupted() || error_ != nullptr;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
      check_repetition(dataset.path(), i, repetition, standings[i], tallies[i]);
      RunRecord record{key_of(plan_.contestants[i].id, dataset.path(), dataset.digest()),
                       repetition, tallies[i].totals, verdict_of(tallies[i].totals, is_cut),
                       seed_of(plan_.contestants[i], repetition)};
      results_.add(record);
      runs_.push_back(record);
      standings[i].enter(record, std::move(tallies[i]));
    }
  }

  void consume(const BlockSample& sample, const std::string& dataset, unsigned repetition,
               std::vector<EngineTally>& tallies) {
    const std::vector<Totals> totals = count_block(sample);
    for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i].add(sample.engines[i], totals[i]);
    faults_.report(dataset, sample);
    follow_energy();
    results_.add(block_records(sample, totals, dataset, repetition));
    if (results_.has_puzzles()) results_.add(puzzle_records(sample, dataset, repetition));
  }

  std::vector<BlockRecord> block_records(const BlockSample& sample, std::span<const Totals> totals,
                                         const std::string& dataset, unsigned repetition) const {
    std::vector<BlockRecord> records;
    for (std::size_t i = 0; i < totals.size(); ++i) {
      records.push_back({plan_.contestants[i].id, dataset, repetition, sample.block.first_index,
                         sample.block.digest, totals[i], sample.repeats,
                         sample.engines[i].reference_ns});
    }
    return records;
  }

  std::vector<PuzzleRecord> puzzle_records(const BlockSample& sample, const std::string& dataset,
                                           unsigned repetition) const {
    std::vector<PuzzleRecord> records;
    for (std::size_t p = 0; p < sample.block.puzzles.size(); ++p) {
      for (std::size_t i = 0; i < sample.engines.size(); ++i) {
        const SolveResult& result = sample.engines[i].results[p];
        const std::int64_t ns = sample.engines[i].puzzle_ns[p];
        const bool is_begun = ns != EngineSample::kNotBegun;
        records.push_back({dataset, sample.block.lines[p], sample.block.puzzles[p],
                           p % sample.block.isomorphs, plan_.contestants[i].id, repetition,
                           runstatus_of(result, is_begun), result.solutions,
                           result.has_guesses ? std::optional(result.guesses) : std::nullopt,
                           ns >= 0 ? std::optional(ns) : std::nullopt});
      }
    }
    return records;
  }

  /// An engine that answered everything twice must have given the same answers.
  void check_repetition(const std::string& dataset, std::size_t contestant, unsigned repetition,
                        const Standing& standing, EngineTally& tally) {
    const Totals& before = standing.tally.totals;
    const bool is_comparable = repetition > 0 && has_answered_all(before) &&
                               has_answered_all(tally.totals) && !interrupted() && !error_;
    if (!is_comparable || before.answer_digest == tally.totals.answer_digest) return;
    ++tally.totals.wrong;
    faults_.report(dataset, fmt::format("{}: answers of repetition {} are not those of the first",
                                        plan_.contestants[contestant].id, repetition));
  }

  void summarise_dataset(const RunContext::DatasetEntry& dataset, unsigned repetitions,
                         std::vector<Standing>& standings, const VirtualBest& virtual_best) {
    SummaryPlan plan{key_of({}, dataset.path, dataset.digest),
                     {},
                     repetitions,
                     options_.selection.isomorphs,
                     options_.baseline,
                     options_.limits.max_time};
    for (const Contestant& contestant : plan_.contestants) plan.engines.push_back(contestant.id);
    for (std::size_t i = 0; i < standings.size(); ++i) {
      if (plan_.contestants[i].make_by_seed) standings[i].success_squares = successes_[i].squares();
    }
    const std::size_t first_row = summary_.size();
    std::vector<bool> is_left_out;
    for (const Standing& standing : standings) is_left_out.push_back(is_disqualified(standing));
    const VirtualBest::Score best = virtual_best.score(is_left_out);
    for (SummaryRecord& row : summarise(plan, standings)) {
      row.vbs_share = best.shares[summary_.size() - first_row];
      if (row.vbs_share) row.vbs_par2_s = par2_seconds(best.totals, options_.limits.max_time);
      summary_.push_back(std::move(row));
    }
    const std::string baseline = baseline_of(plan, standings);
    std::vector<Absentee> absent = absent_;
    absent.insert(absent.end(), refusing_.begin(), refusing_.end());
    for (const Absentee& absentee : absent) {
      const RowKey key = key_of(absentee.id, dataset.path, dataset.digest);
      results_.add(RunRecord{key, 0, {}, absentee.verdict});
      summary_.push_back(absent_row(key, baseline, absentee.verdict));
    }
    table_begins_.push_back(first_row);
  }

  RowKey key_of(const std::string& engine, const std::string& dataset, std::uint64_t digest) const {
    return {engine,        dataset,
            digest,        options_.limits.max_solutions,
            plan_.threads, options_.selection.seed,
            shape_};
  }

  void print_tables() const {
    std::string text;
    const bool use_color = applies(options_.color, STDOUT_FILENO);
    for (std::size_t i = 0; i < table_begins_.size(); ++i) {
      const std::size_t end = i + 1 < table_begins_.size() ? table_begins_[i + 1] : summary_.size();
      const std::span rows(summary_.begin() + static_cast<std::ptrdiff_t>(table_begins_[i]),
                           summary_.begin() + static_cast<std::ptrdiff_t>(end));
      text += format_table(rows, use_color) + describe_stand_in(rows) +
              describe_baseline(rows.front().baseline) + '\n';
    }
    if (const auto& shard = options_.selection.shard) {
      text += fmt::format("Shard {} of {} alone: merge joins the results of all.\n", shard->number,
                          shard->count);
    }
    if (interrupted()) text += "Interrupted: the rows are partial.\n";
    write_stdout(text + "Results: " + place_ + "\n");
  }

  /// What is the baseline where the one that was asked for did not run.
  std::string describe_stand_in(std::span<const SummaryRecord> rows) const {
    const std::string& baseline = rows.front().baseline;
    const bool has_part = std::any_of(rows.begin(), rows.end(), [&](const SummaryRecord& row) {
      return row.key.engine == options_.baseline && has_run(row.verdict);
    });
    if (options_.baseline.empty() || has_part || baseline.empty()) return {};
    return fmt::format("{}, the requested baseline, did not run: {} takes its place.\n",
                       options_.baseline, baseline);
  }

  /// An engine that gives no solutions is compared with others that do.
  std::string describe_baseline(const std::string& baseline) const {
    const bool only_counts = std::any_of(
        plan_.contestants.begin(), plan_.contestants.end(), [&](const Contestant& contestant) {
          return contestant.id == baseline && !contestant.lists_solutions;
        });
    if (!only_counts) return {};
    return fmt::format(
        "{} counts without giving a solution: only other engines can confirm its counts.\n",
        baseline);
  }

  const BenchOptions& options_;
  ResultDirectory results_;
  std::string place_ = results_.path().string();  // where the results are in the end
  FaultReporter faults_;
  std::unique_ptr<Progress> progress_;
  Stopwatch& stopwatch_;
  EnergyReading energy_;  // at the last look
  RunPlan plan_;
  std::vector<Contestant> able_;           // of the plan, whatever the shape
  Shape shape_ = k9x9;                     // of the dataset
  bool are_referees_out_of_time_ = false;  // of runners before
  std::vector<Absentee> absent_;
  std::vector<Absentee> refusing_;  // boards of that shape
  std::optional<Runner> runner_;
  RunContext context_;
  std::vector<SuccessTally> successes_;  // of the contestants, on the dataset
  std::vector<RunRecord> runs_;
  std::vector<SummaryRecord> summary_;
  std::vector<std::size_t> table_begins_;  // index of each dataset's first row in summary_
  std::exception_ptr error_;               // bad input that ended the run
};

}  // namespace

namespace {

/// Of the datasets, as far as they can be looked at before the run; those that an engine from
/// outside is tried with before anything is measured.
std::vector<Shape> shapes_of(const BenchOptions& options) {
  std::vector<Shape> shapes;
  const bool is_any_external =
      !options.entrants.plugins.empty() || !options.entrants.commands.empty();
  for (const std::string& path : options.datasets) {
    if (!is_any_external || is_read_once(path)) continue;
    const Shape shape = Dataset({path, options.read}, {}, 1, {1}).shape();
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
  }
  if (shapes.empty()) shapes.push_back(options.read.shape.value_or(k9x9));
  return shapes;
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

}  // namespace

ExitCode run_bench(const BenchOptions& options, std::span<const Contestant> contestants,
                   Stopwatch& stopwatch, std::span<const std::string> arguments) {
  refuse_unreadable(options, contestants);
  for (const std::string& path : options.datasets) {
    if (!options.out.empty()) refuse_dataset_among_results(path, options.out);
  }
  refuse_export_over_others(options);
  if (!options.gbench.empty() && !options.force) refuse_old_output(options.gbench);
  return BenchRun(options, contestants, stopwatch, arguments).run();
}

Job prepare_bench(const Values& values) {
  return [options = bench_options(values)](std::span<const std::string> arguments) {
    SystemStopwatch stopwatch;
    const auto contestants = contestants_of(options.entrants, options.limits.max_solutions,
                                            threads_of(options), shapes_of(options));
    return run_bench(options, contestants, stopwatch, arguments);
  };
}

}  // namespace sudoku
