#include "harness/results/result_directory.h"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "harness/results/bench_columns.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuns = "runs.csv";
constexpr const char* kBlocks = "blocks.csv";
constexpr const char* kPuzzles = "puzzles.csv";
constexpr const char* kSummary = "summary.csv";
constexpr const char* kContext = "context.json";

}  // namespace

ResultDirectory::ResultDirectory(const ResultLocation& location)
    : directory_(location.directory),
      lock_(directory_),
      staged_(directory_, location.replaces ? OldOutput::replaced : OldOutput::refused) {
  runs_.emplace(staged_.file(kRuns));
  append(kRuns, *runs_, header_of(runs_columns()));
  blocks_.emplace(staged_.file(kBlocks));
  append(kBlocks, *blocks_, header_of(blocks_columns()));
  if (location.per_puzzle) {
    puzzles_.emplace(staged_.file(kPuzzles));
    append(kPuzzles, *puzzles_, header_of(puzzles_columns()));
  }
}

void ResultDirectory::add(const RunRecord& record) {
  std::string row;
  append_row(row, record);
  append(kRuns, *runs_, row);
}

void ResultDirectory::add(std::span<const BlockRecord> records) {
  std::string rows;
  for (const BlockRecord& record : records) append_row(rows, record);
  append(kBlocks, *blocks_, rows);
}

void ResultDirectory::add(std::span<const PuzzleRecord> records) {
  std::string rows;
  for (const PuzzleRecord& record : records) append_row(rows, record);
  append(kPuzzles, *puzzles_, rows);
}

void ResultDirectory::write_summary(std::span<const SummaryRecord> records) {
  std::string rows = header_of(summary_columns());
  for (const SummaryRecord& record : records) append_row(rows, record);
  replace_file(staged_.file(kSummary), rows);
  digests_[kSummary] = {};
  digests_[kSummary].add(rows);
}

void ResultDirectory::write_context(const std::string& json) {
  replace_file(staged_.file(kContext), json);
}

void ResultDirectory::commit() {
  runs_->close();
  blocks_->close();
  if (puzzles_) puzzles_->close();
  staged_.commit();
}

FileDigests ResultDirectory::digests() const {
  FileDigests digests;
  for (const auto& [name, digest] : digests_) digests[name] = digest.value();
  return digests;
}

void ResultDirectory::append(const char* name, AppendFile& file, std::string_view rows) {
  file.append(rows);
  digests_[name].add(rows);
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
