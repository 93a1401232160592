#include "harness/commands/count/count_files.h"

#include <system_error>

#include "harness/base/units.h"
#include "harness/count/puzzle_counts.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Replaces a symbolic link, or a file that has several hard links, with a copy, so that writes do
/// not change the other file.
void make_only_link(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error) && fs::hard_link_count(path, error) < 2 && !error) return;
  const fs::path copy = hidden_name(path, "");
  fs::copy_file(path, copy, error);
  if (!error) fs::rename(copy, path, error);
  if (error) throw OutputError(path.string(), error.message());
}

/// Throws InputError unless the checkpoint belongs to the count of `record`.
void require_same_count(const StoredRecord& checkpoint, const CountRecord& record,
                        std::uint64_t range_end) {
  std::string reason = difference(checkpoint.record, record);
  if (reason.empty() && checkpoint.record.shard != record.shard) {
    reason = fmt::format("shard is {}, not {}", checkpoint.record.shard, record.shard);
  }
  const bool is_in_range =
      checkpoint.record.begin_byte == record.begin_byte && checkpoint.record.end_byte <= range_end;
  if (reason.empty() && !is_in_range) reason = "its bytes are outside of the shard";
  if (reason.empty()) return;
  throw InputError(checkpoint.file, {checkpoint.line, 0},
                   fmt::format("the checkpoint belongs to another count: {}", reason));
}

}  // namespace

void CountFiles::lock() {
  const std::string& checkpoint = options_.checkpoint;
  if (!options_.out.empty()) results_.emplace(options_.out);
  std::error_code error;
  const bool is_locked = results_ && fs::equivalent(checkpoint, options_.out, error);
  if (!checkpoint.empty() && !is_locked) checkpoint_lock_.emplace(checkpoint);
}

bool CountFiles::resume(CountRecord& record, std::uint64_t range_end) {
  if (options_.checkpoint.empty()) return false;
  const std::string file = Checkpoint::path_in(options_.checkpoint).string();
  std::error_code error;
  has_checkpoint_file_ = options_.resume && fs::exists(file, error);
  const auto stored = Checkpoint::load(options_.checkpoint);
  if (!stored && options_.resume) {
    print_error("sudoku-bench: no checkpoint in {}; counting starts from the beginning\n",
                options_.checkpoint);
  }
  if (!stored) return false;
  if (!options_.resume) {
    if (options_.force) return false;
    throw UsageError(
        fmt::format("{} exists: --resume continues from it, --force starts over", file));
  }
  require_same_count(*stored, record, range_end);
  const unsigned threads = record.cost.threads;
  record = stored->record;
  record.dataset = options_.input;
  record.cost.threads = threads;
  print_error("sudoku-bench: resuming after {}, at byte {}\n",
              number_of(record.totals.puzzles, "puzzle"), record.end_byte);
  return true;
}

void CountFiles::open(const CountRecord& record, bool is_resumed) {
  if (results_) {
    refuse_dataset_among_results(options_.input, options_.out);
    const bool replaces = has_checkpoint_file_ || options_.force;
    results_->begin(replaces ? OldOutput::replaced : OldOutput::refused);
  }
  if (options_.per_puzzle) open_rows(record, is_resumed);
  if (!options_.checkpoint.empty()) {
    checkpoint_.emplace(options_.checkpoint, is_resumed ? std::optional(record) : std::nullopt);
  }
}

/// Returns the path to which rows of puzzles.csv are appended. With a checkpoint, the file is next
/// to it, since both must survive a crash.
fs::path CountFiles::growing_rows() const {
  return options_.checkpoint.empty() ? results_->file(kPuzzlesFile)
                                     : Checkpoint::puzzle_counts_in(options_.checkpoint);
}

void CountFiles::open_rows(const CountRecord& record, bool is_resumed) {
  if (options_.prints_rows()) {
    write_stdout(puzzle_counts_header());
    return;
  }
  const fs::path path = growing_rows();
  if (is_resumed) {
    const std::uint64_t kept = verify_puzzle_counts(path.string(), record);
    make_only_link(path);
    rows_.emplace(path, kept);
  } else {
    std::error_code error;
    fs::remove(path, error);  // earlier results may link to this file
    rows_.emplace(path);
    rows_->append(puzzle_counts_header());
  }
}

void CountFiles::append(const std::string& rows, const CountRecord& record) {
  // The rows come first, so that they exist if the checkpoint covers them.
  if (options_.prints_rows()) write_stdout(rows);
  if (rows_) rows_->append(rows);
  if (checkpoint_) checkpoint_->append(record);
}

void CountFiles::write_results(const CountRecord& record, const RunContext& context,
                               bool has_failed) {
  if (checkpoint_ && record.is_whole) checkpoint_->finish(record);
  if (rows_) rows_->close();
  if (!results_) return;
  const fs::path rows = results_->file(kPuzzlesFile);
  if (options_.per_puzzle && growing_rows() != rows) link_or_copy(growing_rows(), rows);
  results_->write(kCountsFile, counts_header() + to_csv(record));
  results_->write(kContextFile, to_json(context));
  if (!has_failed || !results_->has_old()) {
    results_->commit();
  } else if (!checkpoint_) {
    report_partial_results(results_->leave());
  }
}

}  // namespace sudoku
