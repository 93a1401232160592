#include <algorithm>
#include <optional>

#include "harness/base/json.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/cli/dataset_options.h"
#include "harness/cli/engine_options.h"
#include "harness/cli/result_options.h"
#include "harness/cli/run_options.h"
#include "harness/commands/command.h"
#include "harness/count/counting.h"
#include "harness/count/counting_engine.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/project_datasets.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/digest.h"
#include "harness/stats/tally.h"
#include "harness/tables/count_table.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

/// Returns the engine of --engine; null for `auto`.
const EngineInfo* counting_engine(const OptionValues& values) {
  const std::string engine = values.has("engine") ? values.text("engine") : "auto";
  if (engine == "auto") return nullptr;
  const EngineInfo* info = engine_named(engine, {"auto"});
  refuse_incomplete(info, "does not count");
  return info;
}

/// The options of the count command.
struct CountOptions {
  OptionValues values;
  std::string input = only_dataset(values, "count");
  ReadOptions read = read_options(values);
  const EngineInfo* engine = counting_engine(values);  ///< null: the fastest
  SolveLimits limits = solve_limits(values, 0);
  bool per_puzzle = values.has("per-puzzle");
  std::optional<Shard> shard =
      values.has("shard") ? std::optional(shard_option(values)) : std::nullopt;
  unsigned threads = thread_count(values);
  ResultOptions results = result_options(values);
  /// Counts a sample again; null: no check.
  const EngineInfo* check = values.has("check") ? engine_named(values.text("check")) : nullptr;
  std::uint64_t sample = check == nullptr ? 0 : values.number("check-sample", 100, 1);  ///< puzzles
  When progress = progress_option(values);
  bool quiet = values.has("quiet");

  bool has_files() const { return !results.out.empty() || !results.checkpoint.empty(); }
  /// Whether to print the rows of puzzles.csv to standard output, and the table to standard error.
  bool prints_rows() const { return per_puzzle && results.out.empty(); }
};

DatasetReader open_dataset(const CountOptions& options) {
  if (options.shard) return open_to_cut(options.input, options.read, "--shard");
  const bool has_checkpoint = !options.results.checkpoint.empty();
  if (has_checkpoint) require_rereadable(options.input, "--checkpoint");
  DatasetReader reader(options.input, options.read);
  if (has_checkpoint) require_puzzle(reader);
  return reader;
}

/// Returns the options that affect the results, for context.json.
Task task_of(const CountOptions& options, const DatasetReader& reader) {
  return {{"format", std::string(to_string(reader.format()))},
          {"shape", to_string(reader.shape())},
          {"symbols", std::string(to_string(options.read.symbols))},
          {"column", to_json_text(options.read.column)},
          {"expect_column", to_json_text(options.read.expect_column)},
          {"skip_invalid", options.read.skip_invalid},
          {"max_solutions", options.limits.max_solutions},
          {"timeout_ns", static_cast<std::uint64_t>(options.limits.max_time.count())},
          {"per_puzzle", options.per_puzzle}};
}

RunContext context_of(const CountOptions& options, const std::string& engine,
                      const DatasetReader& reader, std::span<const std::string> arguments) {
  RunContext context = new_context("count", arguments);
  context.threads = options.threads;
  context.engines = {engine};
  context.task = task_of(options, reader);
  context.shard = options.shard;
  context.datasets = {entry_of(reader.file())};
  context.datasets.front().shape = reader.shape();
  return context;
}

DatasetPlan plan_of(const CountOptions& options, const std::string& engine,
                    const DatasetReader& reader) {
  DatasetPlan plan;
  plan.key.dataset = options.input;
  plan.key.max_solutions = options.limits.max_solutions;
  plan.key.threads = options.threads;
  plan.key.shape = reader.shape();
  plan.engines = {engine};
  plan.timeout = options.limits.max_time;
  return plan;
}

/// Describes how a sample was counted again with the engine of --check.
std::string describe(const Recount& recount, const CountOptions& options) {
  const std::string_view id = options.check->id;
  const std::string undecided =
      fmt::format("{} of the sample {} not counted by both engines",
                  number_of(recount.undecided, "puzzle"), recount.undecided == 1 ? "was" : "were");
  if (recount.checked == 0 && recount.undecided != 0) {
    return fmt::format("{} checked no puzzle: {}.\n", id, undecided);
  }
  std::string text = fmt::format("{} agrees on {} of {} puzzles{}.\n", id,
                                 recount.checked - recount.differences.size(), recount.checked,
                                 recount.undecided == 0 ? "" : "; " + undecided);
  for (const auto& [entry, solutions] : recount.differences) {
    text += fmt::format("{}:{}: {}: {} solutions, but {} finds {}\n", options.input, entry.line,
                        format_line(entry.puzzle), format_count(entry.result.solutions), id,
                        format_count(solutions));
  }
  return text;
}

/// Counts one file, or one shard of it.
class CountRun {
 public:
  CountRun(const CountOptions& options, std::span<const std::string> arguments)
      : options_(options),
        reader_(open_dataset(options)),
        engine_(options.engine == nullptr ? fastest_counting_engine(options.limits, reader_.kind())
                                          : *options.engine),
        tally_(plan_of(options, solver_.id, reader_), {&solver_, 1}),
        context_(context_of(options, solver_.id, reader_, arguments)) {
    if (options_.shard) entry().range = reader_.find_shard(*options_.shard);
    require_support(engine_, options_.input, reader_.kind());
    if (options_.check == nullptr) return;
    require_support(*options_.check, options_.input, reader_.kind());
    if (options_.check->id == engine_.id) {
      throw UsageError(fmt::format("--check {}: this engine counts; choose another one to check",
                                   options_.check->id));
    }
  }

  ExitCode run() {
    begin_files();
    if (interrupted()) return ExitCode::interrupted;
    auto progress = std::make_unique<Progress>(options_.progress);
    progress->begin(describe_dataset_path(options_.input));
    seek();
    std::exception_ptr error;
    const auto begin = std::chrono::steady_clock::now();
    try {
      replay();
      context_.is_whole = count(*progress);
    } catch (const InputError&) {
      error = std::current_exception();
    }
    progress.reset();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    entry().puzzles = counted_.given();
    entry().rejected = reader_.rejected();
    entry().digest = digest_;
    const std::string check_report = context_.is_whole ? check_sample() : "";
    std::vector<SummaryRow> summary;
    if (context_.is_whole || counted_.given() != 0) {
      summary = write_results(error != nullptr);
      print_results(summary.front(), check_report);
    }
    if (error) std::rethrow_exception(error);
    if (!options_.quiet && counted_.given() != earlier_.given()) print_rate(time);
    if (!context_.is_whole) {
      print_error("sudoku-bench: {}{}\n",
                  counted_.given() == 0
                      ? "interrupted before the first puzzle; there are no results"
                      : "interrupted; the result covers the puzzles counted so far",
                  !options_.results.checkpoint.empty() ? "; continue with --resume" : "");
      return ExitCode::interrupted;
    }
    if (has_faults({summary})) return ExitCode::wrong_answer;
    return interrupted() ? ExitCode::interrupted : ExitCode::ok;
  }

 private:
  RunContext::DatasetEntry& entry() { return context_.datasets.front(); }

  void begin_files() {
    const ResultOptions& results = options_.results;
    if (!results.out.empty()) refuse_dataset_among_results(options_.input, results.out);
    if (options_.has_files()) {
      files_.emplace(location_of(results, results.out, options_.per_puzzle));
      checkpoint_ = begin_results(results, context_, *files_);
    } else if (options_.prints_rows()) {
      write_stdout(row_header<PuzzleRow>());
    }
  }

  /// Moves the reader to the first puzzle of the shard.
  void seek() {
    if (!options_.shard) return;
    const IndexRange& range = *entry().range;
    // puzzles.csv has the line numbers of the whole file.
    reader_.go_to(range, options_.per_puzzle ? std::optional(reader_.count_lines(range.begin))
                                             : std::nullopt);
  }

  /// Passes the blocks of the checkpoint to the tally.
  void replay() {
    tally_.begin_repetition();
    if (!checkpoint_) return;
    const auto read = [this](PuzzleBlock& block, std::uint64_t puzzles) {
      const bool has_read = reader_.read(block, puzzles);
      block.digest = puzzles_digest(block.puzzles);
      return has_read;
    };
    checkpoint_->replay(tally_, read, [this](auto rows) { add_totals(rows.front()); });
    earlier_ = counted_;
    if (!options_.quiet) {
      print_error("sudoku-bench: {}: resuming after {}\n", options_.input,
                  number_of(counted_.given(), "puzzle"));
    }
  }

  void add_totals(const BlockRow& row) {
    digest_ += row.puzzles_digest;
    counted_ += row.totals;
  }

  /// Returns whether all puzzles are counted.
  bool count(Progress& progress) {
    CountPlan plan;
    plan.engine = &engine_;
    plan.limits = options_.limits;
    plan.limits.stop = &interrupted();
    plan.threads = options_.threads;
    plan.per_puzzle = options_.per_puzzle;
    plan.names = tally_.names();
    plan.first_puzzle = counted_.given();
    return count_puzzles(plan, reader_, [&](const CountedBlock& block) {
      add(block);
      progress.set_done(counted_.given() - earlier_.given(), part_of(block));
    });
  }

  /// Adds a block and reports the first unexpected counts at once.
  void add(const CountedBlock& block) {
    constexpr std::uint64_t kMaxReported = 10;
    for (const Fault& fault : block.sample.faults) {
      if (reported_++ >= kMaxReported) continue;
      print_error("{}:{}: {}\n", options_.input, block.sample.block.lines[fault.puzzle],
                  fault.what);
    }
    tally_.add(block.rows, block.sample);
    add_totals(block.rows.front());
    if (options_.prints_rows()) write_stdout(block.puzzle_rows);
    if (files_) files_->add_block(block.rows, block.puzzle_rows);
    sample_.add(block.sample.block, block.sample.engines.front().results);
  }

  /// Returns the fraction of the shard that has been read; nullopt if its size is unknown.
  std::optional<double> part_of(const CountedBlock& block) {
    if (!entry().file) return std::nullopt;
    const bool has_range = entry().range && !reader_.is_compressed();
    const IndexRange range = has_range ? *entry().range : IndexRange{0, entry().file->bytes};
    const auto position = static_cast<double>(has_range ? block.end_byte : block.stored_bytes);
    const auto bytes = static_cast<double>(range.end - range.begin);
    return (position - static_cast<double>(range.begin)) / std::max(bytes, 1.0);
  }

  /// Counts the sample again and describes the result. After a resume, the sample has no puzzles
  /// from the checkpoint.
  std::string check_sample() {
    if (options_.check == nullptr) return {};
    SolveLimits limits = options_.limits;
    limits.stop = &interrupted();
    const Recount recount =
        count_again(sample_.entries(), *options_.check, limits, options_.threads);
    tally_.add_disagreements(0, recount.differences.size());
    return describe(recount, options_);
  }

  std::vector<SummaryRow> write_results(bool has_failed) {
    const std::optional<std::uint64_t> no_seed;
    const auto runs = tally_.end_repetition(digest_, !context_.is_whole, {&no_seed, 1}).runs;
    std::vector<SummaryRow> summary = tally_.summary();
    if (files_) {
      files_->add(runs);
      const auto place = end_results(summary, has_failed, context_, *files_);
      const bool is_kept_aside = !place.empty() && place != files_->directory();
      if (is_kept_aside && options_.results.checkpoint.empty()) report_partial_results(place);
    }
    return summary;
  }

  void print_results(const SummaryRow& row, const std::string& check_report) {
    const auto print = options_.prints_rows() ? write_error : write_stdout;
    if (!options_.quiet) {
      print(format_table({row, entry(), context_.shard, context_.is_whole}));
    }
    print(check_report);
    report_mismatches(row);
  }

  /// Prints the rate without the puzzles from the checkpoint. If puzzles timed out, prints their
  /// number instead, because the rate would be misleading.
  void print_rate(std::chrono::duration<double> time) const {
    const std::uint64_t puzzles = counted_.given() - earlier_.given();
    const std::uint64_t timeouts = counted_.timeouts - earlier_.timeouts;
    const std::string rate = timeouts == 0
                                 ? format_rate(static_cast<double>(puzzles) / time.count())
                                 : fmt::format("{} timed out; --timeout sets the limit", timeouts);
    print_error("sudoku-bench: {} in {:.3g} s, {}\n", number_of(puzzles, "puzzle"), time.count(),
                rate);
  }

  const CountOptions& options_;
  DatasetReader reader_;
  const EngineInfo& engine_;
  const Solver solver_{std::string(engine_.id), nullptr};  // for the tally
  Tally tally_;
  RunContext context_;
  std::optional<ResultDirectory> files_;
  std::unique_ptr<Checkpoint> checkpoint_;  // finished blocks; null: none
  CountSample sample_{options_.sample, 1};  // for --check; any fixed seed would do
  Totals counted_;                          // with the checkpoint
  std::uint64_t digest_ = 0;                // of the puzzles of `counted_`
  Totals earlier_;                          // from the checkpoint
  std::uint64_t reported_ = 0;              // unexpected counts
};

}  // namespace

OptionTable count_option_table() {
  OptionTable options(
      "sudoku-bench count [FILE]",
      "Counts the solutions of the puzzles in FILE. Reads standard input if FILE is missing or -.\n"
      "Memory use does not depend on the number of puzzles.");
  options.group("Counting");
  add_dataset(options);
  options
      .value("engine", "ID",
             "engine; see the engines command. auto: bandjoin, or lanes or bitmask if "
             "--max-solutions is 1 to 1000; bitmask for boards other than 9x9 (auto)")
      .value("max-solutions", "N", "stop after N solutions of a puzzle; 0: count all (0)")
      .value("timeout", "TIME", "time limit per puzzle; 0s: none (10s)")
      .flag("per-puzzle",
            "also write the count of each puzzle, to puzzles.csv in the directory of --out");
  add_reading(options);
  options.group("Check")
      .value("check", "ID",
             "count a sample again with another engine; exits with 3 if the counts differ")
      .value("check-sample", "N", "number of puzzles in the sample, at least 1 (100)")
      .advise("seed", "use a larger --check-sample");
  options.group("Run")
      .value("threads", "N", "number of threads (all available CPUs)")
      .value("out,o", "DIR",
             "directory for the result files. Without it, --per-puzzle prints to standard output, "
             "and the table goes to standard error")
      .flag("force", "replace existing results in DIR and ignore an existing checkpoint");
  add_progress(options);
  options.flag("quiet,q", "suppress the table and notes");
  options.group("Large datasets")
      .value("shard", "I/N",
             "count only part I of N, from 0; use merge to combine the results (0/1)");
  add_checkpoint(options);
  return options;
}

Job prepare_count(const OptionValues& values) {
  values.refuse_without("check", {"check-sample"});
  if (values.has("per-puzzle") && values.has("checkpoint") && !values.has("out")) {
    throw UsageError("--per-puzzle with --checkpoint needs --out");
  }
  if (values.has("force") && !values.has("out") && !values.has("checkpoint")) {
    throw UsageError("--force needs --out or --checkpoint");
  }
  const CountOptions options{values};
  refuse_incomplete(options.check, "does not count");
  return [options](std::span<const std::string> arguments) {
    return CountRun(options, arguments).run();
  };
}

}  // namespace sudoku
