#include "harness/report/summary_remarks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/report/text_table.h"

namespace sudoku {
namespace {

using SortedRows = std::span<const SummaryRow* const>;

bool is_wrong(const SummaryRow& row) { return row.verdict == Verdict::wrong; }

std::string describe_wrong(const SummaryRow& row) {
  const Totals& totals = row.totals;
  const std::uint64_t faults = totals.wrong + totals.disagreements;
  const std::uint64_t answers = faults - std::min(faults, totals.failed);
  std::vector<std::string> parts;
  if (answers > 0) {
    parts.push_back(
        fmt::format("gave {} of {}", number_of(answers, "wrong answer"), totals.puzzles));
  }
  if (totals.failed > 0) {
    parts.push_back(fmt::format("failed on {} of {}", totals.failed, totals.puzzles));
  }
  return fmt::format("{} {}", row.key.engine, fmt::join(parts, " and "));
}

std::string describe_agreement(SortedRows rows) {
  std::vector<const SummaryRow*> solving;
  bool has_any_run = false;
  bool are_all_complete = true;
  for (const auto* row : rows) {
    if (!has_run(row->verdict)) continue;
    if (is_wrong(*row) || row->verdict == Verdict::disagreement) return {};
    has_any_run = true;
    are_all_complete &= is_complete(*row);
    if (row->totals.solved > 0) solving.push_back(row);
  }
  if (!has_any_run) return "No engine ran.\n";
  if (solving.empty()) return "No puzzle was solved.\n";
  const std::string digest = format_digest(solving.front()->totals.answer_digest);
  if (solving.size() == 1) {
    return fmt::format(
        "Only {} solved puzzles. No fault was found, but no other engine confirms the answers. "
        "Answer digest {}.\n",
        solving.front()->key.engine, digest);
  }
  if (are_all_complete) {
    const std::string all = solving.size() == 2 ? "Both" : fmt::format("All {}", solving.size());
    return fmt::format("{} engines agree on every puzzle. Answer digest {}.\n", all, digest);
  }
  return fmt::format(
      "The {} engines that solved puzzles agree on every puzzle that two of them solved.\n",
      solving.size());
}

/// Formats three significant digits, without an exponent for large numbers.
std::string format_factor(double factor) {
  if (factor < 1000) return fmt::format("{:.3g}", factor);
  const double unit = std::pow(10, std::floor(std::log10(factor)) - 2);
  return fmt::format("{:.0f}", std::round(factor / unit) * unit);
}

/// Describes a speedup that is only a bound, because one of the two engines hit a limit.
std::string describe_bound(const SummaryRow& row, const SummaryRow& baseline) {
  const double ratio = row.speedup.ratio->value;
  const bool is_inverse = row.speedup.bound == Bound::at_most && ratio < 1;
  const SummaryRow& first = is_inverse ? baseline : row;
  const SummaryRow& second = is_inverse ? row : baseline;
  const bool is_at_least = is_inverse || row.speedup.bound == Bound::at_least;
  // If both hit a limit, name the one that causes the bound.
  const SummaryRow& usual = is_at_least ? second : first;
  const SummaryRow& other = is_at_least ? first : second;
  const SummaryRow& unsolved = has_solved_all(usual.totals) ? other : usual;
  const std::uint64_t given = unsolved.totals.given();
  return fmt::format(
      "{} is at {} {}x as fast as {} over {} of {} that both started. {} did not solve {} of {}.\n",
      first.key.engine, is_at_least ? "least" : "most",
      format_factor(is_inverse ? 1 / ratio : ratio), second.key.engine,
      number_of(row.speedup.blocks, "block"), row.key.dataset, unsolved.key.engine,
      given - unsolved.totals.solved, given);
}

/// Explains why a median has no interval.
std::string describe_missing_interval(std::uint64_t blocks) {
  constexpr std::uint64_t kEnough = 12;
  if (blocks >= kEnough) return "The times are too short";
  return fmt::format("{} {} too few", number_of(blocks, "block"), blocks == 1 ? "is" : "are");
}

/// Describes which of an engine and the baseline is faster.
std::string describe_speedup(const SummaryRow& row, const SummaryRow& baseline) {
  if (row.speedup.bound != Bound::none) return describe_bound(row, baseline);
  const Estimate& ratio = *row.speedup.ratio;
  std::string where = row.key.dataset;
  if (!is_complete(row) || !is_complete(baseline)) {
    where += fmt::format(", over the {} of {} blocks that both solved", row.speedup.blocks,
                         row.totals.blocks);
  }
  if (!ratio.interval) {
    return fmt::format("{} is {}x as fast as {} on {}. {} for an interval.\n", row.key.engine,
                       format_factor(ratio.value), row.baseline, where,
                       describe_missing_interval(row.speedup.blocks));
  }
  const auto sentence = [&](const std::string& fast, const Estimate& by, const std::string& slow) {
    return fmt::format("{}{} is {}x [{}, {}] as fast as {} on {}.\n",
                       is_conclusive(ratio) ? "" : "Inconclusive: ", fast, format_factor(by.value),
                       format_factor(by.interval->low), format_factor(by.interval->high), slow,
                       where);
  };
  const bool is_slower = is_conclusive(ratio) && ratio.value <= 1;
  if (!is_slower) return sentence(row.key.engine, ratio, row.baseline);
  const auto& [low, high] = *ratio.interval;
  return sentence(row.baseline, {1 / ratio.value, Interval{1 / high, 1 / low}}, row.key.engine);
}

/// Describes the ratio of the total times if it is far outside the interval of the median.
std::string describe_total(const SummaryRow& row) {
  constexpr double kFarOutside = 1.5;
  const auto& [median, interval] = *row.speedup.ratio;
  const auto [low, high] = interval.value_or(Interval{median, median});
  const double total = row.speedup.total_ratio.value_or(median);
  if (total >= low / kFarOutside && total <= high * kFarOutside) return {};
  const bool is_slower = total < 1;
  return fmt::format(
      "In total time, {} is {}x as fast as {}.\n", is_slower ? row.baseline : row.key.engine,
      format_factor(is_slower ? 1 / total : total), is_slower ? row.key.engine : row.baseline);
}

/// Returns the sentences on each engine that is compared with the baseline, or why there are none.
std::string describe_speedups(SortedRows rows) {
  const std::string& refused = rows.front()->refused_baseline;
  if (!refused.empty()) {
    return fmt::format("No speedups: the requested baseline {} is wrong.\n", refused);
  }
  const auto baseline =
      std::ranges::find_if(rows, [](const auto* row) { return row->key.engine == row->baseline; });
  if (baseline == rows.end()) return {};
  std::string text;
  for (const auto* row : rows) {
    if (!row->speedup.ratio || row == *baseline) continue;
    text += describe_speedup(*row, **baseline) + describe_total(*row);
  }
  return text;
}

/// Names the engines that solve whole blocks, if others solve single puzzles. They can share work
/// between puzzles.
std::string describe_blocks(SortedRows rows) {
  std::vector<std::string_view> by_block;
  bool is_any_by_puzzle = false;
  for (const auto* row : rows) {
    if (row->totals.solved == 0 || is_wrong(*row)) continue;
    if (row->latencies.is_empty()) {
      by_block.push_back(row->key.engine);
    } else {
      is_any_by_puzzle = true;
    }
  }
  if (by_block.empty() || !is_any_by_puzzle) return {};
  return fmt::format("Solved in whole blocks by {}; one puzzle at a time by the others.\n",
                     fmt::join(by_block, ", "));
}

/// Returns one sentence for each stochastic engine.
std::string describe_successes(SortedRows rows) {
  constexpr unsigned kEnough = 10;
  std::string text;
  for (const auto* row : rows) {
    if (!row->success || is_wrong(*row)) continue;
    const auto& [share, interval] = *row->success;
    const std::uint64_t last_seed = row->key.seed + row->repetitions - 1;
    const std::string seeds =
        row->repetitions == 1
            ? fmt::format("seed {}", last_seed)
            : fmt::format("{} seeds, {} to {}", row->repetitions, row->key.seed, last_seed);
    text += fmt::format("{} solved {} of {} ({:.1f} % [{:.1f}, {:.1f}]) with {}{}.\n",
                        row->key.engine, row->totals.solved, row->totals.given(), 100 * share,
                        100 * interval->low, 100 * interval->high, seeds,
                        row->repetitions < kEnough ? ". Use --repetitions 10 for ten seeds" : "");
  }
  return text;
}

std::string describe_virtual_best(SortedRows rows) {
  std::vector<std::string> shares;
  std::string score;
  for (const auto* row : rows) {
    if (!row->vbs_share) continue;
    if (row->vbs_par2_s) score = fmt::format(", PAR-2 {}", format_time(1e9 * *row->vbs_par2_s));
    if (*row->vbs_share == 0) continue;
    shares.push_back(fmt::format("{} {:.3g} %", row->key.engine, 100 * *row->vbs_share));
  }
  if (shares.empty()) return {};
  return fmt::format("Virtual best engine{}. Fastest engine by share of puzzles: {}.\n", score,
                     fmt::join(shares, ", "));
}

/// Names what used the CPUs during interference.
std::string causes_of(const Disturbance& disturbance) {
  std::vector<const char*> causes;
  const auto add = [&causes](std::int64_t part_ns, std::int64_t whole_ns, const char* cause) {
    const double tolerated_ns = kToleratedNoise * static_cast<double>(whole_ns);
    if (static_cast<double>(part_ns) > tolerated_ns) causes.push_back(cause);
  };
  add(disturbance.wall_ns - disturbance.cpu_ns, disturbance.wall_ns, "other threads");
  add(disturbance.stolen_ns, disturbance.processors_ns, "other virtual machines");
  add(disturbance.throttled_ns, disturbance.processors_ns, "the CPU quota");
  return causes.empty() ? "other programs" : fmt::to_string(fmt::join(causes, " and "));
}

}  // namespace

std::string describe_faults(std::span<const SummaryRow> rows) {
  std::vector<std::string> wrong;
  std::vector<std::string> disputed;
  for (const SummaryRow& row : rows) {
    if (is_wrong(row)) wrong.push_back(describe_wrong(row));
    if (row.verdict != Verdict::disagreement) continue;
    disputed.push_back(fmt::format("{} on {}", row.key.engine, row.totals.disagreements));
  }
  std::vector<std::string> texts;
  if (!wrong.empty()) texts.push_back(fmt::format("WRONG: {}.", fmt::join(wrong, "; ")));
  if (!disputed.empty()) {
    texts.push_back(fmt::format("UNRESOLVED DISAGREEMENT: {}.", fmt::join(disputed, ", ")));
  }
  return fmt::to_string(fmt::join(texts, " "));
}

std::string describe_noise(SortedRows rows) {
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

std::string describe_results(SortedRows rows) {
  return describe_agreement(rows) + describe_speedups(rows) + describe_blocks(rows) +
         describe_successes(rows) + describe_virtual_best(rows);
}

std::string describe_baseline(std::span<const SummaryRow> rows, const std::string& requested,
                              std::span<const Solver> solvers) {
  std::string text;
  const std::string& baseline = rows.front().baseline;
  const auto has_requested_run = [&requested](const SummaryRow& row) {
    return row.key.engine == requested && has_run(row.verdict);
  };
  if (!requested.empty() && !baseline.empty() && std::ranges::none_of(rows, has_requested_run)) {
    text = fmt::format("The requested baseline {} did not run. The baseline is {}.\n", requested,
                       baseline);
  }
  const auto only_counts = [&baseline](const Solver& solver) {
    return solver.id == baseline && !solver.lists_solutions;
  };
  if (std::ranges::any_of(solvers, only_counts)) {
    text += fmt::format(
        "{} counts without listing solutions. Only other engines can confirm its counts.\n",
        baseline);
  }
  return text;
}

std::string describe_latencies(std::span<const SummaryRow> rows, std::span<const Solver> solvers) {
  std::vector<std::string_view> names;
  for (const SummaryRow& row : rows) {
    const auto is_shown = [&row](const Solver& solver) {
      return solver.id == row.key.engine && solver.is_timed_by_arrival && has_run(row.verdict);
    };
    if (std::ranges::any_of(solvers, is_shown)) names.push_back(row.key.engine);
  }
  if (names.empty()) return {};
  return fmt::format("p50 and p99 of {} come from the arrival of the answers.\n",
                     fmt::join(names, " and "));
}

}  // namespace sudoku
