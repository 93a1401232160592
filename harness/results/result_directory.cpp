#include "harness/results/result_directory.h"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "harness/results/bench_columns.h"
#include "harness/results/result_files.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

template <typename Record>
std::string rows_of(std::span<const Record> records) {
  std::string rows;
  for (const Record& record : records) append_row(rows, record);
  return rows;
}

}  // namespace

ResultDirectory::ResultDirectory(const ResultLocation& location)
    : staged_(location.directory), has_puzzles_(location.per_puzzle) {
  staged_.begin(location.replaces ? OldOutput::replaced : OldOutput::refused);
  staged_.append(kRunsFile, header_of(runs_columns()));
  staged_.append(kBlocksFile, header_of(blocks_columns()));
  if (has_puzzles_) staged_.append(kPuzzlesFile, header_of(puzzles_columns()));
}

void ResultDirectory::add(const RunRow& record) {
  staged_.append(kRunsFile, rows_of(std::span(&record, 1)));
}

void ResultDirectory::add(std::span<const BlockRow> records) {
  staged_.append(kBlocksFile, rows_of(records));
}

void ResultDirectory::add(std::span<const PuzzleRow> records) {
  staged_.append(kPuzzlesFile, rows_of(records));
}

void ResultDirectory::write_summary(std::span<const SummaryRow> records) {
  staged_.write(kSummaryFile, header_of(summary_columns()) + rows_of(records));
}

void ResultDirectory::write_context(const std::string& json) {
  staged_.write(kContextFile, json);
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
