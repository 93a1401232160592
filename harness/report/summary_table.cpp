#include "harness/report/summary_table.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/stable_order.h"
#include "harness/base/units.h"
#include "harness/report/summary_remarks.h"
#include "harness/report/text_table.h"

namespace sudoku {
namespace {

using Cells = std::vector<std::string>;

std::string format_speedup_of(const SummaryRow& row) {
  if (row.key.engine == row.baseline && !row.baseline.empty()) return "1";
  const auto& ratio = row.speedup.ratio;
  if (!ratio) return "-";
  if (row.speedup.bound == Bound::at_least) return fmt::format(">= {:.3g}", ratio->value);
  if (row.speedup.bound == Bound::at_most) return fmt::format("<= {:.3g}", ratio->value);
  if (!ratio->interval) return fmt::format("{:.3g}", ratio->value);
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", ratio->value, ratio->interval->low,
                     ratio->interval->high);
}

std::string format_latency(const SummaryRow& row, double fraction) {
  const auto ns = row.latencies.quantile(fraction);
  return ns ? format_time(static_cast<double>(*ns)) : "-";
}

std::string format_guesses(const Totals& totals) {
  if (totals.solved == 0 || !totals.has_guesses) return "-";
  return fmt::format("{:.1f}",
                     static_cast<double>(totals.guesses) / static_cast<double>(totals.solved));
}

/// Returns the marks of the rate: `*` if the engine did not solve all puzzles, `~` for noise.
std::string marks_of(const SummaryRow& row) {
  if (row.totals.solved == 0 || row.verdict == Verdict::wrong) return {};
  return fmt::format("{}{}", is_complete(row) ? "" : "*", row.noise == Noise::none ? "" : "~");
}

std::string format_rate_of(const SummaryRow& row, std::size_t marks_width) {
  if (row.totals.solved == 0) return "-";
  return fmt::format("{}{:<{}}", format_rate(puzzles_per_second(row.totals, row.key.threads)),
                     marks_of(row), marks_width);
}

/// Returns all cells but the verdict.
Cells cells_of(const SummaryRow& row, std::size_t marks_width) {
  const Totals& totals = row.totals;
  Cells cells(8, "-");
  cells.front() = row.key.engine;
  if (!has_run(row.verdict)) return cells;
  cells.back() = fmt::format("{}/{}", totals.solved, totals.given());
  // The speed of wrong answers means nothing.
  if (row.verdict == Verdict::wrong) return cells;
  return {row.key.engine,
          format_rate_of(row, marks_width),
          format_speedup_of(row),
          format_latency(row, 0.5),
          format_latency(row, 0.99),
          totals.peak_bytes ? format_bytes(static_cast<double>(*totals.peak_bytes)) : "-",
          format_guesses(totals),
          cells.back()};
}

fmt::text_style style_of(Verdict verdict) {
  if (verdict == Verdict::ok) return fg(fmt::terminal_color::green);
  const bool is_fault = verdict == Verdict::wrong || verdict == Verdict::disagreement;
  return is_fault ? fg(fmt::terminal_color::red) | fmt::emphasis::bold
                  : fg(fmt::terminal_color::yellow);
}

std::string styled(const std::string& text, Verdict verdict, bool use_color) {
  return use_color ? fmt::format(style_of(verdict), "{}", text) : text;
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

std::string heading(const SummaryRow& row) {
  const std::string solutions = row.key.max_solutions == 0
                                    ? "all solutions"
                                    : "at most " + number_of(row.key.max_solutions, "solution");
  return fmt::format("{}: {}, {}, {}\n", row.key.dataset, describe_puzzles(row), solutions,
                     number_of(row.key.threads, "thread"));
}

/// Returns the group of a row in the table: complete, partial, disputed, not run, wrong.
int group_of(const SummaryRow& row) {
  if (row.verdict == Verdict::wrong) return 4;
  if (!has_run(row.verdict)) return 3;
  if (row.verdict == Verdict::disagreement) return 2;
  return is_complete(row) ? 0 : 1;
}

/// Sorts rows by group, then by number of solved puzzles, then by rate.
std::vector<const SummaryRow*> in_order(std::span<const SummaryRow> rows) {
  const auto rank = [](const SummaryRow& row) {
    return std::tuple(-group_of(row), row.totals.solved, puzzles_per_second(row.totals, 1));
  };
  return stable_order(
      rows, [&rank](const SummaryRow& a, const SummaryRow& b) { return rank(a) > rank(b); });
}

bool is_counted(const SummaryRow& row) {
  if (row.verdict == Verdict::wrong || row.totals.puzzles == 0) return false;
  const EventCounts& events = row.totals.events;
  return std::ranges::any_of(kEvents,
                             [&events](const auto event) { return (events.*event).has_value(); });
}

/// Formats a quotient; `-` if it is unknown.
std::string format_quotient(const std::optional<std::uint64_t>& count,
                            const std::optional<std::uint64_t>& divisor) {
  if (!count || !divisor || *divisor == 0) return "-";
  const double mean = static_cast<double>(*count) / static_cast<double>(*divisor);
  return mean < 100 ? fmt::format("{:.3g}", mean) : fmt::format("{:.0f}", mean);
}

std::vector<std::string> event_cells_of(const SummaryRow& row) {
  const Totals& totals = row.totals;
  const EventCounts& events = totals.events;
  const std::optional guesses = totals.has_guesses ? std::optional(totals.guesses) : std::nullopt;
  return {row.key.engine,
          format_quotient(events.instructions, totals.puzzles),
          format_quotient(events.cycles, totals.puzzles),
          format_quotient(events.instructions, events.cycles),
          format_quotient(events.branch_misses, totals.puzzles),
          format_quotient(events.l1d_misses, totals.puzzles),
          format_quotient(events.branch_misses, guesses),
          format_quotient(events.l1d_misses, guesses)};
}

/// Names the engines with estimated counts. Empty if there are none.
std::string describe_scaled(std::span<const SummaryRow* const> rows) {
  std::vector<std::string> parts;
  for (const auto* row : rows) {
    if (row->totals.scaled == 0 || !is_counted(*row)) continue;
    parts.push_back(fmt::format("{} in {} of {} blocks", row->key.engine, row->totals.scaled,
                                row->totals.blocks));
  }
  if (parts.empty()) return {};
  return fmt::format("The CPU has too few counters, so some counts are estimates: {}.\n",
                     fmt::join(parts, ", "));
}

/// Returns the rows with their names as one_line. Saved rows of other users may hold any text.
std::vector<SummaryRow> with_names_for_people(std::span<const SummaryRow> named_rows) {
  std::vector<SummaryRow> rows(named_rows.begin(), named_rows.end());
  for (SummaryRow& row : rows) {
    RowKey& key = row.key;
    for (auto* name : {&key.engine, &key.dataset, &row.baseline, &row.refused_baseline}) {
      *name = one_line(*name);
    }
  }
  return rows;
}

}  // namespace

std::string format_table(std::span<const SummaryRow> named_rows, bool use_color) {
  const std::vector<SummaryRow> rows = with_names_for_people(named_rows);
  const auto sorted = in_order(rows);
  std::string marks;
  std::size_t marks_width = 0;
  for (const SummaryRow& row : rows) {
    marks += marks_of(row);
    marks_width = std::max(marks_width, marks_of(row).size());
  }
  const std::string& baseline = rows.front().baseline;
  const std::string speedup = baseline.empty() ? "speedup" : "speedup " + baseline;
  std::vector<Cells> cells = {
      {"engine", "rate", speedup, "p50", "p99", "memory", "guesses", "solved"}};
  for (const auto* row : sorted) cells.push_back(cells_of(*row, marks_width));
  const std::vector<std::string> lines = align_columns(cells);

  std::string text = describe_faults(rows);
  if (!text.empty()) text = styled(text, Verdict::wrong, use_color) + '\n';
  text += heading(*sorted.front()) + lines.front() + "  verdict\n";
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const Verdict verdict = sorted[i]->verdict;
    text +=
        lines[i + 1] + "  " + styled(std::string(to_string(verdict)), verdict, use_color) + '\n';
  }
  if (marks.find('*') != std::string::npos) {
    text +=
        "* Not all puzzles were solved. The rate is solved puzzles per second of the whole time.\n";
  }
  return text + describe_noise(sorted) + format_events(sorted) + describe_results(sorted);
}

std::string format_events(std::span<const SummaryRow* const> rows) {
  std::vector<std::vector<std::string>> cells = {{"engine", "instructions", "cycles", "instr/cycle",
                                                  "branch misses", "L1d misses", "branch/guess",
                                                  "L1d/guess"}};
  for (const auto* row : rows) {
    if (is_counted(*row)) cells.push_back(event_cells_of(*row));
  }
  if (cells.size() == 1) return {};
  return fmt::format("CPU events per puzzle:\n{}\n{}", fmt::join(align_columns(cells), "\n"),
                     describe_scaled(rows));
}

std::string describe_dataset(std::span<const SummaryRow> rows, const std::string& requested,
                             std::span<const Solver> solvers, bool use_color) {
  return format_table(rows, use_color) + describe_baseline(rows, requested, solvers) +
         describe_latencies(rows, solvers);
}

}  // namespace sudoku
