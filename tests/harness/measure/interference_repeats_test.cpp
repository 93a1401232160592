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
  period.end.stolen_ns += 3'000;
  period.end.throttled_ns += 4'000;
  const Disturbance quiet = disturbance_of(sample_of(1'000'000, 900'000), period);
  CHECK(quiet.wall_ns == 1'000'000);
  CHECK(quiet.cpu_ns == 900'000);
  CHECK(quiet.processors_ns == 2'000'000'000);
  CHECK(quiet.stolen_ns == 3'000);
  CHECK(quiet.throttled_ns == 4'000);
  // The CPU time of an engine command is unknown.
  CHECK(disturbance_of(sample_of(1'000'000, 0), period).wall_ns == 0);
}

TEST_CASE("time taken by the hypervisor or a quota is interference", "[interference]") {
  CHECK_FALSE(is_interfered(quiet_period()));
  SystemPeriod stolen = quiet_period();
  stolen.end.stolen_ns += 100'000'000;
  CHECK_FALSE(is_interfered(stolen));
  stolen.end.stolen_ns += 1;
  CHECK(is_interfered(stolen));
  SystemPeriod throttled = quiet_period();
  throttled.end.throttled_ns += 100'000'001;
  CHECK(is_interfered(throttled));
}

TEST_CASE("more threads than processors are interference if they stay", "[interference]") {
  SystemPeriod period = quiet_period();
  period.begin.runnable = 3;
  CHECK_FALSE(is_interfered(period));
  period.end.runnable = 3;
  CHECK(is_interfered(period));
  period.processors = 3;
  CHECK_FALSE(is_interfered(period));
}

}  // namespace sudoku
