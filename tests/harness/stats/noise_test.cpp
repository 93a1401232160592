#include "harness/stats/noise.h"

#include "harness/stats/rows.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

/// Returns the totals of a row that lost these nanoseconds of a thousand.
Totals lost(std::int64_t ns) {
  Totals totals;
  totals.wall_ns = 1000;
  totals.lost_ns = ns;
  return totals;
}

/// Returns an estimate whose interval has this half width, relative to its value.
Estimate within(double half_width) {
  return {50, Interval{50 * (1 - half_width), 50 * (1 + half_width)}};
}

/// Returns a sample with this wall time and disturbance.
EngineSample sample_of(std::int64_t wall_ns, const Disturbance& disturbance) {
  EngineSample sample;
  sample.wall_ns = wall_ns;
  sample.disturbance = disturbance;
  return sample;
}

}  // namespace

TEST_CASE("lost time is wall time minus CPU time, or the withheld time", "[noise]") {
  CHECK(lost_ns(sample_of(1000, {})) == 0);
  CHECK(lost_ns(sample_of(1000, {.wall_ns = 1000, .cpu_ns = 900})) == 100);
  // The CPU time of some systems includes what the hypervisor withheld.
  CHECK(lost_ns(sample_of(1000, {.wall_ns = 1000,
                                 .cpu_ns = 980,
                                 .processors_ns = 4000,
                                 .stolen_ns = 800,
                                 .throttled_ns = 400})) == 300);
  // A tick is longer than the block.
  CHECK(lost_ns(sample_of(1000, {.processors_ns = 4000, .stolen_ns = 10'000})) == 1000);
}

TEST_CASE("lost time and unequal repetitions are noise beyond the tolerated share", "[noise]") {
  struct Case {
    std::int64_t lost_ns;
    std::optional<Estimate> own_ns;
    double spread;
    Noise noise;
  };
  for (const auto& [lost_ns, own_ns, spread, noise] :
       {Case{0, {}, 0, Noise::none},
        {20, {}, 0, Noise::none},
        {21, {}, 0, Noise::interfered},
        {21, within(0.001), 0, Noise::interfered},
        {21, Estimate{50, {}}, 0, Noise::interfered},
        // The interval of the blocks explains as much.
        {79, within(0.08), 0, Noise::none},
        {81, within(0.08), 0, Noise::interfered},
        {0, {}, 0.039, Noise::none},
        {0, {}, 0.041, Noise::noisy},
        {0, within(0.08), 0.159, Noise::none},
        {0, within(0.08), 0.161, Noise::noisy},
        {81, within(0.08), 0.161, Noise::interfered}}) {
    CHECK(noise_of(lost(lost_ns), own_ns, spread) == noise);
  }
  CHECK(noise_of(Totals{}, {}, 0) == Noise::none);
  Totals wrong = lost(500);
  wrong.wrong = 1;
  CHECK(noise_of(wrong, {}, 0.5) == Noise::none);
}

}  // namespace sudoku
