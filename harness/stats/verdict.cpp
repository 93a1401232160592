#include "harness/stats/verdict.h"

#include <algorithm>
#include <iterator>

#include "harness/measure/interference_repeats.h"
#include "harness/stats/rows.h"

namespace sudoku {
namespace {

struct VerdictInfo {
  std::string_view name;
  int severity;
};

/// By verdict.
constexpr VerdictInfo kVerdicts[] = {
    {"wrong", 4},          {"disagreement", 3}, {"unavailable", 2},
    {"not_applicable", 2}, {"partial", 1},      {"incomplete", 1},
    {"interfered", 0},     {"noisy", 0},        {"ok", 0},
};

/// Returns whether the rates differ so much that the machine was not idle.
bool is_noisy(std::span<const RunRow> runs) {
  constexpr double kTolerated = 1.05;
  const auto rate_of = [](const RunRow& run) {
    return puzzles_per_second(run.totals, run.key.threads);
  };
  const auto [low, high] = std::ranges::minmax(runs, {}, rate_of);
  return rate_of(high) > kTolerated * rate_of(low);
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)].name;
}

std::optional<Verdict> verdict_named(std::string_view word) {
  const auto* const found = std::ranges::find(kVerdicts, word, &VerdictInfo::name);
  if (found == std::end(kVerdicts)) return std::nullopt;
  return static_cast<Verdict>(found - kVerdicts);
}

int severity(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)].severity; }

bool is_interfered(const Totals& totals) {
  return totals.interfered_ns > totals.wall_ns / kToleratedShare;
}

Verdict verdict_of(const Totals& totals, bool ended_early) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (ended_early || totals.skipped + totals.timeouts > 0) return Verdict::partial;
  if (totals.gave_up > 0) return Verdict::incomplete;
  return is_interfered(totals) ? Verdict::interfered : Verdict::ok;
}

Verdict verdict_of(std::span<const RunRow> runs) {
  if (runs.empty()) return Verdict::ok;
  const Verdict worst = std::ranges::min(runs, {}, &RunRow::verdict).verdict;
  const bool is_stochastic =
      std::ranges::any_of(runs, [](const RunRow& run) { return run.engine_seed.has_value(); });
  return worst == Verdict::ok && !is_stochastic && is_noisy(runs) ? Verdict::noisy : worst;
}

}  // namespace sudoku
