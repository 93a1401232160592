#include "harness/results/summary_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "harness/dataset/digest.h"

namespace sudoku {
namespace {

constexpr std::size_t kColumns = 8;
using Cells = std::array<std::string, kColumns>;

std::string scaled(double value, std::span<const std::pair<double, std::string_view>> units) {
  auto unit = units.begin();
  while (unit + 1 != units.end() && value >= 999.5 * unit->first) ++unit;
  const double number = value / unit->first;
  const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", number, decimals, unit->second);
}

std::string format_ratio(const SummaryRecord& row) {
  if (row.key.engine == row.baseline) return "1";
  const auto& times = row.ratio.times;
  if (!times) return "-";
  if (!times->interval) return fmt::format("{:.3g}", times->median);
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", times->median, times->interval->low,
                     times->interval->high);
}

std::string format_latency(const SummaryRecord& row, double fraction) {
  const auto ns = row.tally.latencies.quantile(fraction);
  return ns ? format_time(static_cast<double>(*ns)) : "-";
}

std::string format_guesses(const Totals& totals) {
  if (totals.solved == 0) return "-";
  return fmt::format("{:.1f}",
                     static_cast<double>(totals.guesses) / static_cast<double>(totals.solved));
}

Cells cells_of(const SummaryRecord& row) {
  const Totals& totals = row.tally.totals;
  if (!has_run(row.verdict)) {
    return {row.key.engine, "-", "-", "-", "-", "-", "-", std::string(to_string(row.verdict))};
  }
  return {row.key.engine,
          totals.solved == 0 ? "-" : format_rate(puzzles_per_second(totals, row.key.threads)),
          format_ratio(row),
          format_latency(row, 0.5),
          format_latency(row, 0.99),
          format_guesses(totals),
          fmt::format("{}/{}", totals.solved, totals.puzzles + totals.skipped),
          std::string(to_string(row.verdict))};
}

fmt::text_style style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return fg(fmt::terminal_color::green);
    case Verdict::wrong:
    case Verdict::disagreement:
      return fg(fmt::terminal_color::red) | fmt::emphasis::bold;
    default:
      return fg(fmt::terminal_color::yellow);
  }
}

bool is_complete(const SummaryRecord& row) {
  const Totals& totals = row.tally.totals;
  return row.verdict != Verdict::partial && totals.solved == totals.puzzles;
}

std::string describe_agreement(std::span<const SummaryRecord> rows) {
  std::vector<const SummaryRecord*> ran;
  for (const auto& row : rows) {
    if (has_run(row.verdict)) ran.push_back(&row);
  }
  const auto any_of_verdict = [&ran](Verdict verdict) {
    return std::any_of(ran.begin(), ran.end(),
                       [verdict](const auto* row) { return row->verdict == verdict; });
  };
  if (any_of_verdict(Verdict::wrong)) return "WRONG ANSWERS: see the messages above.";
  if (any_of_verdict(Verdict::disagreement)) return "THE ENGINES DISAGREE: see the messages above.";
  if (ran.empty()) return "No engine ran.";
  if (std::all_of(ran.begin(), ran.end(),
                  [](const auto* row) { return row->tally.totals.solved == 0; })) {
    return "No puzzle was answered.";
  }
  const std::string digest = format_digest(ran.front()->tally.totals.answer_digest);
  const bool all_complete =
      std::all_of(ran.begin(), ran.end(), [](const auto* row) { return is_complete(*row); });
  if (ran.size() == 1) {
    return fmt::format("Every answer obeys the rules. Answer digest {}.", digest);
  }
  if (all_complete) {
    return fmt::format("All {} engines agree on every puzzle. Answer digest {}.", ran.size(),
                       digest);
  }
  return fmt::format("The {} engines agree wherever two of them answered.", ran.size());
}

std::string heading(const SummaryRecord& row) {
  const std::uint64_t puzzles = row.tally.totals.puzzles + row.tally.totals.skipped;
  return fmt::format(
      "{}: {} puzzle{}, {}, {} thread{}{}\n", row.key.dataset, puzzles, puzzles == 1 ? "" : "s",
      row.key.max_solutions == 0 ? std::string("all solutions")
                                 : fmt::format("at most {} solution{}", row.key.max_solutions,
                                               row.key.max_solutions == 1 ? "" : "s"),
      row.key.threads, row.key.threads == 1 ? "" : "s",
      row.repetitions > 1 ? fmt::format(", {} repetitions in all", row.repetitions) : "");
}

/// Three digits that count, and no exponent for large numbers.
std::string format_factor(double factor) {
  if (factor < 1000) return fmt::format("{:.3g}", factor);
  const double unit = std::pow(10, std::floor(std::log10(factor)) - 2);
  return fmt::format("{:.0f}", std::round(factor / unit) * unit);
}

std::string format_interval(double median, double low, double high) {
  return fmt::format("{}x [{}, {}]", format_factor(median), format_factor(low),
                     format_factor(high));
}

/// Which of an engine and the baseline is faster, by how much, and how sure that is.
std::string describe_ratio(const SummaryRecord& row) {
  const std::string& baseline = row.baseline;
  const std::string& engine = row.key.engine;
  const MedianEstimate& times = *row.ratio.times;
  if (!times.interval) {
    return fmt::format("{} is {}x as fast as {} on {}; {} block{} too few for an interval.\n",
                       engine, format_factor(times.median), baseline, row.key.dataset,
                       row.ratio.blocks, row.ratio.blocks == 1 ? " is" : "s are");
  }
  const auto& [low, high] = *times.interval;
  if (!is_told_apart(times)) {
    return fmt::format("{} and {} cannot be told apart on {}: {}.\n", engine, baseline,
                       row.key.dataset, format_interval(times.median, low, high));
  }
  if (times.median > 1) {
    return fmt::format("{} is {} as fast as {} on {}.\n", engine,
                       format_interval(times.median, low, high), baseline, row.key.dataset);
  }
  return fmt::format("{} is {} as fast as {} on {}.\n", baseline,
                     format_interval(1 / times.median, 1 / high, 1 / low), engine, row.key.dataset);
}

/// The virtual best engine and what each engine contributes to it; empty where there is none.
std::string describe_virtual_best(std::span<const SummaryRecord* const> rows) {
  std::string shares;
  std::optional<double> par2_s;
  for (const auto* row : rows) {
    if (!row->vbs_share) continue;
    par2_s = row->vbs_par2_s;
    shares += fmt::format("{}{} {:.3g} %", shares.empty() ? "" : ", ", row->key.engine,
                          100 * *row->vbs_share);
  }
  if (shares.empty()) return {};
  const std::string score =
      par2_s ? fmt::format(", PAR-2 {}", format_time(1e9 * *par2_s)) : std::string();
  return fmt::format("Virtual best engine{}; fastest: {} of the puzzles.\n", score, shares);
}

}  // namespace

std::string format_time(double ns) {
  static constexpr std::array<std::pair<double, std::string_view>, 4> kUnits = {
      {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}}};
  return scaled(ns, kUnits);
}

std::string format_rate(double per_second) {
  static constexpr std::array<std::pair<double, std::string_view>, 3> kUnits = {
      {{1, "/s"}, {1e3, "k/s"}, {1e6, "M/s"}}};
  return scaled(per_second, kUnits);
}

std::string format_table(std::span<const SummaryRecord> rows, bool use_color) {
  std::vector<const SummaryRecord*> sorted;
  for (const auto& row : rows) sorted.push_back(&row);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return puzzles_per_second(a->tally.totals, 1) > puzzles_per_second(b->tally.totals, 1);
  });

  std::vector<Cells> lines = {{"engine", "rate", "times " + rows.front().baseline, "p50", "p99",
                               "guesses", "solved", "verdict"}};
  for (const auto* row : sorted) lines.push_back(cells_of(*row));
  std::array<std::size_t, kColumns> widths{};
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], line[i].size());
  }

  std::string text = heading(*sorted.front());
  for (std::size_t l = 0; l < lines.size(); ++l) {
    text += fmt::format("  {:<{}}", lines[l][0], widths[0]);
    for (std::size_t i = 1; i + 1 < kColumns; ++i) {
      text += fmt::format("  {:>{}}", lines[l][i], widths[i]);
    }
    const std::string& verdict = lines[l].back();
    const bool is_colored = use_color && l > 0;
    text += "  " +
            (is_colored ? fmt::format(style_of(sorted[l - 1]->verdict), "{}", verdict) : verdict);
    text += '\n';
  }
  text += describe_agreement(rows) + '\n';
  for (const auto* row : sorted) {
    if (row->ratio.times && row->key.engine != row->baseline) text += describe_ratio(*row);
  }
  return text + describe_virtual_best(sorted);
}

}  // namespace sudoku
