#include "harness/stats/verdict.h"

#include <algorithm>
#include <iterator>

#include "harness/stats/rows.h"

namespace sudoku {
namespace {

struct VerdictInfo {
  std::string_view name;
  int severity;
};

/// By verdict.
constexpr VerdictInfo kVerdicts[] = {
    {"wrong", 4},   {"disagreement", 3}, {"unavailable", 2}, {"not_applicable", 2},
    {"partial", 1}, {"incomplete", 1},   {"ok", 0},
};

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

Verdict verdict_of(const Totals& totals, bool ended_early) {
  if (totals.wrong > 0) return Verdict::wrong;
  if (totals.disagreements > 0) return Verdict::disagreement;
  if (ended_early || totals.skipped + totals.timeouts > 0) return Verdict::partial;
  if (totals.gave_up > 0) return Verdict::incomplete;
  return Verdict::ok;
}

}  // namespace sudoku
