#include "harness/base/cpus.h"

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

TEST_CASE("the smallest quota of the control groups is quota divided by period", "[cpus]") {
  using Files = std::vector<std::pair<const char*, const char*>>;
  const auto quota = [](const char* groups, const Files& files) {
    const TemporaryDirectory root;
    if (groups != nullptr) write_file(root / "proc/self/cgroup", groups);
    for (const auto& [path, text] : files) write_file(root / "sys/fs/cgroup" / path, text);
    return cgroup_cpu_quota(root.path());
  };
  CHECK_FALSE(quota(nullptr, {}));
  // Version 2
  CHECK(quota("0::/a/run.scope\n", {{"a/run.scope/cpu.max", "150000 100000\n"}}) == 1.5);
  const Files nested = {{"a/b/c/cpu.max", "400000 100000\n"},
                        {"a/b/cpu.max", "max 100000\n"},
                        {"a/cpu.max", "200000 100000\n"}};
  CHECK(quota("0::/a/b/c\n", nested) == 2);
  // In a container the group is the root of the mounted hierarchy.
  Files with_root = nested;
  with_root.emplace_back("cpu.max", "50000 100000\n");
  CHECK(quota("0::/a/b/c\n", with_root) == 0.5);
  for (const char* text :
       {"max 100000\n", "", "\n", "none 100000\n", "100000\n", "100000 0\n", "-1 100000\n"}) {
    INFO("cpu.max: '" << text << "'");
    CHECK_FALSE(quota("no group\n0::/\n", {{"cpu.max", text}}));
  }
  // Version 1
  const Files job = {{"cpu/job/7/cpu.cfs_quota_us", "250000\n"},
                     {"cpu/job/7/cpu.cfs_period_us", "100000\n"}};
  CHECK(quota("5:memory:/x\n4:cpu:/job/7\n0::/\n", job) == 2.5);
  Files with_smaller = job;
  with_smaller.emplace_back("cpu/cpu.cfs_quota_us", "100000\n");
  with_smaller.emplace_back("cpu/cpu.cfs_period_us", "100000\n");
  CHECK(quota("5:memory:/x\n4:cpu:/job/7\n0::/\n", with_smaller) == 1);
  CHECK_FALSE(quota("4:cpu:/\n",
                    {{"cpu/cpu.cfs_quota_us", "-1\n"}, {"cpu/cpu.cfs_period_us", "100000\n"}}));
  CHECK_FALSE(quota("4:cpuset:/\n3:cpuacct:/\n", {{"cpuset/cpu.cfs_quota_us", "100000\n"},
                                                  {"cpuset/cpu.cfs_period_us", "100000\n"},
                                                  {"cpuacct/cpu.cfs_quota_us", "100000\n"},
                                                  {"cpuacct/cpu.cfs_period_us", "100000\n"}}));
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
