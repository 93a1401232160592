#include "harness/results/staged_results.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Of runs, of counts, and of what has been merged of them.
constexpr const char* kResultFiles[] = {kRunsFile,    kBlocksFile, kPuzzlesFile,
                                        kSummaryFile, kCountsFile, kContextFile};

bool stands(const fs::path& path) {
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

/// Renames that can be taken back.
class Moves {
 public:
  void move(const fs::path& from, const fs::path& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) throw_output_error(to.string(), errno);
    done_.emplace_back(from, to);
  }
  /// False where something stays where it was moved to.
  bool take_back() {
    bool is_done = true;
    for (; !done_.empty(); done_.pop_back()) {
      const auto& [from, to] = done_.back();
      is_done &= std::rename(to.c_str(), from.c_str()) == 0;
    }
    return is_done;
  }

 private:
  std::vector<std::pair<fs::path, fs::path>> done_;
};

}  // namespace

StagedResults::StagedResults(fs::path directory)
    : directory_(std::move(directory)), lock_(directory_) {}

void StagedResults::begin(OldOutput old) {
  has_old_ = std::any_of(std::begin(kResultFiles), std::end(kResultFiles),
                         [this](const char* name) { return stands(directory_ / name); });
  if (has_old_ && old == OldOutput::refused) {
    throw UsageError(
        fmt::format("{} holds results already; --force replaces them", directory_.string()));
  }
  staging_ = make_staging(directory_);
}

StagedResults::~StagedResults() {
  std::error_code error;  // what cannot be removed stays
  if (!staging_.empty()) fs::remove_all(staging_, error);
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
  std::error_code error;  // what cannot be removed stays
  fs::remove_all(leave(), error);
}

void StagedResults::put_in_place() {
  const fs::path aside = staging_ / "old";
  std::error_code error;
  fs::create_directory(aside, error);
  if (error) throw OutputError(aside.string(), error.message());
  Moves moves;
  try {
    for (const char* name : kResultFiles) {
      if (stands(directory_ / name)) moves.move(directory_ / name, aside / name);
    }
    for (const char* name : kResultFiles) {
      if (stands(staging_ / name)) moves.move(staging_ / name, directory_ / name);
    }
    sync_directory(directory_);
  } catch (const OutputError& failure) {
    if (moves.take_back()) throw;
    leave();
    throw OutputError(aside.string(), fmt::format("holds old results, as {}", failure.what()));
  }
}

fs::path StagedResults::leave() {
  return std::exchange(staging_, {});
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

void tell_left_results(const std::filesystem::path& place) {
  print_error("sudoku-bench: partial results are in {}\n", place.string());
}

}  // namespace sudoku
