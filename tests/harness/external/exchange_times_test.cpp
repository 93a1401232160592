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

/// Returns an exchange with 200 ms of CPU time. `wall` and `delay` are in milliseconds.
ExchangeTimes exchange_of(std::int64_t wall, std::int64_t delay) {
  return {wall * kMs, wall * kMs, 200 * kMs, {200 * kMs, delay * kMs}};
}

EngineSample counted(const ExchangeTimes& exchange) {
  const CountedTimes counted = counted_times(exchange, kIo, 10);
  EngineSample sample;
  sample.wall_ns = counted.wall_ns;
  sample.cpu_ns = counted.cpu_ns;
  sample.error_ns = counted.error_ns;
  sample.is_interfered = is_interfered(sample);
  return sample;
}

}  // namespace

TEST_CASE("CPU time without input and output counts for a command", "[command_engine]") {
  // The second command waited, but only for a CPU.
  for (const ExchangeTimes& exchange : {exchange_of(210, 0), exchange_of(2500, 2290)}) {
    const EngineSample sample = counted(exchange);
    CHECK(sample.time_ns() == 199 * kMs);
    CHECK(sample.error_ns == kIo.error_ns);
    CHECK_FALSE(sample.is_interfered);
  }
  CHECK(counted({100, 100, 100, {100, 0}}).time_ns() == 10 * 50);
}

TEST_CASE("waiting for something other than a CPU counts, too", "[command_engine]") {
  const EngineSample sample = counted(exchange_of(1000, 0));
  CHECK(sample.time_ns() == 1000 * kMs);
  CHECK(sample.error_ns == kIo.ns);
  CHECK_FALSE(sample.is_interfered);
}

TEST_CASE("waiting for a CPU does not count, even if a command also waits for something else",
          "[command_engine]") {
  const EngineSample sample = counted(exchange_of(2500, 2200));
  CHECK(sample.is_interfered);
  CHECK(sample.time_ns() == 300 * kMs);
}

TEST_CASE("time in which this program asks or reads late is no wait", "[command_engine]") {
  ExchangeTimes exchange = exchange_of(2500, 2200);
  exchange.least_ns = 2410 * kMs;
  const EngineSample sample = counted(exchange);
  CHECK_FALSE(sample.is_interfered);
  CHECK(sample.time_ns() == 199 * kMs);
}

TEST_CASE("a command has interference if the reason for its wait is unknown", "[command_engine]") {
  // The delay is missing because the system reports nothing or because half of the work was done by
  // threads that ended. A negative delay also shows that threads ended.
  for (const SchedulerTimes& scheduler :
       {SchedulerTimes{}, SchedulerTimes{100 * kMs, 1100 * kMs}, SchedulerTimes{200 * kMs, -kMs}}) {
    ExchangeTimes exchange = exchange_of(2500, 0);
    exchange.scheduler = scheduler;
    const EngineSample sample = counted(exchange);
    CHECK(sample.is_interfered);
    CHECK(sample.time_ns() == 199 * kMs);
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
