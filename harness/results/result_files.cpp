#include "harness/results/result_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/base/json.h"
#include "harness/results/row_columns.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

constexpr const char* kResultFiles[] = {kRunsFile,    kBlocksFile, kPuzzlesFile,
                                        kSummaryFile, kCountsFile, kContextFile};

bool is_present(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

fs::path make_staging(const fs::path& directory) {
  std::error_code error;
  fs::path path;
  do {
    path = hidden_name(directory / "results", "partial-");
  } while (!fs::create_directory(path, error) && !error);
  if (error) throw OutputError(path.string(), error.message());
  return path;
}

void move_file(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) throw_output_error(to.string(), errno);
}

/// A row of progress.csv.
struct Progress {
  std::uint64_t block_bytes = 0;
  std::uint64_t block_digest = 0;
  std::uint64_t puzzle_bytes = 0;
  std::uint64_t puzzle_digest = 0;
};

constexpr Column<Progress> kProgressColumns[] = {
    column<&Progress::block_bytes>("block_bytes"),
    digest_column<&Progress::block_digest>("block_digest"),
    column<&Progress::puzzle_bytes>("puzzle_bytes"),
    digest_column<&Progress::puzzle_digest>("puzzle_digest"),
};

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

}  // namespace

nlohmann::ordered_json json_of(const FileDigests& digests) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, digest] : digests) json[name] = format_digest(digest);
  return json;
}

ResultDirectory::ResultDirectory(const ResultLocation& location) : location_(location) {
  const auto& [directory, replaces, per_puzzle, checkpoint] = location_;
  if (!directory.empty()) lock_.emplace(directory);
  std::error_code error;
  const bool is_locked = lock_ && fs::equivalent(checkpoint, directory, error);
  if (!checkpoint.empty() && !is_locked) checkpoint_lock_.emplace(checkpoint);
}

ResultDirectory::~ResultDirectory() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
}

void ResultDirectory::check_old() {
  if (location_.directory.empty()) return;
  has_old_ = std::ranges::any_of(
      kResultFiles, [this](const char* name) { return is_present(location_.directory / name); });
  if (has_old_ && !location_.replaces) {
    throw UsageError(
        fmt::format("{} already has results; --force replaces them", location_.directory.string()));
  }
}

void ResultDirectory::begin() {
  check_old();
  if (!has_checkpoint()) {
    growing_directory_ = staging_ = make_staging(location_.directory);
  } else {
    growing_directory_ = checkpoint_path(location_.checkpoint);
    std::error_code error;
    fs::remove_all(growing_directory_, error);
    if (!error) fs::create_directory(growing_directory_, error);
    if (error) throw OutputError(growing_directory_.string(), error.message());
  }
  append(kRunsFile, row_header<RunRow>());
  append(kBlocksFile, row_header<BlockRow>());
  if (has_puzzles()) append(kPuzzlesFile, row_header<PuzzleRow>());
  if (!has_checkpoint()) return;
  progress_.emplace(file(kProgressFile)).append(header_of(kProgressColumns));
  record_progress();
}

void ResultDirectory::resume() {
  check_old();
  growing_directory_ = checkpoint_path(location_.checkpoint);
  // Result files of the interrupted command may be links to these files, which must not change.
  for (const char* name : {kRunsFile, kSummaryFile}) {
    std::error_code ignored;
    fs::remove(file(name), ignored);
  }
  const fs::path path = file(kProgressFile);
  Progress progress;
  std::uint64_t bytes = 0;
  {
    CsvTable table(path.string(), TornEnd::left_out);
    const PartReader reader(table, kProgressColumns);
    while (table.next()) reader.read(table, progress);
    bytes = table.bytes();
  }
  if (progress.block_bytes == 0) throw InputError(path.string(), "has no rows");
  make_only_link(path);
  progress_.emplace(path, bytes);
  keep(kBlocksFile, progress.block_bytes, progress.block_digest);
  if (has_puzzles()) keep(kPuzzlesFile, progress.puzzle_bytes, progress.puzzle_digest);
  append(kRunsFile, row_header<RunRow>());
}

void ResultDirectory::append(const std::string& name, std::string_view rows) {
  File& growing = files_[name];
  if (!growing.output) growing.output.emplace(file(name));
  growing.output->append(rows);
  growing.digest.add(rows);
  growing.bytes += rows.size();
}

/// Continues a file of the checkpoint after its first `bytes`. Throws InputError if the digest of
/// these bytes is not `digest`.
void ResultDirectory::keep(const std::string& name, std::uint64_t bytes, std::uint64_t digest) {
  const std::string path = require_regular_file(file(name).string());
  File& kept = files_[name];
  {
    InputFile input(path);
    std::array<char, 1 << 16> buffer{};
    while (kept.bytes < bytes) {
      const std::size_t wanted = std::min<std::uint64_t>(bytes - kept.bytes, buffer.size());
      const std::size_t count = input.read(std::span(buffer).first(wanted));
      if (count == 0) throw InputError(path, "has been modified: it is too short");
      kept.digest.add({buffer.data(), count});
      kept.bytes += count;
    }
  }
  if (kept.digest.value() != digest) {
    throw InputError(path, fmt::format("has been modified: its digest is {}, not {}",
                                       format_digest(kept.digest.value()), format_digest(digest)));
  }
  make_only_link(path);
  kept.output.emplace(path, bytes);
}

/// Creates or replaces a file.
void ResultDirectory::write(const std::string& name, std::string_view text) {
  replace_file(file(name), text);
  files_[name].digest = {};
  files_[name].digest.add(text);
}

FileDigests ResultDirectory::digests() const {
  FileDigests digests;
  for (const auto& [name, file] : files_) {
    if (name != kContextFile) digests[name] = file.digest.value();
  }
  return digests;
}

void ResultDirectory::commit() {
  for (auto& [name, file] : files_) {
    if (file.output) file.output->close();
  }
  if (progress_) progress_->close();
  if (location_.directory.empty()) return;
  if (staging_.empty()) {
    staging_ = make_staging(location_.directory);
    for (const auto& entry : files_) link_or_copy(file(entry.first), staging_ / entry.first);
  }
  put_in_place();
  std::error_code ignored;
  fs::remove_all(std::exchange(staging_, {}), ignored);
  if (!has_checkpoint()) growing_directory_.clear();
}

void ResultDirectory::put_in_place() {
  const fs::path aside = staging_ / "old";
  std::error_code error;
  fs::create_directory(aside, error);
  if (error) throw OutputError(aside.string(), error.message());
  std::vector<std::pair<fs::path, fs::path>> moved;
  const auto move_all = [&moved](const fs::path& from, const fs::path& to) {
    for (const char* name : kResultFiles) {
      if (!is_present(from / name)) continue;
      move_file(from / name, to / name);
      moved.emplace_back(from / name, to / name);
    }
  };
  try {
    move_all(location_.directory, aside);
    move_all(staging_, location_.directory);
    sync_directory(location_.directory);
  } catch (const OutputError& failure) {
    bool is_undone = true;
    for (; !moved.empty(); moved.pop_back()) {
      const auto& [from, to] = moved.back();
      is_undone &= std::rename(to.c_str(), from.c_str()) == 0;
    }
    if (is_undone) throw;
    staging_.clear();
    throw OutputError(aside.string(), fmt::format("has the old results: {}", failure.what()));
  }
}

fs::path ResultDirectory::leave() {
  staging_.clear();
  return growing_directory_;
}

void ResultDirectory::record_progress() {
  const File& blocks = files_[kBlocksFile];
  Progress progress{blocks.bytes, blocks.digest.value()};
  if (has_puzzles()) {
    progress.puzzle_bytes = files_[kPuzzlesFile].bytes;
    progress.puzzle_digest = files_[kPuzzlesFile].digest.value();
  }
  std::string row;
  append_fields(row, kProgressColumns, progress);
  end_row(row);
  progress_->append(row);
}

void ResultDirectory::add_block(std::span<const BlockRow> rows, std::string_view puzzle_rows) {
  add(rows);
  if (has_puzzles()) append(kPuzzlesFile, puzzle_rows);
  if (progress_) record_progress();
}

void ResultDirectory::add(std::span<const RunRow> rows) { append(kRunsFile, csv_rows(rows)); }

void ResultDirectory::add(std::span<const BlockRow> rows) { append(kBlocksFile, csv_rows(rows)); }

void ResultDirectory::add(std::span<const PuzzleRow> rows) {
  if (has_puzzles()) append(kPuzzlesFile, csv_rows(rows));
}

void ResultDirectory::write_summary(std::span<const SummaryRow> rows) {
  write(kSummaryFile, row_header<SummaryRow>() + csv_rows(rows));
}

fs::path checkpoint_path(const fs::path& directory) { return directory / "checkpoint"; }

fs::path default_result_directory(std::span<const std::string> datasets) {
  std::string name = datasets[0] == "-" ? "stdin" : fs::path(datasets[0]).stem().string();
  if (datasets.size() > 1) name += fmt::format("+{}", datasets.size() - 1);
  const std::string first =
      fmt::format("results/{}-{:%Y%m%dT%H%M%SZ}", name, fmt::gmtime(std::time(nullptr)));
  fs::path path = first;
  // Two runs may start in the same second.
  for (int number = 2; fs::exists(path); ++number) path = fmt::format("{}-{}", first, number);
  return path;
}

bool is_result_file(const fs::path& path, const fs::path& directory) {
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path parent = fs::weakly_canonical(fs::absolute(directory, error), error);
  return std::ranges::any_of(kResultFiles, [&](const char* name) {
    return place == parent / name || fs::equivalent(path, directory / name, error);
  });
}

void refuse_dataset_among_results(const std::string& dataset, const fs::path& directory) {
  if (!is_result_file(dataset, directory)) return;
  throw UsageError(fmt::format("{} is one of the results that would be replaced", dataset));
}

void report_partial_results(const fs::path& place) {
  const bool is_lost = !is_present(place);
  print_error("sudoku-bench: {} {}\n",
              is_lost ? "the results are lost; somebody deleted" : "partial results are in",
              place.string());
}

}  // namespace sudoku
