#include "harness/tables/summary_table.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "harness/tables/summary_cells.h"
#include "harness/tables/summary_remarks.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

fmt::text_style style_of(Verdict verdict) {
  if (verdict == Verdict::ok) return fg(fmt::terminal_color::green);
  const bool is_fault = verdict == Verdict::wrong || verdict == Verdict::disagreement;
  return is_fault ? fg(fmt::terminal_color::red) | fmt::emphasis::bold
                  : fg(fmt::terminal_color::yellow);
}

std::string styled(const std::string& text, Verdict verdict, bool use_color) {
  return use_color ? fmt::format(style_of(verdict), "{}", text) : text;
}

/// Emphasizes the lines of own solvers if the table has other engines, too.
std::string styled_line(const std::string& text, const SummaryRow& row, const TableStyle& style,
                        bool has_others) {
  if (!style.use_color || !row.is_own || !has_others) return text;
  return fmt::format(fg(fmt::terminal_color::cyan) | fmt::emphasis::bold, "{}", text);
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

/// Names the engines that did not run, with the reason. Empty if all ran.
std::string describe_skipped_engines(std::span<const SummaryRow> rows) {
  std::vector<std::string> parts;
  for (const Verdict verdict : {Verdict::unavailable, Verdict::not_applicable}) {
    std::vector<std::string_view> engines;
    for (const SummaryRow& row : rows) {
      if (row.verdict == verdict) engines.push_back(row.key.engine);
    }
    if (engines.empty()) continue;
    parts.push_back(fmt::format("{} ({})", fmt::join(engines, ", "), to_string(verdict)));
  }
  return parts.empty() ? std::string() : fmt::format("Skipped: {}.\n", fmt::join(parts, "; "));
}

/// Formats the event counts as a table with a line per engine. Empty if nothing was counted.
std::string format_events(std::span<const SummaryRow* const> rows, std::size_t width) {
  TextTable table;
  table.columns = {
      {.name = "engine", .is_text = true}, {.name = "instructions"},        {.name = "cycles"},
      {.name = "instr/cycle", .rank = 1},  {.name = "branch misses"},       {.name = "L1d misses"},
      {.name = "branch/guess", .rank = 2}, {.name = "L1d/guess", .rank = 3}};
  for (const auto* row : rows) {
    if (is_counted(*row)) table.rows.push_back(event_cells_of(*row));
  }
  if (table.rows.empty()) return {};
  const auto lines = align_columns(fit_columns(std::move(table), width));
  return fmt::format("CPU events per puzzle:\n{}\n{}", fmt::join(lines, "\n"),
                     describe_scaled(rows));
}

}  // namespace

std::string format_table(std::span<const SummaryRow> named_rows, const TableStyle& style) {
  const std::vector<SummaryRow> rows = with_printable_names(named_rows);
  const auto sorted = in_order(rows);
  std::string text = describe_faults(rows);
  if (!text.empty()) text = styled(text, Verdict::wrong, style.use_color) + '\n';
  text += heading(rows) + '\n';
  const TextTable table = fit_columns(summary_table(sorted), style.width);
  if (!sorted.empty()) {
    const auto lines = align_columns(table);
    const bool has_others = !std::ranges::all_of(sorted, &SummaryRow::is_own);
    text += lines.front() + '\n';
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const Verdict verdict = sorted[i]->verdict;
      const std::string_view word = to_string(verdict);
      const std::string& line = lines[i + 1];  // it ends with the verdict
      text +=
          styled_line(line.substr(0, line.size() - word.size()), *sorted[i], style, has_others) +
          styled(std::string(word), verdict, style.use_color) + '\n';
    }
  }
  return text + explain_marks(sorted, table) + describe_skipped_engines(rows) +
         format_events(sorted, style.width) + describe_results(sorted);
}

}  // namespace sudoku
