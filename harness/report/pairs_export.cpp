#include "harness/report/pairs_export.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/report/speedup_text.h"
#include "harness/report/summary_cells.h"
#include "harness/report/text_table.h"
#include "harness/results/engine_pairs.h"

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

/// Returns the pairs of one dataset. `rows` are its rows.
Json pairs_of(std::span<const SavedRow> rows) {
  Json json = {{"dataset", rows.front().key.dataset},
               {"baseline", rows.front().baseline},
               {"engines", Json::array()}};
  for (const SavedRow& row : rows) json["engines"].push_back(row.key.engine);
  for (const auto& table : tables_over_each(rows)) {
    Json& over = json["over"][table.front().baseline] = Json::array();
    for (const SummaryRow* row : in_order(table)) over.push_back(json_of(*row));
  }
  return json;
}

}  // namespace

std::string to_pairs_json(const SavedRun& run) {
  Json datasets = Json::array();
  for (auto first = run.rows.begin(); first != run.rows.end();) {
    const auto last = std::find_if(first, run.rows.end(), [&first](const SavedRow& row) {
      return row.key.dataset != first->key.dataset;
    });
    datasets.push_back(pairs_of({first, last}));
    first = last;
  }
  return Json{{"datasets", datasets}}.dump() + '\n';
}

}  // namespace sudoku
