#include "harness/results/engine_pairs.h"

#include <algorithm>

namespace sudoku {
namespace {

bool has_speed(const SummaryRow& row) {
  return row.verdict != Verdict::wrong && row.totals.solved > 0;
}

/// Returns the times of the blocks of each row. Pads each repetition to an even number, so that
/// blocks of different repetitions do not form pairs.
std::vector<BlockTimes> times_of(std::span<const SavedRow> rows) {
  std::map<SavedRow::BlockRun, BlockTimes> blocks;  // with an entry for each row
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [block, time] : rows[i].times) {
      blocks[block].resize(rows.size());
      blocks[block][i] = time;
    }
  }
  std::vector<BlockTimes> times(rows.size());
  unsigned repetition = 0;
  for (const auto& [block, own] : blocks) {
    const bool is_next = block.first != std::exchange(repetition, block.first);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (is_next && times[i].size() % 2 != 0) times[i].emplace_back();
      times[i].push_back(own[i]);
    }
  }
  return times;
}

}  // namespace

DatasetTables tables_over_each(std::span<const SavedRow> rows) {
  const std::vector<BlockTimes> times = times_of(rows);
  std::vector<SummaryRow> table(rows.begin(), rows.end());
  const auto base =
      static_cast<std::size_t>(std::ranges::find(rows, rows.front().baseline,
                                                 [](const auto& row) { return row.key.engine; }) -
                               rows.begin());
  const bool has_base = base < rows.size() && has_speed(rows[base]);
  const auto speedup = [&](std::size_t engine, std::size_t other) -> Speedup {
    if (!has_speed(rows[engine])) return {};
    if (has_base && other == base) return rows[engine].speedup;
    if (has_base && engine == base) return inverse_of(rows[other].speedup);
    return speedup_of(times[engine], times[other]);
  };
  for (SummaryRow& row : table) {
    row.baseline.clear();
    row.speedup = {};
  }
  DatasetTables tables = {table};
  for (std::size_t other = 0; other < rows.size(); ++other) {
    if (!has_speed(rows[other])) continue;
    for (std::size_t engine = 0; engine < rows.size(); ++engine) {
      table[engine].baseline = rows[other].key.engine;
      table[engine].speedup = speedup(engine, other);
    }
    tables.push_back(table);
  }
  return tables;
}

}  // namespace sudoku
