#include "harness/results/result_files.h"

#include <algorithm>
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
#include "harness/base/json.h"
#include "harness/results/bench_columns.h"

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

template <typename Row>
std::string text_of(std::span<const Row> rows) {
  std::string text;
  for (const Row& row : rows) append_row(text, row);
  return text;
}

}  // namespace

nlohmann::ordered_json json_of(const FileDigests& digests) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, digest] : digests) json[name] = format_digest(digest);
  return json;
}

StagedResults::StagedResults(fs::path directory)
    : directory_(std::move(directory)), lock_(directory_) {}

void StagedResults::begin(OldOutput old) {
  has_old_ = std::ranges::any_of(
      kResultFiles, [this](const char* name) { return is_present(directory_ / name); });
  if (has_old_ && old == OldOutput::refused) {
    throw UsageError(
        fmt::format("{} already has results; --force replaces them", directory_.string()));
  }
  staging_ = make_staging(directory_);
}

StagedResults::~StagedResults() {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
}

void StagedResults::append(const char* name, std::string_view rows) {
  growing_.try_emplace(name, file(name)).first->second.append(rows);
  digests_[name].add(rows);
}

void StagedResults::write(const char* name, std::string_view text) {
  replace_file(file(name), text);
  digests_[name] = {};
  digests_[name].add(text);
}

FileDigests StagedResults::digests() const {
  FileDigests digests;
  for (const auto& [name, digest] : digests_) {
    if (name != kContextFile) digests[name] = digest.value();
  }
  return digests;
}

void StagedResults::commit() {
  for (auto& [name, file] : growing_) file.close();
  put_in_place();
  std::error_code ignored;
  fs::remove_all(leave(), ignored);
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
    move_all(directory_, aside);
    move_all(staging_, directory_);
    sync_directory(directory_);
  } catch (const OutputError& failure) {
    bool is_undone = true;
    for (; !moved.empty(); moved.pop_back()) {
      const auto& [from, to] = moved.back();
      is_undone &= std::rename(to.c_str(), from.c_str()) == 0;
    }
    if (is_undone) throw;
    leave();
    throw OutputError(aside.string(), fmt::format("has the old results: {}", failure.what()));
  }
}

fs::path StagedResults::leave() { return std::exchange(staging_, {}); }

ResultDirectory::ResultDirectory(const ResultLocation& location)
    : StagedResults(location.directory), has_puzzles_(location.per_puzzle) {
  begin(location.replaces ? OldOutput::replaced : OldOutput::refused);
  append(kRunsFile, bench_header<RunRow>());
  append(kBlocksFile, bench_header<BlockRow>());
  if (has_puzzles_) append(kPuzzlesFile, bench_header<PuzzleRow>());
}

void ResultDirectory::add(const RunRow& row) { append(kRunsFile, text_of(std::span(&row, 1))); }

void ResultDirectory::add(std::span<const BlockRow> rows) { append(kBlocksFile, text_of(rows)); }

void ResultDirectory::add(std::span<const PuzzleRow> rows) { append(kPuzzlesFile, text_of(rows)); }

void ResultDirectory::write_summary(std::span<const SummaryRow> rows) {
  write(kSummaryFile, bench_header<SummaryRow>() + text_of(rows));
}

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
