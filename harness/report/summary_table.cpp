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

std::string format_ratio(const SummaryRow& row) {
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

/// Asked for and not answered.
std::uint64_t unanswered(const Totals& totals) {
  return totals.puzzles + totals.skipped - totals.solved;
}

/// "left 375 of 500 unanswered".
std::string describe_unanswered(const Totals& totals) {
  return fmt::format("left {} of {} unanswered", unanswered(totals),
                     totals.puzzles + totals.skipped);
}

bool is_complete(const SummaryRow& row) {
  return row.verdict != Verdict::partial && unanswered(row.totals) == 0;
}

/// That of one which was cut short is marked.
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
  const std::string answered = fmt::format("{}/{}", totals.solved, totals.puzzles + totals.skipped);
  // How fast answers are that are wrong means nothing.
  if (row.verdict == Verdict::wrong) {
    return {row.key.engine, "-", "-", "-", "-", "-", "-", answered, verdict};
  }
  return {row.key.engine,
          format_rate_of(row, is_any_marked),
          format_ratio(row),
          format_latency(row, 0.5),
          format_latency(row, 0.99),
          format_memory(totals),
          format_guesses(totals),
          answered,
          verdict};
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

/// The first line of a table in which an answer is faulty; empty where none is.
std::string describe_faults(std::span<const SummaryRow> rows) {
  std::string wrong;
  std::string unlike;
  for (const SummaryRow& row : rows) {
    const Totals& totals = row.totals;
    const std::uint64_t faults = totals.wrong + totals.disagreements;
    if (row.verdict == Verdict::disagreement) {
      unlike += fmt::format("{}{} on {}", unlike.empty() ? "" : ", ", row.key.engine, faults);
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
      wrong += fmt::format("{} broke down on {} of {}", answers > 0 ? " and" : "", totals.failed,
                           totals.puzzles);
    }
  }
  if (!unlike.empty()) {
    unlike = fmt::format("{}UNSETTLED DISAGREEMENT: {}", wrong.empty() ? "" : ". ", unlike);
  }
  return wrong + unlike + (wrong.empty() && unlike.empty() ? "" : ".");
}

std::string describe_agreement(std::span<const SummaryRow> rows) {
  std::vector<const SummaryRow*> answering;
  bool has_any_run = false;
  bool are_all_complete = true;
  for (const SummaryRow& row : rows) {
    if (!has_run(row.verdict)) continue;
    if (row.verdict == Verdict::wrong || row.verdict == Verdict::disagreement) return {};
    has_any_run = true;
    are_all_complete &= is_complete(row);
    if (row.totals.solved > 0) answering.push_back(&row);
  }
  if (!has_any_run) return "No engine ran.\n";
  if (answering.empty()) return "No puzzle was answered.\n";
  const SummaryRow& first = *answering.front();
  const std::string digest = format_digest(first.totals.answer_digest);
  if (answering.size() == 1) {
    return fmt::format(
        "Only {} answered: there was nothing to compare with, and no fault was found. Answer "
        "digest {}.\n",
        first.key.engine, digest);
  }
  if (are_all_complete) {
    const std::string all =
        answering.size() == 2 ? "Both" : fmt::format("All {}", answering.size());
    return fmt::format("{} engines agree on every puzzle. Answer digest {}.\n", all, digest);
  }
  return fmt::format(
      "The {} engines that answered agree on every puzzle that two of them answered.\n",
      answering.size());
}

/// How many puzzles there are, and where that is not the same, how often one was to be solved.
std::string describe_puzzles(const SummaryRow& row) {
  const std::uint64_t solves = row.totals.puzzles + row.totals.skipped;
  std::string puzzles = number_of(row.pass_puzzles, "puzzle");
  if (row.repetitions < 2) return puzzles;
  const std::string product = fmt::format("{} x {} repetitions", puzzles, row.repetitions);
  const std::uint64_t all = row.pass_puzzles * row.repetitions;
  return solves == all ? fmt::format("{} = {} solves", product, all)
                       : fmt::format("{}, cut short after {} of {} solves", product, solves, all);
}

std::string heading(const SummaryRow& row) {
  const std::string solutions = row.key.max_solutions == 0
                                    ? "all solutions"
                                    : "at most " + number_of(row.key.max_solutions, "solution");
  return fmt::format("{}: {}, {}, {}\n", row.key.dataset, describe_puzzles(row), solutions,
                     number_of(row.key.threads, "thread"));
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

/// "at least 113x as fast as naive": what may be said of an engine and the baseline where one of
/// them was cut short. It is the median over the blocks that both began, and says nothing of
/// others.
std::string describe_bound(const SummaryRow& row, const SummaryRow& baseline) {
  const double times = row.speedup.times->median;
  const bool is_inverse = row.speedup.bound == Bound::at_most && times < 1;
  const SummaryRow& first = is_inverse ? baseline : row;
  const SummaryRow& second = is_inverse ? row : baseline;
  const bool is_at_least = is_inverse || row.speedup.bound == Bound::at_least;
  // Where both were, in other blocks, the one to which the bound is due.
  const SummaryRow& usual = is_at_least ? second : first;
  const SummaryRow& other = is_at_least ? first : second;
  const SummaryRow& cut = unanswered(usual.totals) > 0 ? usual : other;
  return fmt::format("{} is at {} {}x as fast as {} over {} of {} that both began; {} {}.\n",
                     first.key.engine, is_at_least ? "least" : "most",
                     format_factor(is_inverse ? 1 / times : times), second.key.engine,
                     number_of(row.speedup.blocks, "block"), row.key.dataset, cut.key.engine,
                     describe_unanswered(cut.totals));
}

/// Why the median over so many blocks has no interval.
std::string describe_lack(std::uint64_t blocks) {
  constexpr std::uint64_t kEnough = 12;
  if (blocks >= kEnough) return "the times are too short";
  return fmt::format("{} block{} too few", blocks, blocks == 1 ? " is" : "s are");
}

/// Which of an engine and the baseline is faster, by how much, and how sure that is.
std::string describe_ratio(const SummaryRow& row, const SummaryRow& baseline) {
  const std::string& engine = row.key.engine;
  const MedianEstimate& times = *row.speedup.times;
  if (row.speedup.bound != Bound::none) return describe_bound(row, baseline);
  std::string where = row.key.dataset;
  if (!is_complete(row) || !is_complete(baseline)) {
    where += fmt::format(", over {} of {} blocks, which both answered in full", row.speedup.blocks,
                         row.totals.blocks);
  }
  if (!times.interval) {
    return fmt::format("{} is {}x as fast as {} on {}; {} for an interval.\n", engine,
                       format_factor(times.median), row.baseline, where,
                       describe_lack(row.speedup.blocks));
  }
  const auto& [low, high] = *times.interval;
  if (!is_told_apart(times)) {
    return fmt::format("{} and {} cannot be told apart on {}: {}.\n", engine, row.baseline, where,
                       format_interval(times.median, low, high));
  }
  if (times.median > 1) {
    return fmt::format("{} is {} as fast as {} on {}.\n", engine,
                       format_interval(times.median, low, high), row.baseline, where);
  }
  return fmt::format("{} is {} as fast as {} on {}.\n", row.baseline,
                     format_interval(1 / times.median, 1 / high, 1 / low), engine, where);
}

/// One sentence for each engine that is compared with the baseline, and why none is.
std::string describe_ratios(std::span<const SummaryRow* const> rows) {
  const std::string& refused = rows.front()->refused_baseline;
  if (!refused.empty()) {
    return fmt::format("No ratios: {}, the baseline that was asked for, is wrong.\n", refused);
  }
  const auto baseline = std::find_if(
      rows.begin(), rows.end(), [](const auto* row) { return row->key.engine == row->baseline; });
  if (baseline == rows.end()) return {};
  std::string text;
  for (const auto* row : rows) {
    if (row->speedup.times && row != *baseline) text += describe_ratio(*row, **baseline);
  }
  return text;
}

/// Which engines were given whole blocks, where others were not: a puzzle of a block has others to
/// share the work with.
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
  return fmt::format("Given whole blocks: {}; the others, one puzzle at a time.\n",
                     fmt::join(by_block, ", "));
}

/// What others had of the processors in turns that they disturbed; empty where that is not known.
std::string describe_disturbance(const Disturbance& disturbance) {
  std::vector<std::string> parts;
  const auto add_share = [&parts](std::int64_t part_ns, std::int64_t whole_ns, const char* who) {
    const double percent = 100.0 * static_cast<double>(part_ns) / static_cast<double>(whole_ns);
    // The system counts in ticks, which may be longer than what was timed.
    if (percent >= 0.1 && percent <= 100)
      parts.push_back(fmt::format("{} for {:.3g} % of the time", who, percent));
  };
  add_share(disturbance.wall_ns - disturbance.cpu_ns, disturbance.wall_ns, "other threads ran");
  add_share(disturbance.stolen_ns, disturbance.processors_ns, "other virtual machines ran");
  add_share(disturbance.throttled_ns, disturbance.processors_ns, "the CPU quota held it back");
  if (disturbance.crowded > 0) {
    parts.push_back(
        fmt::format("more threads than processors were busy in {}", disturbance.crowded));
  }
  return parts.empty() ? std::string() : fmt::format(": {}", fmt::join(parts, ", "));
}

/// What disturbed engines, and what to do about it; empty where nothing did.
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
      "Interfered: other programs used the processors in {} of {} timings of a block{}; {} "
      "involuntary switch{} in total. Close other programs, or use {}--pin or more "
      "--repetitions.\n",
      totals.interfered, totals.blocks, describe_disturbance(totals.disturbance), totals.switches,
      totals.switches == 1 ? "" : "es", threads > 1 ? "--threads 1, " : "");
}

/// The place of a row in the table: complete ones, partial ones, disputed ones, those of engines
/// that did not run, and last what is wrong.
int group_of(const SummaryRow& row) {
  if (row.verdict == Verdict::wrong) return 4;
  if (!has_run(row.verdict)) return 3;
  if (row.verdict == Verdict::disagreement) return 2;
  return is_complete(row) ? 0 : 1;
}

/// By place; then those that answered more, and of these the faster ones, come first.
std::vector<const SummaryRow*> in_order(std::span<const SummaryRow> rows) {
  const auto rank = [](const SummaryRow& row) {
    const Totals& totals = row.totals;
    return std::tuple(-group_of(row), totals.solved, puzzles_per_second(totals, 1));
  };
  return stable_order(
      rows, [&rank](const SummaryRow& a, const SummaryRow& b) { return rank(a) > rank(b); });
}

/// One sentence for each stochastic engine, whose seeds are those of its passes.
std::string describe_successes(std::span<const SummaryRow* const> rows) {
  constexpr unsigned kEnough = 10;
  std::string text;
  for (const auto* row : rows) {
    if (!row->success || row->verdict == Verdict::wrong) continue;
    const auto& [share, interval] = *row->success;
    const Totals& totals = row->totals;
    text += fmt::format("{} answered {} of {} ({:.1f} % [{:.1f}, {:.1f}]) with ", row->key.engine,
                        totals.solved, totals.puzzles + totals.skipped, 100 * share,
                        100 * interval.low, 100 * interval.high);
    const std::uint64_t last_seed = row->key.seed + row->repetitions - 1;
    text += row->repetitions == 1
                ? fmt::format("the seed {}", last_seed)
                : fmt::format("{} seeds, {} to {}", row->repetitions, row->key.seed, last_seed);
    text += row->repetitions < kEnough ? "; use --repetitions 10 for ten.\n" : ".\n";
  }
  return text;
}

/// The virtual best engine and what each engine contributes to it; empty where there is none.
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
  return fmt::format("Virtual best engine{}; fastest: {} of the puzzles.\n", score, shares);
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
  std::vector<Cells> lines = {{"engine", "rate", baseline.empty() ? "times" : "times " + baseline,
                               "p50", "p99", "memory", "guesses", "answered", "verdict"}};
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
    text += "* Not complete: answered puzzles a second, over all the time that was taken.\n";
  }
  text += format_events(sorted);
  return text + describe_agreement(rows) + describe_ratios(sorted) + describe_blocks(sorted) +
         describe_successes(sorted) + describe_virtual_best(sorted) + describe_interference(sorted);
}

}  // namespace sudoku
