#include "harness/measure/system_monitor.h"

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("stolen time and runnable threads are read from the system", "[system_monitor]") {
  const TemporaryDirectory root;
  write_file(root / "proc/stat",
             "cpu  100 2 30 4000 5 0 7 250 1 1\ncpu0 1 2 3 4 5 6 7 8 9 0\nctxt 99\n"
             "procs_running 12\nprocs_blocked 3\n");
  const SystemCounters counters = SystemMonitor(root.path()).read();
  CHECK(counters.stolen_ns == 2'500'000'000);
  CHECK(counters.runnable == 12);
  CHECK(counters.throttled_ns == 0);
}

TEST_CASE("throttling by all control groups of the process counts", "[system_monitor]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "4:cpu,cpuacct:/job\n0::/a/b\n");
  write_file(root / "sys/fs/cgroup/a/b/cpu.stat",
             "usage_usec 5\nnr_throttled 2\nthrottled_usec 3000\n");
  write_file(root / "sys/fs/cgroup/a/cpu.stat", "nr_throttled 1\nthrottled_usec 400\n");
  write_file(root / "sys/fs/cgroup/cpu/job/cpu.stat",
             "nr_periods 0\nnr_throttled 0\nthrottled_time 17\n");
  CHECK(SystemMonitor(root.path()).read().throttled_ns == 3'400'017);
}

TEST_CASE("missing system information is zero", "[system_monitor]") {
  const TemporaryDirectory root;
  const auto counters = [&root] { return SystemMonitor(root.path()).read(); };
  CHECK(counters().stolen_ns == 0);
  CHECK(counters().runnable == 0);
  for (const char* text : {"", "cpu", "cpu 1 2 3\n", "nonsense\nprocs_running\n"}) {
    write_file(root / "proc/stat", text);
    CHECK(counters().stolen_ns == 0);
    CHECK(counters().runnable == 0);
  }
  CHECK(SystemMonitor().read().runnable >= 1);
}

}  // namespace sudoku
