#include "harness/stats/verdict.h"

#include "harness/measure/interference_repeats.h"

namespace sudoku {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::wrong: return "wrong";
    case Verdict::disagreement: return "disagreement";
    case Verdict::unavailable: return "unavailable";
    case Verdict::not_applicable: return "not_applicable";
    case Verdict::partial: return "partial";
    case Verdict::incomplete: return "incomplete";
    case Verdict::interfered: return "interfered";
    case Verdict::noisy: return "noisy";
    case Verdict::ok: return "ok";
  }
  return {};
}

std::optional<Verdict> verdict_named(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(Verdict::ok); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    if (to_string(verdict) == word) return verdict;
  }
  return std::nullopt;
}

bool is_interfered(const Totals& totals) {
  return totals.interfered_ns > totals.wall_ns / kToleratedShare;
}

Verdict verdict_of(const Totals& totals, bool is_cut) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (is_cut || totals.skipped + totals.timeouts > 0) return Verdict::partial;
  if (totals.gave_up > 0) return Verdict::incomplete;
  if (is_interfered(totals)) return Verdict::interfered;
  return Verdict::ok;
}

}  // namespace sudoku
