#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/output_file.h"
#include "harness/base/progress.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/commands/count/count_options.h"
#include "harness/count/checkpoint.h"
#include "harness/count/counting.h"
#include "harness/count/counting_engine.h"
#include "harness/count/puzzle_counts.h"
#include "harness/count/recount.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/puzzle/shapes.h"
#include "harness/report/count_table.h"
#include "harness/report/summary_table.h"
#include "harness/results/context.h"
#include "harness/results/result_files.h"
#include "harness/results/staged_results.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

/// Copies a file that has other names too, so that they do not see how it changes.
void make_only_link(const fs::path& path) {
  std::error_code error;
  if (fs::hard_link_count(path, error) < 2 && !error) return;
  const fs::path copy = hidden_name(path, "");
  fs::copy_file(path, copy, error);
  if (!error) fs::rename(copy, path, error);
  if (error) throw OutputError(path.string(), error.message());
}

DatasetReader open_dataset(const CountOptions& options) {
  if (options.shard_count > 1) return open_to_cut(options.input, options.read, "--shard");
  if (!options.checkpoint.empty()) return open_to_cut(options.input, options.read, "--checkpoint");
  return {options.input, options.read};
}

/// Runs `count` on one file, or on one shard of it.
class CountRun {
 public:
  CountRun(const CountOptions& options, std::span<const std::string> arguments)
      : options_(options), reader_(open_dataset(options)) {
    begin_record();
    refuse_shape(engine());
    if (options.check != nullptr) {
      refuse_shape(*options.check);
      refuse_self_check();
    }
    context_.arguments.assign(arguments.begin(), arguments.end());
    context_.started = utc_now();
    context_.seed = options.seed;
    context_.threads = options.threads;
    context_.engines = {std::string(engine().id)};
  }

  ExitCode run() {
    lock_directories();
    const bool has_begun = resume();
    if (interrupted()) return ExitCode::interrupted;
    open_files(has_begun);
    if (record_.is_whole) {
      if (options_.check != nullptr) check_sample();
      write_results();
      return end();
    }
    const CountTotals before = record_.totals;
    const auto begin = std::chrono::steady_clock::now();
    count(has_begun);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (record_.is_whole && options_.check != nullptr) check_sample();
    if (record_.is_whole && checkpoint_) checkpoint_->finish(record_);
    write_results();
    if (!options_.quiet) tell_rate(before, time);
    return end();
  }

 private:
  const EngineInfo& engine() const {
    return options_.engine == nullptr ? fastest_counting_engine(options_.limits, record_.task.shape)
                                      : *options_.engine;
  }

  void refuse_shape(const EngineInfo& engine) const {
    if (!supports(engine.traits, reader_.shape())) {
      throw UsageError(describe_refused_shape(options_.input, reader_.shape(), engine.id));
    }
  }

  void refuse_self_check() const {
    if (options_.check->id != engine().id) return;
    throw UsageError(fmt::format("--check {}: this engine counts; choose another one to check",
                                 options_.check->id));
  }

  void begin_record() {
    CountTask& task = record_.task;
    task.engine = options_.engine == nullptr ? "auto" : options_.engine->id;
    const bool is_file = !is_read_once(options_.input);
    task.file_bytes = is_file ? reader_.file().byte_size().value_or(0) : 0;
    task.file_digest = is_file ? reader_.file().digest() : 0;
    task.format = to_string(reader_.format());
    task.shape = reader_.shape();
    task.symbols = to_string(options_.read.symbols);
    task.column = options_.read.column;
    task.expect_column = options_.read.expect_column;
    task.skip_invalid = options_.read.skip_invalid;
    task.max_solutions = options_.limits.max_solutions;
    task.timeout_ns = static_cast<std::uint64_t>(options_.limits.max_time.count());
    task.per_puzzle = options_.per_puzzle;
    task.shard_count = options_.shard_count;
    record_.dataset = options_.input;
    record_.shard = options_.shard;
    record_.cost.threads = options_.threads;
    if (options_.shard_count > 1) {
      const TextRange range = reader_.find_shard({options_.shard, options_.shard_count});
      record_.begin_byte = range.begin;
      range_end_ = range.end;
    }
    record_.end_byte = record_.begin_byte;
  }

  /// Takes over what an earlier call has counted. False if there is nothing.
  bool resume() {
    if (options_.checkpoint.empty()) return false;
    std::error_code error;
    is_going_on_ = options_.resume && fs::exists(Checkpoint::path_in(options_.checkpoint), error);
    const auto stored = Checkpoint::load(options_.checkpoint);
    if (!stored && options_.resume) {
      print_error("sudoku-bench: no checkpoint in {}: counting begins with the first puzzle\n",
                  options_.checkpoint);
    }
    if (!stored) return false;
    const std::string file = Checkpoint::path_in(options_.checkpoint).string();
    if (!options_.resume) {
      if (options_.force) return false;
      throw UsageError(
          fmt::format("{} exists: --resume continues from it, --force starts over", file));
    }
    check_checkpoint(*stored);
    const unsigned threads = record_.cost.threads;
    record_ = stored->record;
    record_.dataset = options_.input;
    record_.cost.threads = threads;
    print_error("sudoku-bench: resuming after {}, at byte {}\n",
                number_of(record_.totals.puzzles, "puzzle"), record_.end_byte);
    return true;
  }

  void check_checkpoint(const StoredRecord& stored) const {
    std::string unlike = difference(stored.record.task, record_.task);
    if (unlike.empty() && stored.record.shard != record_.shard) {
      unlike = fmt::format("shard is {}, not {}", stored.record.shard, record_.shard);
    }
    const bool fits =
        stored.record.begin_byte == record_.begin_byte && stored.record.end_byte <= range_end_;
    if (unlike.empty() && !fits) unlike = "its bytes are not those of the shard";
    if (unlike.empty()) return;
    throw InputError(stored.file, {stored.line, 0},
                     fmt::format("the checkpoint is of another count: {}", unlike));
  }

  /// Both may be one.
  void lock_directories() {
    const std::string& checkpoint = options_.checkpoint;
    if (!options_.out.empty()) results_.emplace(options_.out);
    std::error_code error;
    const bool is_locked = results_ && fs::equivalent(checkpoint, options_.out, error);
    if (!checkpoint.empty() && !is_locked) checkpoint_lock_.emplace(checkpoint);
  }

  void open_files(bool has_begun) {
    if (results_) {
      refuse_dataset_among_results(options_.input, options_.out);
      // Who goes on may find results of the part that has been counted.
      const bool replaces = is_going_on_ || options_.force;
      results_->begin(replaces ? OldOutput::replaced : OldOutput::refused);
    }
    if (options_.per_puzzle) open_puzzle_counts(has_begun);
    if (!options_.checkpoint.empty()) {
      checkpoint_.emplace(options_.checkpoint, has_begun ? std::optional(record_) : std::nullopt);
    }
  }

  /// Where the rows of puzzles.csv grow: beside the checkpoint, where there is one, as they have to
  /// outlive a kill with it.
  fs::path growing_rows() const {
    return options_.checkpoint.empty() ? results_->file(kPuzzlesFile)
                                       : Checkpoint::puzzle_counts_in(options_.checkpoint);
  }

  void open_puzzle_counts(bool has_begun) {
    const fs::path path = growing_rows();
    if (has_begun) {
      const std::uint64_t kept = prove_puzzle_counts(path.string(), record_);
      make_only_link(path);
      puzzle_counts_.emplace(path, kept);
    } else {
      std::error_code error;
      fs::remove(path, error);  // other results may have the file by a second link
      puzzle_counts_.emplace(path);
      puzzle_counts_->append(puzzle_counts_header());
    }
  }

  /// Puts the reader where the count begins or goes on. Returns what numbers of lines are too large
  /// by.
  std::uint64_t go_to_begin(bool has_begun) {
    const bool begins_behind_head = record_.begin_byte != 0;
    // Line numbers in puzzles.csv are those of the whole file.
    const bool counts_lines = begins_behind_head && options_.per_puzzle;
    const std::uint64_t lines_before = counts_lines ? reader_.count_lines(record_.begin_byte) : 0;
    if (options_.shard_count == 1 && !has_begun) return lines_before;
    reader_.go_to({record_.end_byte, lines_before + record_.totals.lines}, range_end_,
                  counts_lines ? 0 : record_.begin_byte);
    return lines_before;
  }

  void count(bool has_begun) {
    CountPlan plan;
    plan.engine = &engine();
    plan.limits = options_.limits;
    plan.limits.stop = &interrupted();
    plan.threads = options_.threads;
    plan.per_puzzle = options_.per_puzzle;
    auto progress = make_progress(options_.progress);
    progress->begin(options_.input);
    const std::uint64_t lines_before = go_to_begin(has_begun);
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
      write_results();
      throw;
    }
  }

  /// How much of the shard has been read; nothing for what has no size.
  std::optional<double> part_of(const CountedBlock& block) const {
    if (record_.task.file_bytes == 0) return std::nullopt;
    const bool has_range = range_end_ != kNoEnd && !reader_.is_compressed();
    const auto begin = static_cast<double>(has_range ? record_.begin_byte : 0);
    const auto end = static_cast<double>(has_range ? range_end_ : record_.task.file_bytes);
    const auto position = static_cast<double>(has_range ? block.end.byte : block.bytes_read);
    return (position - begin) / std::max(end - begin, 1.0);
  }

  /// The rows of the puzzles first, so that they are there if the checkpoint tells of them.
  void save(const CountedBlock& block, const CountRecord& record) {
    for (const UnexpectedCount& unexpected : block.unexpected) tell(unexpected);
    if (!block.is_recorded) return;
    if (puzzle_counts_) puzzle_counts_->append(block.rows);
    if (checkpoint_) checkpoint_->append(record);
    sample_.add(block.block, block.results);
  }

  /// The first ones, at once: nobody knows what comes later.
  void tell(const UnexpectedCount& unexpected) {
    constexpr std::uint64_t kMost = 10;
    if (told_++ >= kMost) return;
    print_error("{}:{}: {}\n", options_.input, unexpected.line, unexpected.what);
  }

  void write_results() {
    if (puzzle_counts_) puzzle_counts_->close();
    if (results_) put_results();
    if (!options_.quiet) write_stdout(format_table(record_));
    write_stdout(check_text_);
    print_error("{}", format_mismatches(record_.totals));
  }

  /// Old results stay where bad input has ended this count.
  void put_results() {
    const fs::path rows = results_->file(kPuzzlesFile);
    if (options_.per_puzzle && growing_rows() != rows) link_or_copy(growing_rows(), rows);
    results_->write(kCountsFile, counts_header() + to_csv(record_));
    results_->write(kContextFile, context());
    if (!has_failed_ || !results_->has_old()) {
      results_->commit();
    } else if (!checkpoint_) {  // which has it all
      tell_left_results(results_->leave());
    }
  }

  /// With what has been counted by now.
  std::string context() const {
    RunContext context = context_;
    const CountTotals& totals = record_.totals;
    context.task = task_of(record_);
    context.datasets = {{record_.dataset, totals.puzzles, totals.rejected, totals.dataset_digest,
                         std::nullopt, record_.task.shape}};
    return to_json(context);
  }

  ExitCode end() const {
    if (!record_.is_whole) {
      print_error("sudoku-bench: interrupted: the result covers what had been counted{}\n",
                  checkpoint_ ? "; --resume continues it" : "");
      return ExitCode::interrupted;
    }
    if (has_mismatches(record_.totals)) return ExitCode::wrong_answer;
    return interrupted() ? ExitCode::interrupted : ExitCode::ok;
  }

  /// Of the puzzles of this call.
  void check_sample() {
    SolveLimits limits = options_.limits;
    limits.stop = &interrupted();
    const Recount recount = count_again(sample_.take(), *options_.check, limits, options_.threads);
    record_.totals.check_mismatches += recount.differences.size();
    check_text_ = describe(recount);
    for (const Recount::Difference& difference : recount.differences) {
      const CountSample::Entry& entry = difference.entry;
      check_text_ +=
          fmt::format("{}:{}: {}: {} solutions, but {} finds {}\n", options_.input, entry.line,
                      format_line(entry.puzzle[0]), format_count(entry.result.solutions),
                      options_.check->id, format_count(difference.solutions));
    }
  }

  /// The rate is that of a call that has counted all that it was given.
  void tell_rate(const CountTotals& before, std::chrono::duration<double> time) const {
    const std::uint64_t puzzles = record_.totals.puzzles - before.puzzles;
    const std::uint64_t timeouts = record_.totals.timeouts - before.timeouts;
    const std::string rate = timeouts == 0
                                 ? format_rate(static_cast<double>(puzzles) / time.count())
                                 : fmt::format("{} of them not counted to the end", timeouts);
    print_error("sudoku-bench: {} in {:.3g} s, {}\n", number_of(puzzles, "puzzle"), time.count(),
                rate);
  }

  std::string describe(const Recount& recount) const {
    const std::string_view id = options_.check->id;
    const std::string undecided = fmt::format("{} of the sample {} not counted to the end by both",
                                              number_of(recount.undecided, "puzzle"),
                                              recount.undecided == 1 ? "was" : "were");
    if (recount.checked == 0 && recount.undecided != 0) {
      return fmt::format("{} checked nothing: {}.\n", id, undecided);
    }
    return fmt::format("{} agrees on {} of {} puzzles{}.\n", id,
                       recount.checked - recount.differences.size(), recount.checked,
                       recount.undecided == 0 ? "" : "; " + undecided);
  }

  const CountOptions& options_;
  DatasetReader reader_;
  std::uint64_t range_end_ = kNoEnd;
  CountRecord record_;
  CountSample sample_{options_.sample, options_.seed};
  std::uint64_t told_ = 0;  // counts that are not expected
  std::string check_text_;
  std::optional<StagedResults> results_;
  std::optional<DirectoryLock> checkpoint_lock_;
  std::optional<AppendFile> puzzle_counts_;
  std::optional<Checkpoint> checkpoint_;
  bool is_going_on_ = false;  // from a checkpoint, which may have come to nothing
  bool has_failed_ = false;   // for bad input
  RunContext context_;
};

ExitCode run_count(const CountOptions& options, std::span<const std::string> arguments) {
  return CountRun(options, arguments).run();
}

}  // namespace

Job prepare_count(const OptionValues& values) {
  return [options = count_options(values)](std::span<const std::string> arguments) {
    return run_count(options, arguments);
  };
}

}  // namespace sudoku
