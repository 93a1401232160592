#include "harness/measure/interference_repeats.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

EngineSample sample_of(std::int64_t wall_ns, std::int64_t cpu_ns, std::int64_t switches = 0) {
  EngineSample sample;
  sample.wall_ns = wall_ns;
  sample.cpu_ns = cpu_ns;
  sample.switches = switches;
  return sample;
}

/// Returns a second on two idle processors.
SystemPeriod quiet_period() { return {{5'000, 7'000, 1}, {5'000, 7'000, 1}, 1'000'000'000, 2}; }

}  // namespace

TEST_CASE("lost CPU time and many involuntary switches are interference", "[interference]") {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::pair<EngineSample, bool> cases[] = {
      {sample_of(kSecond, kSecond), false},
      {sample_of(kSecond, 960'000'000), false},
      {sample_of(kSecond, 940'000'000), true},
      {sample_of(kSecond, 0), false},  // the CPU time is unknown
      {sample_of(30'000, 10'001), false},
      {sample_of(30'000, 1'000), true},
      {sample_of(1'000'000, 1'000'000, 2), false},
      {sample_of(1'000'000, 1'000'000, 3), true},
      {sample_of(kSecond, kSecond, 52), false},
      {sample_of(kSecond, kSecond, 53), true},
  };
  for (const auto& [sample, expected] : cases) {
    CAPTURE(sample.wall_ns, sample.cpu_ns, sample.switches);
    CHECK(is_interfered(sample) == expected);
  }
}

TEST_CASE("the causes of interference are kept", "[interference]") {
  SystemPeriod period = quiet_period();
  period.end.stolen_ns += 300'000'000;
  period.end.throttled_ns += 4'000;
  // The CPU time of the second engine is unknown.
  EngineSample engines[] = {sample_of(1'000'000, 900'000), sample_of(1'000'000, 0)};
  mark_interference(period, engines);
  for (const EngineSample& engine : engines) {
    CHECK(engine.is_interfered);
    CHECK(engine.disturbance.wall_ns == (engine.cpu_ns == 0 ? 0 : 1'000'000));
    CHECK(engine.disturbance.cpu_ns == engine.cpu_ns);
    CHECK(engine.disturbance.processors_ns == 2'000'000'000);
    CHECK(engine.disturbance.stolen_ns == 300'000'000);
    CHECK(engine.disturbance.throttled_ns == 4'000);
  }
  mark_interference(quiet_period(), engines);
  CHECK(engines[0].is_interfered);
  CHECK_FALSE(engines[1].is_interfered);
}

TEST_CASE(
    "time taken by the hypervisor or a quota is interference, and so are more threads than CPUs",
    "[interference]") {
  constexpr std::int64_t kTolerated = 100'000'000;
  const auto check = [](SystemCounters more, unsigned runnable_before, bool expected) {
    SystemPeriod period = quiet_period();
    period.begin.runnable = runnable_before;
    period.end.stolen_ns += more.stolen_ns;
    period.end.throttled_ns += more.throttled_ns;
    period.end.runnable += more.runnable;
    CAPTURE(more.stolen_ns, more.throttled_ns, more.runnable, runnable_before);
    CHECK(is_interfered(period) == expected);
  };
  check({0, 0, 0}, 1, false);
  check({kTolerated, 0, 0}, 1, false);
  check({kTolerated + 1, 0, 0}, 1, true);
  check({0, kTolerated + 1, 0}, 1, true);
  check({0, 0, 2}, 2, false);
  check({0, 0, 2}, 3, true);
}

}  // namespace sudoku
