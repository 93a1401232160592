#include "harness/results/result_directory.h"

#include <ctime>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "harness/errors.h"
#include "harness/results/csv_writer.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuns = "runs.csv";
constexpr const char* kBlocks = "blocks.csv";
constexpr const char* kPuzzles = "puzzles.csv";
constexpr const char* kSummary = "summary.csv";
constexpr const char* kContext = "context.json";
constexpr const char* kFiles[] = {kRuns, kBlocks, kPuzzles, kSummary, kContext};

}  // namespace

ResultDirectory::ResultDirectory(const ResultLocation& location) : directory_(location.directory) {
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) throw OutputError(directory_.string(), error.message());
  for (const char* name : kFiles) {
    const fs::path file = directory_ / name;
    if (!fs::exists(file, error)) continue;
    if (!location.replaces) {
      throw UsageError(
          fmt::format("{} holds results already; --force replaces them", directory_.string()));
    }
    fs::remove(file, error);
    if (error) throw OutputError(file.string(), error.message());
  }
  runs_.emplace(directory_ / kRuns);
  runs_->append(runs_header());
  blocks_.emplace(directory_ / kBlocks);
  blocks_->append(blocks_header());
  if (location.per_puzzle) {
    puzzles_.emplace(directory_ / kPuzzles);
    puzzles_->append(puzzles_header());
  }
}

void ResultDirectory::add(const RunRecord& record) {
  runs_->append(to_csv(record));
}

void ResultDirectory::add(std::span<const BlockRecord> records) {
  std::string rows;
  for (const BlockRecord& record : records) rows += to_csv(record);
  blocks_->append(rows);
}

void ResultDirectory::add(std::span<const PuzzleRecord> records) {
  std::string rows;
  for (const PuzzleRecord& record : records) rows += to_csv(record);
  puzzles_->append(rows);
}

void ResultDirectory::write_summary(std::span<const SummaryRecord> records) {
  std::string rows = summary_header();
  for (const SummaryRecord& record : records) rows += to_csv(record);
  replace_file(directory_ / kSummary, rows);
}

void ResultDirectory::write_context(const std::string& json) {
  replace_file(directory_ / kContext, json);
}

void ResultDirectory::discard() {
  runs_.reset();
  blocks_.reset();
  puzzles_.reset();
  std::error_code error;  // what cannot be removed stays
  for (const char* name : kFiles) fs::remove(directory_ / name, error);
}

fs::path default_result_directory(std::span<const std::string> datasets) {
  std::string name = datasets[0] == "-" ? "stdin" : fs::path(datasets[0]).stem().string();
  if (datasets.size() > 1) name += fmt::format("+{}", datasets.size() - 1);
  const fs::path first = fs::path("results") /
                         fmt::format("{}-{:%Y%m%dT%H%M%SZ}", name, fmt::gmtime(std::time(nullptr)));
  fs::path path = first;
  // Two runs may begin within a second.
  for (int number = 2; fs::exists(path); ++number) {
    path = first.string() + fmt::format("-{}", number);
  }
  return path;
}

}  // namespace sudoku
