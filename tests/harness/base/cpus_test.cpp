#include "harness/base/cpus.h"

#include <algorithm>
#include <thread>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {

TEST_CASE("at least one CPU is allowed, and usable threads do not exceed the CPUs", "[cpus]") {
  const auto cpus = allowed_cpus();
  REQUIRE_FALSE(cpus.empty());
  CHECK(std::is_sorted(cpus.begin(), cpus.end()));
  CHECK(usable_threads() >= 1);
  CHECK(usable_threads() <= cpus.size());
}

TEST_CASE("a thread can be pinned to a CPU", "[cpus]") {
  const int cpu = allowed_cpus().back();
  bool is_kept = false;
  std::vector<int> allowed;
  std::thread([&] {
    is_kept = pin_thread(0, {cpu});
    allowed = allowed_cpus();
  }).join();
  CHECK(is_kept);
  CHECK(allowed == std::vector<int>{cpu});
  CHECK_FALSE(pin_thread(0, {}));
}

TEST_CASE("a system without control groups sets no quota", "[cpus]") {
  const TemporaryDirectory root;
  CHECK_FALSE(cgroup_cpu_quota(root.path()));
}

TEST_CASE("the quota of a version 2 group is quota divided by period", "[cpus]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "0::/user.slice/run.scope\n");
  write_file(root / "sys/fs/cgroup/user.slice/run.scope/cpu.max", "150000 100000\n");
  CHECK(cgroup_cpu_quota(root.path()) == 1.5);
}

TEST_CASE("the smallest quota up to the root of version 2 is used", "[cpus]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "0::/a/b/c\n");
  write_file(root / "sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n");
  write_file(root / "sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  write_file(root / "sys/fs/cgroup/a/cpu.max", "200000 100000\n");
  CHECK(cgroup_cpu_quota(root.path()) == 2);
  // In a container the group is the root of the mounted hierarchy.
  write_file(root / "sys/fs/cgroup/cpu.max", "50000 100000\n");
  CHECK(cgroup_cpu_quota(root.path()) == 0.5);
}

TEST_CASE("max in version 2 means no quota", "[cpus]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "0::/\n");
  write_file(root / "sys/fs/cgroup/cpu.max", "max 100000\n");
  CHECK_FALSE(cgroup_cpu_quota(root.path()));
}

TEST_CASE("an unreadable quota is ignored", "[cpus]") {
  for (const char* text : {"", "\n", "none 100000\n", "100000\n", "100000 0\n", "-1 100000\n"}) {
    const TemporaryDirectory root;
    write_file(root / "proc/self/cgroup", "no group\n0::/\n");
    write_file(root / "sys/fs/cgroup/cpu.max", text);
    INFO("cpu.max: '" << text << "'");
    CHECK_FALSE(cgroup_cpu_quota(root.path()));
  }
}

TEST_CASE("the quota of a version 1 group is quota divided by period", "[cpus]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "5:memory:/x\n4:cpu:/job/7\n0::/\n");
  const auto group = root / "sys/fs/cgroup/cpu/job/7";
  write_file(group / "cpu.cfs_quota_us", "250000\n");
  write_file(group / "cpu.cfs_period_us", "100000\n");
  CHECK(cgroup_cpu_quota(root.path()) == 2.5);
  write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n");
  write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  CHECK(cgroup_cpu_quota(root.path()) == 1);
}

TEST_CASE("minus one in version 1 means no quota", "[cpus]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "4:cpu:/\n");
  write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  write_file(root / "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  CHECK_FALSE(cgroup_cpu_quota(root.path()));
}

TEST_CASE("a version 1 hierarchy with several controllers is found by the name cpu", "[cpus]") {
  // The order of the names differs between this file and the directory; the link has one name.
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "4:cpuacct,cpu:/\n");
  write_file(root / "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "300000\n");
  write_file(root / "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  std::filesystem::create_symlink("cpu,cpuacct", root / "sys/fs/cgroup/cpu");
  CHECK(cgroup_cpu_quota(root.path()) == 3);
}

TEST_CASE("only the cpu controller of version 1 is used", "[cpus]") {
  const TemporaryDirectory root;
  write_file(root / "proc/self/cgroup", "4:cpuset:/\n3:cpuacct:/\n");
  for (const char* controller : {"cpuset", "cpuacct"}) {
    const auto group = root / "sys/fs/cgroup" / controller;
    write_file(group / "cpu.cfs_quota_us", "100000\n");
    write_file(group / "cpu.cfs_period_us", "100000\n");
  }
  CHECK_FALSE(cgroup_cpu_quota(root.path()));
}

TEST_CASE("a thread stays on its CPU as long as asked", "[cpus]") {
  const std::vector<int> cpus = allowed_cpus();
  {
    const StayOnCpu stay;
    CHECK(allowed_cpus() == std::vector<int>{stay.cpu()});
  }
  CHECK(allowed_cpus() == cpus);
}

TEST_CASE("a thread moves to another CPU and may leave it again", "[cpus]") {
  const std::vector<int> cpus = allowed_cpus();
  for (const int cpu : cpus) {
    move_to_cpu(cpu);
    CHECK(allowed_cpus() == cpus);
  }
}

}  // namespace sudoku
