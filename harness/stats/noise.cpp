#include "harness/stats/noise.h"

#include <algorithm>

#include "harness/stats/rows.h"

namespace sudoku {
namespace {

double share_of(std::int64_t part_ns, std::int64_t whole_ns) {
  return whole_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(whole_ns) : 0;
}

/// Returns half the width of the interval relative to the value; 0 if it is unknown.
double half_width_of(const std::optional<Estimate>& estimate) {
  if (!estimate || !estimate->interval || estimate->value <= 0) return 0;
  return (estimate->interval->high - estimate->interval->low) / (2 * estimate->value);
}

}  // namespace

std::int64_t lost_ns(const EngineSample& sample) {
  const Disturbance& by = sample.disturbance;
  // The system counts in ticks, which may be longer than the block.
  const double withheld = std::min(1.0, share_of(by.stolen_ns + by.throttled_ns, by.processors_ns));
  return std::max(by.wall_ns - by.cpu_ns,
                  static_cast<std::int64_t>(withheld * static_cast<double>(sample.wall_ns)));
}

double lost_share(const Totals& totals) { return share_of(totals.lost_ns, totals.wall_ns); }

Noise noise_of(const Totals& totals, const std::optional<Estimate>& own_ns,
               double repetition_spread) {
  if (totals.wrong > 0) return Noise::none;
  const double tolerated = std::max(kToleratedNoise, half_width_of(own_ns));
  if (lost_share(totals) > tolerated) return Noise::interfered;
  return repetition_spread > 2 * tolerated ? Noise::noisy : Noise::none;
}

}  // namespace sudoku
