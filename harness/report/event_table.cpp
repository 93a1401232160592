#include "harness/report/event_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace sudoku {
namespace {

constexpr std::size_t kEventColumns = 8;
using EventCells = std::array<std::string, kEventColumns>;

const EventCells kHeadings = {"engine",        "instructions", "cycles",       "instr/cycle",
                              "branch misses", "L1d misses",   "branch/guess", "L1d/guess"};

bool is_counted(const SummaryRow& row) {
  if (row.verdict == Verdict::wrong || row.totals.puzzles == 0) return false;
  const EventCounts& events = row.totals.events;
  return std::any_of(kEvents.begin(), kEvents.end(),
                     [&events](const auto event) { return (events.*event).has_value(); });
}

/// Formats a quotient; `-` if it is unknown.
std::string format_quotient(const std::optional<std::uint64_t>& count,
                            const std::optional<std::uint64_t>& divisor) {
  if (!count || !divisor || *divisor == 0) return "-";
  const double mean = static_cast<double>(*count) / static_cast<double>(*divisor);
  return mean < 100 ? fmt::format("{:.3g}", mean) : fmt::format("{:.0f}", mean);
}

EventCells cells_of(const SummaryRow& row) {
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
  std::string text;
  for (const auto* row : rows) {
    const Totals& totals = row->totals;
    if (totals.scaled == 0 || !is_counted(*row)) continue;
    text += fmt::format("{}{} in {} of {} blocks", text.empty() ? "" : ", ", row->key.engine,
                        totals.scaled, totals.blocks);
  }
  if (text.empty()) return {};
  return fmt::format("The CPU has too few counters, so some counts are estimates: {}.\n", text);
}

}  // namespace

std::string format_events(std::span<const SummaryRow* const> rows) {
  std::vector<EventCells> lines = {kHeadings};
  for (const auto* row : rows) {
    if (is_counted(*row)) lines.push_back(cells_of(*row));
  }
  if (lines.size() == 1) return {};
  std::string text = "CPU events per puzzle:\n";
  std::array<std::size_t, kEventColumns> widths{};
  for (const EventCells& line : lines) {
    for (std::size_t i = 0; i < kEventColumns; ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  for (const EventCells& line : lines) {
    text += fmt::format("  {:<{}}", line[0], widths[0]);
    for (std::size_t i = 1; i < kEventColumns; ++i)
      text += fmt::format("  {:>{}}", line[i], widths[i]);
    text += '\n';
  }
  return text + describe_scaled(rows);
}

}  // namespace sudoku
