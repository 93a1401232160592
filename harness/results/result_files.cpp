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
    column<&Progress::block_bytes>({"block_bytes", "bytes", ""}),
    digest_column<&Progress::block_digest>({"block_digest", "", ""}),
    column<&Progress::puzzle_bytes>({"puzzle_bytes", "bytes", ""}),
    digest_column<&Progress::puzzle_digest>({"puzzle_digest", "", ""}),
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

StagedResults::StagedResults(const ResultLocation& location) : location_(location) {
  const auto& [directory, replaces, per_puzzle, checkpoint] = location_;
  if (!directory.empty()) lock_.emplace(directory);
  std::error_code error;
  const bool is_locked = lock_ && fs::equivalent(checkpoint, directory, error);
  if (!checkpoint.empty() && !is_locked) checkpoint_lock_.emplace(checkpoint);
}

StagedResults::~StagedResults() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
}

void StagedResults::check_old() {
  if (location_.directory.empty()) return;
  has_old_ = std::ranges::any_of(
      kResultFiles, [this](const char* name) { return is_present(location_.directory / name); });
  if (has_old_ && !location_.replaces) {
    throw UsageError(
        fmt::format("{} already has results; --force replaces them", location_.directory.string()));
  }
}

void StagedResults::begin() {
  check_old();
  if (location_.checkpoint.empty()) {
    growing_directory_ = staging_ = make_staging(location_.directory);
    return;
  }
  growing_directory_ = checkpoint_path(location_.checkpoint);
  std::error_code error;
  fs::remove_all(growing_directory_, error);
  if (!error) fs::create_directory(growing_directory_, error);
  if (error) throw OutputError(growing_directory_.string(), error.message());
}

void StagedResults::resume() {
  check_old();
  growing_directory_ = checkpoint_path(location_.checkpoint);
  // Result files of the interrupted command may be links to these files, which must not change.
  for (const char* name : {kRunsFile, kSummaryFile}) {
    std::error_code ignored;
    fs::remove(file(name), ignored);
  }
}

void StagedResults::append(const char* name, std::string_view rows) {
  growing_.try_emplace(name, file(name)).first->second.append(rows);
  digests_[name].add(rows);
  sizes_[name] += rows.size();
}

void StagedResults::keep(const char* name, std::uint64_t bytes, std::uint64_t digest) {
  const std::string path = require_regular_file(file(name).string());
  TextDigest& kept = digests_[name];
  {
    InputFile input(path);
    std::array<char, 1 << 16> buffer{};
    for (std::uint64_t left = bytes; left != 0;) {
      const std::size_t wanted = std::min<std::uint64_t>(left, buffer.size());
      const std::size_t count = input.read(std::span(buffer).first(wanted));
      if (count == 0) throw InputError(path, "has been modified: it is too short");
      kept.add({buffer.data(), count});
      left -= count;
    }
  }
  if (kept.value() != digest) {
    throw InputError(path, fmt::format("has been modified: its digest is {}, not {}",
                                       format_digest(kept.value()), format_digest(digest)));
  }
  make_only_link(file(name));
  growing_.try_emplace(name, file(name), bytes);
  sizes_[name] = bytes;
}

void StagedResults::write(const char* name, std::string_view text) {
  replace_file(file(name), text);
  digests_[name] = {};
  digests_[name].add(text);
}

std::uint64_t StagedResults::size_of(const char* name) const {
  const auto size = sizes_.find(name);
  return size == sizes_.end() ? 0 : size->second;
}

std::uint64_t StagedResults::digest_of(const char* name) const {
  const auto digest = digests_.find(name);
  return digest == digests_.end() ? 0 : digest->second.value();
}

FileDigests StagedResults::digests() const {
  FileDigests digests;
  for (const auto& [name, digest] : digests_) {
    if (name != kContextFile && name != kProgressFile) digests[name] = digest.value();
  }
  return digests;
}

void StagedResults::commit() {
  for (auto& [name, file] : growing_) file.close();
  if (location_.directory.empty()) return;
  if (staging_.empty()) {
    staging_ = make_staging(location_.directory);
    for (const auto& [name, digest] : digests_) {
      if (name != kProgressFile) link_or_copy(file(name.c_str()), staging_ / name);
    }
  }
  put_in_place();
  std::error_code ignored;
  fs::remove_all(std::exchange(staging_, {}), ignored);
  if (location_.checkpoint.empty()) growing_directory_.clear();
}

void StagedResults::put_in_place() {
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

fs::path StagedResults::leave() {
  staging_.clear();
  return growing_directory_;
}

void ResultDirectory::begin() {
  StagedResults::begin();
  append(kRunsFile, row_header<RunRow>());
  append(kBlocksFile, row_header<BlockRow>());
  if (has_puzzles()) append(kPuzzlesFile, row_header<PuzzleRow>());
  if (!has_checkpoint()) return;
  append(kProgressFile, header_of(texts_of(kProgressColumns)));
  record_progress();
}

void ResultDirectory::resume() {
  StagedResults::resume();
  const std::string path = file(kProgressFile).string();
  Progress progress;
  std::uint64_t bytes = 0;
  std::uint64_t digest = 0;
  {
    CsvTable table(path, TornEnd::left_out);
    const PartReader reader(table, kProgressColumns);
    while (table.next()) reader.read(table, progress);
    bytes = table.bytes();
    digest = table.digest();
  }
  if (progress.block_bytes == 0) throw InputError(path, "has no rows");
  keep(kProgressFile, bytes, digest);
  keep(kBlocksFile, progress.block_bytes, progress.block_digest);
  if (has_puzzles()) keep(kPuzzlesFile, progress.puzzle_bytes, progress.puzzle_digest);
  append(kRunsFile, row_header<RunRow>());
}

void ResultDirectory::record_progress() {
  const Progress progress{size_of(kBlocksFile), digest_of(kBlocksFile), size_of(kPuzzlesFile),
                          digest_of(kPuzzlesFile)};
  std::string row;
  append_fields(row, kProgressColumns, progress);
  end_row(row);
  append(kProgressFile, row);
}

void ResultDirectory::add_block(std::span<const BlockRow> rows, std::string_view puzzle_rows) {
  add(rows);
  if (has_puzzles()) append(kPuzzlesFile, puzzle_rows);
  if (has_checkpoint()) record_progress();
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
  return std::ranges::any_of(kResultFiles,
                             [&](const char* name) { return place == parent / name; });
}

void refuse_dataset_among_results(const std::string& dataset, const fs::path& directory) {
  for (const char* name : kResultFiles) {
    std::error_code error;
    if (!fs::equivalent(dataset, directory / name, error)) continue;
    throw UsageError(fmt::format("{} is one of the results that would be replaced", dataset));
  }
}

void report_partial_results(const fs::path& place) {
  const bool is_lost = !is_present(place);
  print_error("sudoku-bench: {} {}\n",
              is_lost ? "the results are lost; somebody deleted" : "partial results are in",
              place.string());
}

}  // namespace sudoku
