#include "harness/results/saved_run.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/errors.h"
#include "harness/results/csv_table.h"

namespace sudoku {
namespace {

std::vector<SavedRow> load_summary(const std::string& path) {
  CsvTable table(path);
  const auto engine = table.column("engine");
  const auto dataset = table.column("dataset");
  const auto dataset_digest = table.column("dataset_digest");
  const auto max_solutions = table.column("max_solutions");
  const auto threads = table.column("threads");
  const auto seed = table.column("seed");
  const auto answer_digest = table.column("answer_digest");
  const auto verdict = table.column("verdict");
  std::vector<SavedRow> rows;
  while (table.next()) {
    SavedRow row;
    row.engine = table.text(engine);
    row.dataset = table.text(dataset);
    row.dataset_digest = table.digest(dataset_digest);
    row.max_solutions = table.number(max_solutions);
    row.threads = table.number(threads);
    row.seed = table.number(seed);
    row.answer_digest = table.digest(answer_digest);
    row.verdict = table.text(verdict);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Adds the blocks to their rows.
void load_blocks(const std::string& path, std::vector<SavedRow>& rows) {
  CsvTable table(path);
  const auto engine = table.column("engine");
  const auto dataset = table.column("dataset");
  const auto first_puzzle = table.column("first_puzzle");
  const auto puzzles = table.column("puzzles");
  const auto puzzles_digest = table.column("puzzles_digest");
  const auto skipped = table.column("skipped");
  const auto wall_ns = table.column("wall_ns");
  const auto cpu_ns = table.column("cpu_ns");
  const auto reference_ns = table.column("reference_ns");
  while (table.next()) {
    const std::uint64_t count = table.number(puzzles);
    if (count == 0 || table.number(skipped) != 0) continue;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const SavedRow& candidate) {
      return candidate.engine == table.text(engine) && candidate.dataset == table.text(dataset);
    });
    if (row == rows.end()) {
      throw InputError(path, fmt::format("{} on {} is not in summary.csv", table.text(engine),
                                         table.text(dataset)));
    }
    const SavedRow::Block block{table.number(first_puzzle), table.digest(puzzles_digest)};
    const auto puzzle_count = static_cast<double>(count);
    row->blocks[block].push_back({{static_cast<double>(table.number(wall_ns)) / puzzle_count,
                                   static_cast<double>(table.number(cpu_ns)) / puzzle_count},
                                  static_cast<double>(table.number(reference_ns))});
  }
}

/// The name of the processor in context.json.
std::string load_cpu(const std::string& path) {
  std::ifstream file(path);
  const auto context = nlohmann::json::parse(file, nullptr, false);
  if (!context.is_object()) return {};
  const auto machine = context.find("machine");
  if (machine == context.end() || !machine->is_object()) return {};
  const auto cpu = machine->find("cpu");
  return cpu != machine->end() && cpu->is_string() ? cpu->get<std::string>() : std::string();
}

}  // namespace

SavedRun load_run(const std::filesystem::path& directory) {
  SavedRun run;
  run.path = directory.string();
  run.rows = load_summary((directory / "summary.csv").string());
  load_blocks((directory / "blocks.csv").string(), run.rows);
  run.cpu = load_cpu((directory / "context.json").string());
  return run;
}

}  // namespace sudoku
