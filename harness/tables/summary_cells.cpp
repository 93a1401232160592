#include "harness/tables/summary_cells.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/stable_order.h"
#include "harness/base/units.h"
#include "harness/dataset/project_datasets.h"
#include "harness/tables/speedup_text.h"

namespace sudoku {
namespace {

constexpr const char* kUnknown = "-";

std::string format_speedup_of(const SummaryRow& row) {
  if (is_baseline(row)) return "baseline";
  return row.speedup.ratio ? format_speedup(row.speedup) : kUnknown;
}

std::string format_interval_of(const SummaryRow& row) {
  const std::string interval = is_baseline(row) ? std::string() : format_interval(row.speedup);
  return interval.empty() ? kUnknown : interval;
}

/// Formats a value, or a dash if it is unknown.
template <typename Value>
std::string format_known(const std::optional<Value>& value, std::string (*format)(double)) {
  return value ? format(static_cast<double>(*value)) : kUnknown;
}

std::string format_guesses(const Totals& totals) {
  if (totals.solved == 0 || !totals.has_guesses) return kUnknown;
  return fmt::format("{:.1f}",
                     static_cast<double>(totals.guesses) / static_cast<double>(totals.solved));
}

/// Returns the marks of the rate: `*` if the engine did not solve all puzzles, `~` for noise.
std::string marks_of(const SummaryRow& row) {
  if (row.totals.solved == 0 || row.verdict == Verdict::wrong) return {};
  return fmt::format("{}{}", is_complete(row) ? "" : "*", row.noise == Noise::none ? "" : "~");
}

std::string format_rate_of(const SummaryRow& row, std::size_t marks_width) {
  if (row.totals.solved == 0) return kUnknown;
  return fmt::format("{}{:<{}}", format_rate(puzzles_per_second(row.totals, row.key.threads)),
                     marks_of(row), marks_width);
}

std::vector<std::string> cells_of(const SummaryRow& row, std::size_t marks_width) {
  const Totals& totals = row.totals;
  std::vector<std::string> cells = {row.key.engine,
                                    format_rate_of(row, marks_width),
                                    format_speedup_of(row),
                                    format_interval_of(row),
                                    row.par2_s ? format_time(1e9 * *row.par2_s) : kUnknown,
                                    format_known(row.latencies.p50, format_time),
                                    format_known(row.latencies.p99, format_time),
                                    format_known(totals.peak_bytes, format_bytes),
                                    format_guesses(totals),
                                    fmt::format("{}/{}", totals.solved, totals.given()),
                                    std::string(to_string(row.verdict))};
  // The speed of wrong answers means nothing.
  if (row.verdict == Verdict::wrong)
    std::fill(cells.begin() + 1, cells.end() - 2, std::string(kUnknown));
  return cells;
}

/// Formats the numbers of puzzles and repetitions.
std::string describe_puzzles(const SummaryRow& row) {
  const std::uint64_t solves = row.totals.given();
  std::string puzzles = number_of(row.pass_puzzles, "puzzle");
  if (row.repetitions < 2) return puzzles;
  const std::string product = fmt::format("{} x {} repetitions", puzzles, row.repetitions);
  const std::uint64_t all = row.pass_puzzles * row.repetitions;
  return solves == all ? fmt::format("{} = {} solves", product, all)
                       : fmt::format("{}, stopped after {} of {} solves", product, solves, all);
}

/// Returns the group of a row in the table: complete, partial, disputed, wrong.
int group_of(const SummaryRow& row) {
  if (row.verdict == Verdict::wrong) return 3;
  if (row.verdict == Verdict::disagreement) return 2;
  return is_complete(row) ? 0 : 1;
}

/// Returns the explanation of the stars beside rates; an empty text if no rate has a star.
std::string explain_stars(std::span<const SummaryRow* const> sorted) {
  const auto has_star = [](const SummaryRow* row) { return marks_of(*row).starts_with('*'); };
  if (std::ranges::none_of(sorted, has_star)) return {};
  return "* Not all puzzles were solved: the rate is solved puzzles / time of all puzzles.\n";
}

/// Names what used the CPUs during interference.
std::string causes_of(const Disturbance& disturbance) {
  std::vector<const char*> causes;
  const auto add = [&causes](std::int64_t part_ns, std::int64_t whole_ns, const char* cause) {
    const double tolerated_ns = kToleratedNoise * static_cast<double>(whole_ns);
    if (static_cast<double>(part_ns) > tolerated_ns) causes.push_back(cause);
  };
  add(disturbance.wall_ns - disturbance.cpu_ns, disturbance.wall_ns, "other programs");
  add(disturbance.stolen_ns, disturbance.processors_ns, "other virtual machines");
  add(disturbance.throttled_ns, disturbance.processors_ns, "the CPU quota");
  return causes.empty() ? "other programs" : fmt::to_string(fmt::join(causes, " and "));
}

/// Returns the explanation of the mark of noise beside rates: the cause and the lost share of the
/// time, and how much repetitions differ. Empty without noise.
std::string explain_noise(std::span<const SummaryRow* const> rows) {
  Disturbance disturbance;
  double lost = 0;
  double spread = 0;
  for (const auto* row : rows) {
    if (row->totals.solved == 0) continue;
    if (row->noise == Noise::noisy) spread = std::max(spread, row->spread);
    if (row->noise != Noise::interfered) continue;
    disturbance += row->totals.disturbance;
    lost = std::max(lost, lost_share(row->totals));
  }
  std::vector<std::string> parts;
  if (lost > 0) {
    parts.push_back(
        fmt::format("{} took up to {:.3g} % of the time", causes_of(disturbance), 100 * lost));
  }
  if (spread > 0)
    parts.push_back(fmt::format("repetitions differ by up to {:.3g} %", 100 * spread));
  return parts.empty() ? std::string() : fmt::format("~ Noise: {}.\n", fmt::join(parts, "; "));
}

/// Explains the dashes in the columns of the table.
std::string explain_dashes(std::span<const SummaryRow* const> sorted, const TextTable& table) {
  const auto is_shown = [&table](std::string_view name) {
    return std::ranges::find(table.columns, name, &TextTable::Column::name) != table.columns.end();
  };
  std::set<std::string> intervals;
  std::set<std::string_view> latencies;
  std::set<std::string> others;
  for (const SummaryRow* row : sorted) {
    if (row->verdict == Verdict::wrong) continue;
    const auto& ratio = row->speedup.ratio;
    if (!ratio && !row->baseline.empty() && !is_baseline(*row))
      others.insert("no speedup without common blocks");
    if (ratio && !ratio->interval && !is_baseline(*row))
      intervals.insert(why_no_interval(row->speedup));
    if (!row->latencies.p99) latencies.insert(why_no_quantiles(*row));
    if (!row->totals.peak_bytes && is_shown("memory")) others.insert("memory unknown");
    if (row->totals.solved > 0 && !row->totals.has_guesses && is_shown("guesses")) {
      others.insert("guesses not reported");
    }
  }
  std::vector<std::string> reasons;
  if (!intervals.empty() && is_shown("95 % interval")) {
    reasons.push_back(fmt::format("no interval for {}", fmt::join(intervals, " or ")));
  }
  if (!latencies.empty() && is_shown("p99")) {
    reasons.push_back(fmt::format("no quantiles {}", fmt::join(latencies, " or ")));
  }
  reasons.insert(reasons.end(), others.begin(), others.end());
  if (reasons.empty()) return {};
  return fmt::format("A dash means: {}.\n", fmt::join(reasons, "; "));
}

}  // namespace

std::vector<SummaryRow> with_printable_names(std::span<const SummaryRow> named_rows) {
  std::vector<SummaryRow> rows(named_rows.begin(), named_rows.end());
  for (SummaryRow& row : rows) {
    RowKey& key = row.key;
    key.dataset = describe_dataset_path(key.dataset);
    for (auto* name : {&key.engine, &key.dataset, &row.baseline, &row.refused_baseline}) {
      *name = one_line(*name);
    }
  }
  return rows;
}

std::string_view why_no_quantiles(const SummaryRow& row) {
  const bool is_mostly_solved = 2 * row.totals.solved > row.totals.given();
  return is_mostly_solved && !row.latencies.p50 ? "without times of single puzzles"
                                                : "for unsolved puzzles";
}

bool is_baseline(const SummaryRow& row) {
  return !row.baseline.empty() && row.key.engine == row.baseline;
}

std::vector<const SummaryRow*> in_order(std::span<const SummaryRow> rows) {
  const auto rank = [](const SummaryRow& row) {
    const double speedup = is_baseline(row) ? 1 : row.speedup.ratio.value_or(Estimate{}).value;
    return std::tuple(-group_of(row), row.totals.solved, speedup,
                      puzzles_per_second(row.totals, 1));
  };
  auto sorted = stable_order(
      rows, [&rank](const SummaryRow& a, const SummaryRow& b) { return rank(a) > rank(b); });
  std::erase_if(sorted, [](const SummaryRow* row) { return !has_run(row->verdict); });
  return sorted;
}

TextTable summary_table(std::span<const SummaryRow* const> sorted) {
  std::size_t marks_width = 0;
  for (const auto* row : sorted) marks_width = std::max(marks_width, marks_of(*row).size());
  TextTable table;
  table.columns = {{.name = "engine", .is_text = true},
                   {.name = "rate"},
                   {.name = "speedup"},
                   {.name = "95 % interval", .rank = 2},
                   {.name = "PAR-2", .rank = 1},
                   {.name = "p50", .rank = 3},
                   {.name = "p99", .rank = 4},
                   {.name = "memory", .rank = 6},
                   {.name = "guesses", .rank = 5},
                   {.name = "solved"},
                   {.name = "verdict", .is_text = true}};
  for (const auto* row : sorted) table.rows.push_back(cells_of(*row, marks_width));
  // If all engines solved everything, PAR-2 adds nothing to the rate.
  const auto is_partial = [](const SummaryRow* row) {
    return !is_complete(*row) && row->verdict != Verdict::wrong && row->par2_s;
  };
  if (std::ranges::none_of(sorted, is_partial)) remove_column(table, "PAR-2");
  return table;
}

std::string heading(std::span<const SummaryRow> rows) {
  // Rows of engines that did not run have no numbers.
  const auto ran =
      std::ranges::find_if(rows, [](const SummaryRow& row) { return has_run(row.verdict); });
  const SummaryRow& row = ran == rows.end() ? rows.front() : *ran;
  const std::string solutions = row.key.max_solutions == 0
                                    ? "all solutions"
                                    : "at most " + number_of(row.key.max_solutions, "solution");
  return fmt::format("{}: {}, {}, {}", row.key.dataset, describe_puzzles(row), solutions,
                     number_of(row.key.threads, "thread"));
}

std::string explain_marks(std::span<const SummaryRow* const> sorted, const TextTable& table) {
  return explain_stars(sorted) + explain_noise(sorted) + explain_dashes(sorted, table);
}

}  // namespace sudoku
