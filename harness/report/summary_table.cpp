#include "harness/report/summary_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/color.h>
#include <fmt/format.h>

#include "harness/base/stable_order.h"
#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/report/event_table.h"

namespace sudoku {
namespace {

constexpr std::size_t kColumns = 9;
using Cells = std::array<std::string, kColumns>;

std::string scaled(double value, std::span<const std::pair<double, std::string_view>> units) {
  auto unit = units.begin();
  while (unit + 1 != units.end() && value >= 999.5 * unit->first) ++unit;
  const double number = value / unit->first;
  const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", number, decimals, unit->second);
}

std::string format_speedup_of(const SummaryRow& row) {
  if (row.key.engine == row.baseline && !row.baseline.empty()) return "1";
  const auto& times = row.speedup.times;
  if (!times) return "-";
  if (row.speedup.bound != Bound::none) {
    const char* sign = row.speedup.bound == Bound::at_least ? ">=" : "<=";
    return fmt::format("{} {:.3g}", sign, times->median);
  }
  if (!times->interval) return fmt::format("{:.3g}", times->median);
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", times->median, times->interval->low,
                     times->interval->high);
}

std::string format_latency(const SummaryRow& row, double fraction) {
  const auto ns = row.latencies.quantile(fraction);
  return ns ? format_time(static_cast<double>(*ns)) : "-";
}

std::string format_memory(const Totals& totals) {
  return totals.peak_bytes ? format_bytes(static_cast<double>(*totals.peak_bytes)) : "-";
}

std::string format_guesses(const Totals& totals) {
  if (totals.solved == 0 || !totals.has_guesses) return "-";
  return fmt::format("{:.1f}",
                     static_cast<double>(totals.guesses) / static_cast<double>(totals.solved));
}

/// Returns the number of puzzles of the run, started or not.
std::uint64_t asked_of(const Totals& totals) { return totals.puzzles + totals.skipped; }

bool is_complete(const SummaryRow& row) {
  return row.verdict != Verdict::partial && has_answered_all(row.totals);
}

/// Marks the rate of an engine that did not solve all puzzles.
std::string format_rate_of(const SummaryRow& row, bool is_any_marked) {
  const Totals& totals = row.totals;
  if (totals.solved == 0) return "-";
  const char* mark = !is_any_marked ? "" : is_complete(row) ? " " : "*";
  return format_rate(puzzles_per_second(totals, row.key.threads)) + mark;
}

Cells cells_of(const SummaryRow& row, bool is_any_marked) {
  const Totals& totals = row.totals;
  const std::string verdict(to_string(row.verdict));
  if (!has_run(row.verdict)) {
    return {row.key.engine, "-", "-", "-", "-", "-", "-", "-", verdict};
  }
  const std::string solved = fmt::format("{}/{}", totals.solved, asked_of(totals));
  // The speed of wrong answers means nothing.
  if (row.verdict == Verdict::wrong) {
    return {row.key.engine, "-", "-", "-", "-", "-", "-", solved, verdict};
  }
  return {row.key.engine,
          format_rate_of(row, is_any_marked),
          format_speedup_of(row),
          format_latency(row, 0.5),
          format_latency(row, 0.99),
          format_memory(totals),
          format_guesses(totals),
          solved,
          verdict};
}

fmt::text_style style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok: return fg(fmt::terminal_color::green);
    case Verdict::wrong:
    case Verdict::disagreement: return fg(fmt::terminal_color::red) | fmt::emphasis::bold;
    default: return fg(fmt::terminal_color::yellow);
  }
}

/// Names the engines with faulty answers. Empty if there are none.
std::string describe_faults(std::span<const SummaryRow> rows) {
  std::string wrong;
  std::string disputed;
  for (const SummaryRow& row : rows) {
    const Totals& totals = row.totals;
    const std::uint64_t faults = totals.wrong + totals.disagreements;
    if (row.verdict == Verdict::disagreement) {
      disputed += fmt::format("{}{} on {}", disputed.empty() ? "" : ", ", row.key.engine, faults);
    }
    if (row.verdict != Verdict::wrong) continue;
    const std::uint64_t answers = faults - std::min(faults, totals.failed);
    wrong += wrong.empty() ? "WRONG: " : "; ";
    wrong += row.key.engine;
    if (answers > 0) {
      wrong += fmt::format(" gave {} wrong answer{} of {}", answers, answers == 1 ? "" : "s",
                           totals.puzzles);
    }
    if (totals.failed > 0) {
      wrong += fmt::format("{} failed on {} of {}", answers > 0 ? " and" : "", totals.failed,
                           totals.puzzles);
    }
  }
  if (!disputed.empty()) {
    disputed = fmt::format("{}UNRESOLVED DISAGREEMENT: {}", wrong.empty() ? "" : ". ", disputed);
  }
  return wrong + disputed + (wrong.empty() && disputed.empty() ? "" : ".");
}

std::string describe_agreement(std::span<const SummaryRow> rows) {
  std::vector<const SummaryRow*> solving;
  bool has_any_run = false;
  bool are_all_complete = true;
  for (const SummaryRow& row : rows) {
    if (!has_run(row.verdict)) continue;
    if (row.verdict == Verdict::wrong || row.verdict == Verdict::disagreement) return {};
    has_any_run = true;
    are_all_complete &= is_complete(row);
    if (row.totals.solved > 0) solving.push_back(&row);
  }
  if (!has_any_run) return "No engine ran.\n";
  if (solving.empty()) return "No puzzle was solved.\n";
  const SummaryRow& first = *solving.front();
  const std::string digest = format_digest(first.totals.answer_digest);
  if (solving.size() == 1) {
    return fmt::format(
        "Only {} solved puzzles. No fault was found, but no other engine confirms the answers. "
        "Answer digest {}.\n",
        first.key.engine, digest);
  }
  if (are_all_complete) {
    const std::string all = solving.size() == 2 ? "Both" : fmt::format("All {}", solving.size());
    return fmt::format("{} engines agree on every puzzle. Answer digest {}.\n", all, digest);
  }
  return fmt::format(
      "The {} engines that solved puzzles agree on every puzzle that two of them solved.\n",
      solving.size());
}

/// Formats the numbers of puzzles and repetitions.
std::string describe_puzzles(const SummaryRow& row) {
  const std::uint64_t solves = asked_of(row.totals);
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

/// Formats three significant digits, without an exponent for large numbers.
std::string format_factor(double factor) {
  if (factor < 1000) return fmt::format("{:.3g}", factor);
  const double unit = std::pow(10, std::floor(std::log10(factor)) - 2);
  return fmt::format("{:.0f}", std::round(factor / unit) * unit);
}

std::string format_interval(double median, double low, double high) {
  return fmt::format("{}x [{}, {}]", format_factor(median), format_factor(low),
                     format_factor(high));
}

/// Describes a speedup that is only a bound, because one of the two engines hit a limit.
std::string describe_bound(const SummaryRow& row, const SummaryRow& baseline) {
  const double times = row.speedup.times->median;
  const bool is_inverse = row.speedup.bound == Bound::at_most && times < 1;
  const SummaryRow& first = is_inverse ? baseline : row;
  const SummaryRow& second = is_inverse ? row : baseline;
  const bool is_at_least = is_inverse || row.speedup.bound == Bound::at_least;
  // If both hit a limit, name the one that causes the bound.
  const SummaryRow& usual = is_at_least ? second : first;
  const SummaryRow& other = is_at_least ? first : second;
  const SummaryRow& cut = has_answered_all(usual.totals) ? other : usual;
  const std::uint64_t asked = asked_of(cut.totals);
  return fmt::format(
      "{} is at {} {}x as fast as {} over {} of {} that both started. {} did not solve {} of {}.\n",
      first.key.engine, is_at_least ? "least" : "most",
      format_factor(is_inverse ? 1 / times : times), second.key.engine,
      number_of(row.speedup.blocks, "block"), row.key.dataset, cut.key.engine,
      asked - cut.totals.solved, asked);
}

/// Explains why a median has no interval.
std::string describe_missing_interval(std::uint64_t blocks) {
  constexpr std::uint64_t kEnough = 12;
  if (blocks >= kEnough) return "The times are too short";
  return fmt::format("{} block{} too few", blocks, blocks == 1 ? " is" : "s are");
}

/// Describes which of an engine and the baseline is faster.
std::string describe_speedup(const SummaryRow& row, const SummaryRow& baseline) {
  const std::string& engine = row.key.engine;
  const MedianEstimate& times = *row.speedup.times;
  if (row.speedup.bound != Bound::none) return describe_bound(row, baseline);
  std::string where = row.key.dataset;
  if (!is_complete(row) || !is_complete(baseline)) {
    where += fmt::format(", over the {} of {} blocks that both solved", row.speedup.blocks,
                         row.totals.blocks);
  }
  if (!times.interval) {
    return fmt::format("{} is {}x as fast as {} on {}. {} for an interval.\n", engine,
                       format_factor(times.median), row.baseline, where,
                       describe_missing_interval(row.speedup.blocks));
  }
  const auto& [low, high] = *times.interval;
  if (!is_conclusive(times) || times.median > 1) {
    return fmt::format("{}{} is {} as fast as {} on {}.\n",
                       is_conclusive(times) ? "" : "Inconclusive: ", engine,
                       format_interval(times.median, low, high), row.baseline, where);
  }
  return fmt::format("{} is {} as fast as {} on {}.\n", row.baseline,
                     format_interval(1 / times.median, 1 / high, 1 / low), engine, where);
}

/// Returns one sentence for each engine that is compared with the baseline, or why there is none.
std::string describe_speedups(std::span<const SummaryRow* const> rows) {
  const std::string& refused = rows.front()->refused_baseline;
  if (!refused.empty()) {
    return fmt::format("No speedups: the requested baseline {} is wrong.\n", refused);
  }
  const auto baseline = std::find_if(
      rows.begin(), rows.end(), [](const auto* row) { return row->key.engine == row->baseline; });
  if (baseline == rows.end()) return {};
  std::string text;
  for (const auto* row : rows) {
    if (row->speedup.times && row != *baseline) text += describe_speedup(*row, **baseline);
  }
  return text;
}

/// Names the engines that solve whole blocks, if others solve single puzzles. They can share work
/// between puzzles.
std::string describe_blocks(std::span<const SummaryRow* const> rows) {
  std::vector<std::string_view> by_block;
  std::size_t one_by_one = 0;
  for (const auto* row : rows) {
    if (row->totals.solved == 0 || row->verdict == Verdict::wrong) continue;
    if (row->latencies.is_empty()) {
      by_block.push_back(row->key.engine);
    } else {
      ++one_by_one;
    }
  }
  if (by_block.empty() || one_by_one == 0) return {};
  return fmt::format("Solved in whole blocks by {}; one puzzle at a time by the others.\n",
                     fmt::join(by_block, ", "));
}

/// Describes what used the CPUs during interference. Empty if it is unknown.
std::string describe_disturbance(const Disturbance& disturbance) {
  std::vector<std::string> parts;
  const auto add_share = [&parts](std::int64_t part_ns, std::int64_t whole_ns, const char* who) {
    const double percent = 100.0 * static_cast<double>(part_ns) / static_cast<double>(whole_ns);
    // The system counts in ticks, which may be longer than a block.
    if (percent >= 0.1 && percent <= 100)
      parts.push_back(fmt::format("{} for {:.3g} % of the time", who, percent));
  };
  add_share(disturbance.wall_ns - disturbance.cpu_ns, disturbance.wall_ns, "other threads ran");
  add_share(disturbance.stolen_ns, disturbance.processors_ns, "other virtual machines ran");
  add_share(disturbance.throttled_ns, disturbance.processors_ns,
            "the CPU quota stopped the engine");
  if (disturbance.crowded > 0) {
    parts.push_back(
        fmt::format("more threads than CPUs were runnable in {} of them", disturbance.crowded));
  }
  return parts.empty() ? std::string() : fmt::format(": {}", fmt::join(parts, ", "));
}

/// Describes the interference and what to do about it. Empty if there was little or none.
std::string describe_interference(std::span<const SummaryRow* const> rows) {
  Totals totals;
  unsigned threads = 1;
  for (const auto* row : rows) {
    if (row->verdict == Verdict::wrong || !is_interfered(row->totals)) continue;
    totals += row->totals;
    threads = row->key.threads;
  }
  if (totals.interfered == 0) return {};
  return fmt::format(
      "Interference in {} of {} timed blocks{}. {} involuntary context switch{} in total. Close "
      "other programs, or use {}--pin or more --repetitions.\n",
      totals.interfered, totals.blocks, describe_disturbance(totals.disturbance), totals.switches,
      totals.switches == 1 ? "" : "es", threads > 1 ? "--threads 1, " : "");
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
    const Totals& totals = row.totals;
    return std::tuple(-group_of(row), totals.solved, puzzles_per_second(totals, 1));
  };
  return stable_order(
      rows, [&rank](const SummaryRow& a, const SummaryRow& b) { return rank(a) > rank(b); });
}

/// Returns one sentence for each stochastic engine.
std::string describe_successes(std::span<const SummaryRow* const> rows) {
  constexpr unsigned kEnough = 10;
  std::string text;
  for (const auto* row : rows) {
    if (!row->success || row->verdict == Verdict::wrong) continue;
    const auto& [share, interval] = *row->success;
    const Totals& totals = row->totals;
    text += fmt::format("{} solved {} of {} ({:.1f} % [{:.1f}, {:.1f}]) with ", row->key.engine,
                        totals.solved, asked_of(totals), 100 * share, 100 * interval.low,
                        100 * interval.high);
    const std::uint64_t last_seed = row->key.seed + row->repetitions - 1;
    text += row->repetitions == 1
                ? fmt::format("seed {}", last_seed)
                : fmt::format("{} seeds, {} to {}", row->repetitions, row->key.seed, last_seed);
    text += row->repetitions < kEnough ? ". Use --repetitions 10 for ten seeds.\n" : ".\n";
  }
  return text;
}

/// Describes the virtual best engine. Empty if there is none.
std::string describe_virtual_best(std::span<const SummaryRow* const> rows) {
  std::string shares;
  std::optional<double> par2_s;
  for (const auto* row : rows) {
    if (!row->vbs_share) continue;
    par2_s = row->vbs_par2_s;
    if (*row->vbs_share == 0) continue;
    shares += fmt::format("{}{} {:.3g} %", shares.empty() ? "" : ", ", row->key.engine,
                          100 * *row->vbs_share);
  }
  if (shares.empty()) return {};
  const std::string score =
      par2_s ? fmt::format(", PAR-2 {}", format_time(1e9 * *par2_s)) : std::string();
  return fmt::format("Virtual best engine{}. Fastest engine by share of puzzles: {}.\n", score,
                     shares);
}

}  // namespace

std::string format_time(double ns) {
  static constexpr std::array<std::pair<double, std::string_view>, 4> kUnits = {
      {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}}};
  return scaled(ns, kUnits);
}

std::string format_bytes(double bytes) {
  static constexpr std::array<std::pair<double, std::string_view>, 4> kUnits = {
      {{1, "B"}, {1024, "KiB"}, {1024 * 1024, "MiB"}, {1024 * 1024 * 1024, "GiB"}}};
  return scaled(bytes, kUnits);
}

std::string format_rate(double per_second) {
  static constexpr std::array<std::pair<double, std::string_view>, 3> kUnits = {
      {{1, "/s"}, {1e3, "k/s"}, {1e6, "M/s"}}};
  return scaled(per_second, kUnits);
}

std::string format_table(std::span<const SummaryRow> rows, bool use_color) {
  const auto sorted = in_order(rows);
  const bool is_any_marked = std::any_of(rows.begin(), rows.end(), [](const auto& row) {
    return has_run(row.verdict) && row.verdict != Verdict::wrong && !is_complete(row) &&
           row.totals.solved > 0;
  });
  const std::string& baseline = rows.front().baseline;
  std::vector<Cells> lines = {{"engine", "rate",
                               baseline.empty() ? "speedup" : "speedup " + baseline, "p50", "p99",
                               "memory", "guesses", "solved", "verdict"}};
  for (const auto* row : sorted) lines.push_back(cells_of(*row, is_any_marked));
  std::array<std::size_t, kColumns> widths{};
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], line[i].size());
  }

  std::string text = describe_faults(rows);
  if (!text.empty()) {
    text = (use_color ? fmt::format(style_of(Verdict::wrong), "{}", text) : text) + '\n';
  }
  text += heading(*sorted.front());
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
  if (is_any_marked) {
    text +=
        "* Not all puzzles were solved. The rate is solved puzzles per second of the whole time.\n";
  }
  text += format_events(sorted);
  return text + describe_agreement(rows) + describe_speedups(sorted) + describe_blocks(sorted) +
         describe_successes(sorted) + describe_virtual_best(sorted) + describe_interference(sorted);
}

}  // namespace sudoku
