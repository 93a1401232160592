#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/json.h"
#include "harness/tables/speedup_text.h"
#include "harness/tables/summary_cells.h"
#include "harness/tables/summary_remarks.h"
#include "harness/tables/table_export.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the ratio of the total times in words if it is far outside the interval.
std::string format_total(const Speedup& speedup) {
  const auto total = remarkable_total(speedup);
  if (!total) return {};
  return fmt::format("in total time {}x {}", format_factor(std::max(*total, 1 / *total)),
                     *total < 1 ? "slower" : "faster");
}

Json json_of(const SummaryRow& row) {
  const std::string& engine = row.key.engine;
  const Speedup& speedup = row.speedup;
  if (engine == row.baseline) return {{"engine", engine}, {"speedup", 1}, {"factor", "baseline"}};
  if (!speedup.ratio) return {{"engine", engine}};
  const auto& [value, interval] = *speedup.ratio;
  const std::string factor = format_speedup(speedup);
  const bool is_clear = is_conclusive(speedup);
  return {{"engine", engine},
          {"speedup", value},
          {"low", interval ? Json(interval->low) : Json()},
          {"high", interval ? Json(interval->high) : Json()},
          {"bound", to_string(speedup.bound)},
          {"total", speedup.total_ratio ? Json(*speedup.total_ratio) : Json()},
          {"is_conclusive", is_clear},
          {"is_tie", factor == "1.00x" || (interval && !is_clear)},
          {"factor", factor},
          {"interval", format_interval(speedup)},
          {"no_interval_for", interval ? std::string() : why_no_interval(speedup)},
          {"far_total", format_total(speedup)},
          {"undecided", is_undecided(speedup) ? describe_undecided(speedup, engine, row.baseline)
                                              : std::string()}};
}

bool has_speed(const SummaryRow& row) {
  return row.verdict != Verdict::wrong && row.totals.solved > 0;
}

/// Returns the pairs of one dataset: without a baseline, then over each engine that solved puzzles
/// and gave no wrong answer. Speedups over the baseline of the run come from the rows, all others
/// from the blocks.
Json pairs_of(std::span<const SavedRow> rows) {
  Json json = {{"dataset", rows.front().key.dataset},
               {"baseline", rows.front().baseline},
               {"engines", Json::array()}};
  for (const SavedRow& row : rows) json["engines"].push_back(row.key.engine);
  const std::vector<BlockTimes> times = times_of(rows);
  const auto is_base = [&rows](std::size_t i) {
    return rows[i].key.engine == rows.front().baseline && has_speed(rows[i]);
  };
  const auto speedup = [&](std::size_t engine, std::size_t other) -> Speedup {
    if (!has_speed(rows[engine])) return {};
    if (is_base(other)) return rows[engine].speedup;
    if (is_base(engine)) return inverse_of(rows[other].speedup);
    return speedup_of(times[engine], times[other]);
  };
  std::vector<SummaryRow> table(rows.begin(), rows.end());
  compare_own_solvers(table, times);
  const auto add_table = [&](const std::string& baseline, const auto& speedup_of_row) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      table[i].baseline = baseline;
      table[i].speedup = speedup_of_row(i);
    }
    Json& over = json["over"][baseline] = Json::array();
    const auto sorted = in_order(table);
    for (const SummaryRow* row : sorted) {
      over.push_back(json_of(*row));
      over.back()["no_quantiles"] = why_no_quantiles(*row);
      over.back()["standing"] = describe_standing(sorted, *row);
    }
  };
  add_table({}, [](std::size_t) { return Speedup{}; });
  for (std::size_t other = 0; other < rows.size(); ++other) {
    if (!has_speed(rows[other])) continue;
    add_table(rows[other].key.engine, [&](std::size_t engine) { return speedup(engine, other); });
  }
  return json;
}

}  // namespace

std::string to_pairs_json(const SavedRun& run) {
  Json datasets = Json::array();
  for (const auto rows : by_dataset(run.rows)) datasets.push_back(pairs_of(rows));
  return to_ascii_json({{"datasets", datasets}});
}

}  // namespace sudoku
