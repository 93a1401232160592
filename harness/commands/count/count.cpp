#include <algorithm>
#include <optional>

#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/commands/count/count_files.h"
#include "harness/commands/count/count_options.h"
#include "harness/count/counting.h"
#include "harness/count/counting_engine.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/report/count_table.h"
#include "harness/report/text_table.h"
#include "harness/results/context.h"

namespace sudoku {
namespace {

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

DatasetReader open_dataset(const CountOptions& options) {
  if (options.shard.count > 1) return open_to_cut(options.input, options.read, "--shard");
  if (!options.checkpoint.empty()) return open_to_cut(options.input, options.read, "--checkpoint");
  return {options.input, options.read};
}

/// Returns the record of a count that has not started.
CountRecord new_record(const CountOptions& options, const DatasetReader& reader) {
  CountRecord record;
  CountTask& task = record.task;
  task.engine = options.engine == nullptr ? "auto" : options.engine->id;
  const bool is_file = !is_read_once(options.input);
  task.file_bytes = is_file ? reader.file().byte_size().value_or(0) : 0;
  task.file_digest = is_file ? reader.file().digest() : 0;
  task.format = to_string(reader.format());
  task.shape = reader.shape();
  task.symbols = to_string(options.read.symbols);
  task.column = options.read.column;
  task.expect_column = options.read.expect_column;
  task.skip_invalid = options.read.skip_invalid;
  task.max_solutions = options.limits.max_solutions;
  task.timeout_ns = static_cast<std::uint64_t>(options.limits.max_time.count());
  task.per_puzzle = options.per_puzzle;
  task.shard_count = options.shard.count;
  record.dataset = options.input;
  record.shard = options.shard.number;
  record.cost.threads = options.threads;
  return record;
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
        record_(new_record(options, reader_)),
        engine_(options.engine == nullptr ? fastest_counting_engine(options.limits, reader_.kind())
                                          : *options.engine),
        files_(options),
        sample_(options.sample, options.seed),
        arguments_(arguments) {
    if (options_.shard.count > 1) {
      const TextRange range = reader_.find_shard(options_.shard);
      record_.begin_byte = range.begin;
      range_end_ = range.end;
    }
    record_.end_byte = record_.begin_byte;
    require_support(engine_, options_.input, reader_.kind());
    if (options_.check == nullptr) return;
    require_support(*options_.check, options_.input, reader_.kind());
    if (options_.check->id == engine_.id) {
      throw UsageError(fmt::format("--check {}: this engine counts; choose another one to check",
                                   options_.check->id));
    }
  }

  ExitCode run() {
    files_.lock();
    const bool is_resumed = files_.resume(record_, range_end_);
    if (interrupted()) return ExitCode::interrupted;
    files_.open(record_, is_resumed);
    const bool was_whole = record_.is_whole;
    const CountTotals before = record_.totals;
    const auto begin = std::chrono::steady_clock::now();
    if (!was_whole) count(is_resumed);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (record_.is_whole) check_sample();
    write_results();
    if (!options_.quiet && !was_whole) print_rate(before, time);
    return end();
  }

 private:
  /// Moves the reader to the first puzzle to count. Returns the number of lines before the shard.
  std::uint64_t seek(bool is_resumed) {
    // puzzles.csv has the line numbers of the whole file.
    const bool counts_lines = record_.begin_byte != 0 && options_.per_puzzle;
    const std::uint64_t lines_before = counts_lines ? reader_.count_lines(record_.begin_byte) : 0;
    if (options_.shard.count == 1 && !is_resumed) return lines_before;
    reader_.go_to({record_.end_byte, lines_before + record_.totals.lines}, range_end_,
                  counts_lines ? 0 : record_.begin_byte);
    return lines_before;
  }

  void count(bool is_resumed) {
    CountPlan plan;
    plan.engine = &engine_;
    plan.limits = options_.limits;
    plan.limits.stop = &interrupted();
    plan.threads = options_.threads;
    plan.per_puzzle = options_.per_puzzle;
    auto progress = std::make_unique<Progress>(options_.progress);
    progress->begin(options_.input);
    const std::uint64_t lines_before = seek(is_resumed);
    const std::uint64_t puzzles_before = record_.totals.puzzles;
    try {
      count_puzzles(plan, reader_, lines_before, record_,
                    [&](const CountedBlock& block, const CountRecord& record) {
                      save(block, record);
                      progress->set_done(record.totals.puzzles - puzzles_before, part_of(block));
                    });
    } catch (const InputError&) {
      progress.reset();
      has_failed_ = true;
      if (record_.totals.puzzles != 0) write_results();
      throw;
    }
  }

  /// Returns the fraction of the shard that has been read; nullopt if its size is unknown.
  std::optional<double> part_of(const CountedBlock& block) const {
    if (record_.task.file_bytes == 0) return std::nullopt;
    const bool has_range = range_end_ != kNoEnd && !reader_.is_compressed();
    const auto begin = static_cast<double>(has_range ? record_.begin_byte : 0);
    const auto end = static_cast<double>(has_range ? range_end_ : record_.task.file_bytes);
    const auto position = static_cast<double>(has_range ? block.end.byte : block.bytes_read);
    return (position - begin) / std::max(end - begin, 1.0);
  }

  /// Saves a block and reports the first unexpected counts at once.
  void save(const CountedBlock& block, const CountRecord& record) {
    constexpr std::uint64_t kMaxReported = 10;
    for (const Defect& unexpected : block.unexpected) {
      if (reported_++ >= kMaxReported) continue;
      print_error("{}:{}: {}\n", options_.input, unexpected.position.line, unexpected.what);
    }
    files_.append(block.rows, record);
    sample_.add(block.block, block.results);
  }

  /// The sample contains puzzles of this call only.
  void check_sample() {
    if (options_.check == nullptr) return;
    SolveLimits limits = options_.limits;
    limits.stop = &interrupted();
    const Recount recount =
        count_again(sample_.entries(), *options_.check, limits, options_.threads);
    record_.totals.check_mismatches += recount.differences.size();
    check_report_ = describe(recount, options_);
  }

  void write_results() {
    files_.write_results(record_, context(), has_failed_);
    const auto print = options_.prints_rows() ? write_error : write_stdout;
    if (!options_.quiet) print(format_table(record_));
    print(check_report_);
    report_mismatches(record_.totals);
  }

  RunContext context() const {
    const CountTotals& totals = record_.totals;
    RunContext context;
    context.arguments.assign(arguments_.begin(), arguments_.end());
    context.started = started_;
    context.seed = options_.seed;
    context.threads = options_.threads;
    context.engines = {std::string(engine_.id)};
    context.task = task_of(record_);
    context.is_whole = record_.is_whole;
    context.datasets = {{record_.dataset, totals.puzzles, totals.rejected, totals.dataset_digest,
                         std::nullopt, record_.task.shape}};
    return context;
  }

  ExitCode end() const {
    if (!record_.is_whole) {
      print_error("sudoku-bench: interrupted; the result covers the puzzles counted so far{}\n",
                  !options_.checkpoint.empty() ? "; continue with --resume" : "");
      return ExitCode::interrupted;
    }
    if (has_mismatches(record_.totals)) return ExitCode::wrong_answer;
    return interrupted() ? ExitCode::interrupted : ExitCode::ok;
  }

  /// Prints the rate of this call. With timeouts, a rate would be misleading.
  void print_rate(const CountTotals& before, std::chrono::duration<double> time) const {
    const std::uint64_t puzzles = record_.totals.puzzles - before.puzzles;
    const std::uint64_t timeouts = record_.totals.timeouts - before.timeouts;
    const std::string rate = timeouts == 0
                                 ? format_rate(static_cast<double>(puzzles) / time.count())
                                 : fmt::format("{} timed out", timeouts);
    print_error("sudoku-bench: {} in {:.3g} s, {}\n", number_of(puzzles, "puzzle"), time.count(),
                rate);
  }

  const CountOptions& options_;
  DatasetReader reader_;
  std::uint64_t range_end_ = kNoEnd;
  CountRecord record_;
  const EngineInfo& engine_;
  CountFiles files_;
  CountSample sample_;        // for --check
  std::string check_report_;  // empty before the check
  std::span<const std::string> arguments_;
  std::string started_ = utc_now();
  std::uint64_t reported_ = 0;  // unexpected counts
  bool has_failed_ = false;     // the input is invalid
};

}  // namespace

OptionTable count_option_table() {
  OptionTable options(
      "sudoku-bench count [FILE]",
      "Counts the solutions of the puzzles in FILE. Reads standard input if FILE is missing or -.\n"
      "Memory use does not depend on the number of puzzles.");
  options.group("Counting");
  add_dataset(options);
  add_counting(options);
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
             "count only part I of N, from 0; use merge to combine the results (0/1)")
      .value("checkpoint", "DIR", "directory in which to save the progress after each block")
      .flag("resume", "resume from the checkpoint if there is one");
  return options;
}

CountOptions count_options(const OptionValues& values) {
  values.refuse_without("checkpoint", {"resume"});
  values.refuse_with("resume", {"force"});
  values.refuse_without("check", {"check-sample"});
  if (values.has("per-puzzle") && values.has("checkpoint") && !values.has("out")) {
    throw UsageError("--per-puzzle with --checkpoint needs --out");
  }
  if (values.has("force") && !values.has("out") && !values.has("checkpoint")) {
    throw UsageError("--force needs --out or --checkpoint");
  }
  CountOptions options{{values}};
  refuse_incomplete(options.check, "does not count");
  return options;
}

void add_counting(OptionTable& options) {
  options
      .value("engine", "ID",
             "engine; see the engines command. auto: bandjoin, or lanes or bitmask if "
             "--max-solutions is 1 to 1000; bitmask for boards other than 9x9 (auto)")
      .value("max-solutions", "N", "stop after N solutions of a puzzle; 0: count all (0)")
      .value("timeout", "TIME", "time limit per puzzle; 0s: none (10s)")
      .flag("per-puzzle",
            "also write the count of each puzzle, to puzzles.csv in the directory of --out");
  add_reading(options);
}

const EngineInfo* CountingOptions::counting_engine(const OptionValues& values) {
  const std::string engine = values.has("engine") ? values.text("engine") : "auto";
  if (engine == "auto") return nullptr;
  const EngineInfo* info = engine_named(engine, {"auto"});
  refuse_incomplete(info, "does not count");
  return info;
}

std::vector<std::string> counting_arguments(const OptionValues& values) {
  OptionTable counting("", "");
  add_counting(counting);
  std::vector<std::string> arguments;
  for (const OptionTable::Option& option : counting.options()) {
    if (!values.has(option.name)) continue;
    const std::string value =
        option.argument.empty() ? "" : fmt::format("={}", values.text(option.name));
    arguments.push_back("--" + option.name + value);
  }
  return arguments;
}

Job prepare_count(const OptionValues& values) {
  return [options = count_options(values)](std::span<const std::string> arguments) {
    return CountRun(options, arguments).run();
  };
}

}  // namespace sudoku
