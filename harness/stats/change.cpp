#include "harness/stats/change.h"

namespace sudoku {
namespace {

int severity(Verdict verdict) {
  constexpr int kSeverities[] = {4, 3, 2, 2, 1, 1, 0};  // by verdict
  return kSeverities[static_cast<std::size_t>(verdict)];
}

double solved_share(const Totals& totals) {
  const auto solved = static_cast<double>(totals.solved);
  return totals.given() == 0 ? 0 : solved / static_cast<double>(totals.given());
}

}  // namespace

Change change_of(const Speedup& speedup, double noise_threshold) {
  if (!speedup.ratio) return Change::unknown;
  const double ratio = speedup.ratio->value;
  const bool is_clear = is_conclusive(speedup);
  if (is_clear && ratio < 1 - noise_threshold) return Change::slower;
  if (is_clear && ratio > 1 + noise_threshold) return Change::faster;
  return speedup.ratio->interval ? Change::same : Change::unknown;
}

bool is_worse(const SummaryRow& reference, const SummaryRow& row, double noise_threshold) {
  return severity(row.verdict) > severity(reference.verdict) ||
         solved_share(row.totals) < (1 - noise_threshold) * solved_share(reference.totals);
}

}  // namespace sudoku
