#include "harness/tables/summary_remarks.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "harness/base/text_digest.h"
#include "harness/base/units.h"
#include "harness/tables/speedup_text.h"
#include "harness/tables/summary_cells.h"
#include "harness/tables/text_table.h"

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

/// Returns the rows of engines that solved puzzles.
std::vector<const SummaryRow*> solving_in(SortedRows rows) {
  std::vector<const SummaryRow*> solving;
  std::ranges::copy_if(rows, std::back_inserter(solving),
                       [](const SummaryRow* row) { return row->totals.solved > 0; });
  return solving;
}

bool is_faulty(const SummaryRow* row) {
  return is_wrong(*row) || row->verdict == Verdict::disagreement;
}

/// Returns the rows of engines that solved puzzles without a wrong answer.
std::vector<const SummaryRow*> ranked_in(SortedRows rows) {
  std::vector<const SummaryRow*> ranked = solving_in(rows);
  std::erase_if(ranked, [](const SummaryRow* row) { return is_wrong(*row); });
  return ranked;
}

/// Formats a place, as in `1st` or `12th`.
std::string format_place(std::size_t place) {
  constexpr std::array<const char*, 4> kEnds = {"th", "st", "nd", "rd"};
  const bool is_teen = place / 10 % 10 == 1;
  return fmt::format("{}{}", place, kEnds[is_teen || place % 10 > 3 ? 0 : place % 10]);
}

/// Returns the speedup of an own solver or the baseline over another engine. The result has no
/// ratio if the speedup is unknown.
Speedup speedup_between(const SummaryRow& row, const SummaryRow& other) {
  if (is_baseline(other)) return row.speedup;
  if (is_baseline(row)) return other.speedup.ratio ? inverse_of(other.speedup) : Speedup{};
  const auto own = row.own_speedups.find(other.key.engine);
  return own == row.own_speedups.end() ? Speedup{} : own->second;
}

/// Compares an own solver or the baseline with another engine, as in `2.00x slower than other`.
/// Empty if the speedup is unknown.
std::string compare_with(const SummaryRow& row, const SummaryRow& other) {
  const Speedup speedup = speedup_between(row, other);
  if (!speedup.ratio) return {};
  const std::string factor = format_speedup(speedup);
  const bool is_equal = factor.find(' ') == std::string::npos;
  std::string text = is_equal ? fmt::format("as fast as {}", other.key.engine)
                              : fmt::format("{} than {}", factor, other.key.engine);
  if (is_undecided(speedup)) return text + " (undecided)";
  if (is_equal || is_conclusive(speedup)) return text;
  return text + (speedup.ratio->interval ? " (inconclusive)" : " (no interval)");
}

/// Describes the places of own solvers, and of a baseline that is not the fastest engine. Empty if
/// two engines or only own solvers are compared.
std::string describe_standings(SortedRows rows) {
  const auto ranked = ranked_in(rows);
  if (ranked.size() < 3) return {};
  const bool has_others = !std::ranges::all_of(ranked, &SummaryRow::is_own);
  std::string text;
  for (const SummaryRow* row : ranked) {
    const bool is_slower_baseline = is_baseline(*row) && row != ranked.front();
    if (!is_slower_baseline && !(row->is_own && has_others)) continue;
    text += fmt::format("{} {}\n", row->key.engine, describe_standing(rows, *row));
  }
  return text;
}

bool are_all_complete(SortedRows rows) {
  return std::ranges::all_of(rows, [](const SummaryRow* row) { return is_complete(*row); });
}

std::string describe_agreement(SortedRows rows) {
  if (std::ranges::any_of(rows, is_faulty)) return {};
  if (rows.empty()) return "No engine ran.\n";
  const auto solving = solving_in(rows);
  if (solving.empty()) return "No puzzle was solved.\n";
  if (solving.size() == 1) {
    const SummaryRow& row = *solving.front();
    const bool are_proven = row.key.max_solutions == 1 && row.totals.solutions == row.totals.solved;
    return fmt::format("Only {} solved puzzles{}.\n", row.key.engine,
                       are_proven ? ". All its solutions are correct"
                                  : ", so no other engine confirms its answers");
  }
  if (are_all_complete(rows)) {
    const std::string all = solving.size() == 2 ? "Both" : fmt::format("All {}", solving.size());
    const bool is_solvable = solving.front()->totals.solutions > 0;
    return fmt::format("{} engines agree on every puzzle{}.\n", all,
                       is_solvable ? "" : ": none has a solution");
  }
  return "The engines agree on every puzzle that at least two of them solved.\n";
}

/// States the digest of the answers if all engines have the same.
std::string describe_digest(SortedRows rows) {
  const auto solving = solving_in(rows);
  const bool is_shared = solving.size() == 1 || (!solving.empty() && are_all_complete(rows));
  if (!is_shared || std::ranges::any_of(rows, is_faulty)) return {};
  return fmt::format("Answer digest {}.\n", format_digest(solving.front()->totals.answer_digest));
}

/// Describes a speedup that is only a bound, because one of the two engines hit a limit.
std::string describe_bound(const SummaryRow& row, const SummaryRow& baseline) {
  const bool is_inverse = row.speedup.bound == Bound::at_most && row.speedup.ratio->value < 1;
  const Speedup speedup = is_inverse ? inverse_of(row.speedup) : row.speedup;
  const SummaryRow& first = is_inverse ? baseline : row;
  const SummaryRow& second = is_inverse ? row : baseline;
  const bool is_at_least = speedup.bound == Bound::at_least;
  // If both hit a limit, name the one that causes the bound.
  const bool has_usual_cause = !has_solved_all((is_at_least ? second : first).totals);
  const SummaryRow& unsolved = is_at_least == has_usual_cause ? second : first;
  const std::uint64_t given = unsolved.totals.given();
  // A lower bound below 1 is an upper bound on how much slower the engine is.
  const double ratio = speedup.ratio->value;
  const bool is_slower = is_at_least && ratio < 1;
  return fmt::format(
      "{} is at {} {}x {} {}, judging by {} that both started. {} did not solve {} of {}.\n",
      first.key.engine, is_at_least && !is_slower ? "least" : "most",
      format_factor(is_slower ? 1 / ratio : ratio), is_slower ? "slower than" : "as fast as",
      second.key.engine, number_of(speedup.blocks, "block"), unsolved.key.engine,
      given - unsolved.totals.solved, given);
}

/// Describes which engine is faster and by what factor, as in `a is 2.00x as fast as b`. `details`
/// come after the factor.
std::string describe_lead(double ratio, const SummaryRow& row, const std::string& details = {}) {
  const auto [fast, slow] =
      ratio < 1 ? std::pair(row.baseline, row.key.engine) : std::pair(row.key.engine, row.baseline);
  return fmt::format("{} is {}x{} as fast as {}", fast, format_factor(std::max(ratio, 1 / ratio)),
                     details, slow);
}

/// Describes which of an engine and the baseline is faster.
std::string describe_speedup(const SummaryRow& row, const SummaryRow& baseline) {
  if (row.speedup.bound != Bound::none) return describe_bound(row, baseline);
  const auto& [value, interval] = *row.speedup.ratio;
  const std::uint64_t blocks = row.speedup.blocks;
  std::string where;
  if (!is_complete(row) || !is_complete(baseline)) {
    where = fmt::format(", over the {} of {} blocks that both solved", blocks, row.totals.blocks);
  }
  if (interval) {
    return fmt::format("{}{}{}.\n", is_conclusive(*row.speedup.ratio) ? "" : "Inconclusive: ",
                       describe_lead(value, row, ' ' + format_interval(row.speedup)), where);
  }
  const std::string too_few =
      fmt::format("{} {} too few", number_of(blocks, "block"), blocks == 1 ? "is" : "are");
  return fmt::format("{}{}. {} for an interval.\n", describe_lead(value, row), where,
                     blocks >= kBlocksForInterval ? "The times are too short" : too_few);
}

/// Describes the ratio of the total times if it is far outside the interval of the median.
std::string describe_total(const SummaryRow& row) {
  const auto total = remarkable_total(row.speedup);
  return total ? fmt::format("In total time, {}.\n", describe_lead(*total, row)) : std::string();
}

/// Describes the median and the total of an engine that is compared with the baseline.
std::string describe_comparison(const SummaryRow& row, const SummaryRow& baseline) {
  if (is_undecided(row.speedup)) {
    return describe_undecided(row.speedup, row.key.engine, row.baseline) + '\n';
  }
  return describe_speedup(row, baseline) + describe_total(row);
}

/// The rows that are compared with the baseline, in the order of the table.
struct Compared {
  const SummaryRow* baseline = nullptr;  ///< null if there is none
  std::vector<const SummaryRow*> rows;
};

Compared compared_in(SortedRows rows) {
  Compared compared;
  const auto is_baseline = [](const SummaryRow* row) { return row->key.engine == row->baseline; };
  const auto baseline = std::ranges::find_if(rows, is_baseline);
  if (baseline == rows.end()) return compared;
  compared.baseline = *baseline;
  const auto is_compared = [&](const auto* row) { return row->speedup.ratio && row != *baseline; };
  std::ranges::copy_if(rows, std::back_inserter(compared.rows), is_compared);
  return compared;
}

/// Reports that there are no speedups because the requested baseline is wrong.
std::string describe_refusal(SortedRows rows) {
  if (rows.empty() || rows.front()->refused_baseline.empty()) return {};
  return fmt::format("No speedups: the requested baseline {} is wrong.\n",
                     rows.front()->refused_baseline);
}

/// Describes the speedup of the fastest engine other than the baseline, and names other engines
/// that may be as fast as the baseline or are faster in total time.
std::string describe_fastest(SortedRows rows) {
  const Compared compared = compared_in(rows);
  if (compared.rows.empty()) return {};
  const SummaryRow& first = *compared.rows.front();
  std::vector<std::string_view> ties;
  std::vector<std::string_view> undecided;
  for (const auto* row : std::span(compared.rows).subspan(1)) {
    const Speedup& speedup = row->speedup;
    if (is_undecided(speedup) && speedup.ratio->value < 1) undecided.push_back(row->key.engine);
    const bool is_tie = speedup.bound == Bound::none && speedup.ratio->interval;
    if (is_tie && !is_conclusive(*speedup.ratio)) ties.push_back(row->key.engine);
  }
  std::string text = describe_comparison(first, *compared.baseline);
  if (!ties.empty()) {
    text += fmt::format("No clear difference from {}: {}.\n", compared.baseline->key.engine,
                        fmt::join(ties, ", "));
  }
  if (!undecided.empty()) {
    text += fmt::format("Slower than {} in the median, but faster in total: {}.\n",
                        compared.baseline->key.engine, fmt::join(undecided, ", "));
  }
  return text;
}

/// Describes the speedups that `describe_results` does not describe.
std::string describe_slower(SortedRows rows) {
  const Compared compared = compared_in(rows);
  std::string text;
  const std::size_t shown = describe_standings(rows).empty() ? 1 : 0;
  for (std::size_t i = shown; i < compared.rows.size(); ++i) {
    const SummaryRow& row = *compared.rows[i];
    text += describe_comparison(row, *compared.baseline);
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
    if (row->is_timed_by_puzzle) {
      is_any_by_puzzle = true;
    } else {
      by_block.push_back(row->key.engine);
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
    const auto percent = [](double part) { return fmt::format("{:.1f}", 100 * part); };
    text += fmt::format("{} solved {} of {} ({} % {}) with {}{}.\n", row->key.engine,
                        row->totals.solved, row->totals.given(), percent(share),
                        format_interval(*interval, percent), seeds,
                        row->repetitions < kEnough ? ". Use --repetitions 10 for ten seeds" : "");
  }
  return text;
}

std::string describe_virtual_best(SortedRows rows) {
  std::vector<std::string> shares;
  std::vector<std::string_view> others;
  std::string score;
  for (const auto* row : rows) {
    if (!row->vbs_share) continue;
    if (row->vbs_par2_s) score = fmt::format(", PAR-2 {}", format_time(1e9 * *row->vbs_par2_s));
    if (*row->vbs_share == 0) {
      others.push_back(row->key.engine);
    } else {
      shares.push_back(fmt::format("{} {:.3g} %", row->key.engine, 100 * *row->vbs_share));
    }
  }
  if (shares.empty()) return {};
  const std::string rest = others.empty() ? "" : fmt::format(", {} 0 %", fmt::join(others, ", "));
  return fmt::format(
      "Virtual best of the engines timed puzzle by puzzle{}. Share of puzzles on which each is the "
      "fastest: {}{}.\n",
      score, fmt::join(shares, ", "), rest);
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

std::string describe_results(SortedRows rows) {
  const std::string standings = describe_standings(rows);
  return describe_refusal(rows) + (standings.empty() ? describe_fastest(rows) : standings) +
         describe_agreement(rows) + describe_successes(rows);
}

std::string describe_standing(SortedRows rows, const SummaryRow& row) {
  const auto ranked = ranked_in(rows);
  const auto found = std::ranges::find(ranked, &row);
  if (found == ranked.end() || !(row.is_own || is_baseline(row))) return {};
  std::vector<std::string> parts;
  if (found != ranked.begin()) parts.push_back(compare_with(row, *ranked.front()));
  if (found + 1 != ranked.end()) parts.push_back(compare_with(row, *found[1]));
  std::erase(parts, "");
  const auto place = static_cast<std::size_t>(found - ranked.begin()) + 1;
  return fmt::format("is {} of {}{}{}.", format_place(place), ranked.size(),
                     parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

std::string describe_details(std::span<const SummaryRow> named_rows) {
  const std::vector<SummaryRow> rows = with_printable_names(named_rows);
  const auto sorted = in_order(rows);
  return describe_slower(sorted) + describe_digest(sorted) + describe_blocks(sorted) +
         describe_virtual_best(sorted);
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
