#include "harness/external/exchange_times.h"

#include <fstream>
#include <latch>
#include <thread>

#include <unistd.h>

#include "harness/measure/interference_repeats.h"
#include "harness/measure/stopwatch.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr IoTime kIo{1 * kMs, kMs / 2};

/// Returns an exchange with 200 ms of CPU time. All times are in milliseconds.
ExchangeTimes exchange_of(std::int64_t wall, std::int64_t delay, std::int64_t run = 200) {
  return {wall * kMs, wall * kMs, 200 * kMs, {run * kMs, delay * kMs}};
}

/// Returns the exchange as if this program had asked or read late.
ExchangeTimes late(ExchangeTimes exchange) {
  exchange.least_ns = 2410 * kMs;
  return exchange;
}

}  // namespace

TEST_CASE("CPU time and waits for something other than a CPU count for a command",
          "[command_engine]") {
  struct Case {
    const char* what;
    ExchangeTimes exchange;
    std::int64_t time_ns;
    std::int64_t error_ns;
    bool is_interfered;
  };
  constexpr std::int64_t kCpuNs = 200 * kMs - kIo.ns;
  constexpr std::int64_t kIoErrorNs = kIo.error_ns;
  const Case cases[] = {
      {"no wait", exchange_of(210, 0), kCpuNs, kIoErrorNs, false},
      {"less CPU time than input and output take",
       {100, 100, 100, {100, 0}},
       10 * 50,
       kIoErrorNs,
       false},
      {"waits for a CPU", exchange_of(2500, 2290), kCpuNs, kIoErrorNs, false},
      {"this program asks or reads late", late(exchange_of(2500, 2200)), kCpuNs, kIoErrorNs, false},
      {"waits for something else", exchange_of(1000, 0), 1000 * kMs, kIo.ns, false},
      {"waits for both", exchange_of(2500, 2200), 300 * kMs, kIo.ns, true},
      {"the system reports no delay", exchange_of(2500, 0, 0), kCpuNs, kIoErrorNs, true},
      {"threads with half of the work ended", exchange_of(2500, 1100, 100), kCpuNs, kIoErrorNs,
       true},
      {"threads ended", exchange_of(2500, -1), kCpuNs, kIoErrorNs, true},
  };
  for (const Case& test : cases) {
    INFO(test.what);
    const CountedTimes counted = counted_times(test.exchange, kIo, 10);
    EngineSample sample;
    sample.wall_ns = counted.wall_ns;
    sample.cpu_ns = counted.cpu_ns;
    sample.is_interfered = is_interfered(sample);
    CHECK(sample.time_ns() == test.time_ns);
    CHECK(counted.error_ns == test.error_ns);
    CHECK(sample.is_interfered == test.is_interfered);
  }
}

TEST_CASE("the times of the scheduler include all threads", "[command_engine]") {
  if (!std::ifstream("/proc/self/task/" + std::to_string(::getpid()) + "/schedstat")) return;
  constexpr std::int64_t kWorkNs = 100 * kMs;
  const SchedulerTimes begin = scheduler_times(::getpid());
  const std::int64_t own_begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
  std::latch has_worked(1);
  std::latch is_read(1);
  std::thread helper([&] {
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < kWorkNs) {
    }
    has_worked.count_down();
    is_read.wait();
  });
  has_worked.wait();
  const SchedulerTimes times = scheduler_times(::getpid()) - begin;
  const std::int64_t own_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - own_begin_ns;
  // The time of a running thread is up to a tick old.
  CHECK(times.run_ns - own_ns > kWorkNs / 2);
  is_read.count_down();
  helper.join();
}

}  // namespace sudoku
