#include "harness/base/cpus.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>

#include <sched.h>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

constexpr auto kAnyLength = std::numeric_limits<std::streamsize>::max();

/// Returns the quota of a control group in CPUs, or nullopt if there is no limit: `max` in version
/// 2, -1 in version 1.
std::optional<double> quota_of(const fs::path& group) {
  std::ifstream version_2(group / "cpu.max");
  std::ifstream quota_1(group / "cpu.cfs_quota_us");
  std::ifstream period_1(group / "cpu.cfs_period_us");
  double quota = 0;  // microseconds, as the period
  double period = 0;
  const bool is_read =
      version_2 ? bool(version_2 >> quota >> period) : quota_1 >> quota && period_1 >> period;
  return is_read && quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

/// Returns the directories of the control groups of this process that may limit CPUs, and of all
/// groups above them.
std::vector<fs::path> cpu_groups(const fs::path& root) {
  std::vector<fs::path> directories;
  // Lines of /proc/self/cgroup are "<id>:<controllers>:<path>"; version 2 has no controllers.
  std::ifstream groups(root / "proc/self/cgroup");
  std::string controllers;
  std::string path;
  while (std::getline(groups.ignore(kAnyLength, ':'), controllers, ':') &&
         std::getline(groups, path)) {
    const bool is_version_2 = controllers.empty();
    if (!is_version_2 && ("," + controllers + ",").find(",cpu,") == std::string::npos) continue;
    // A hierarchy with several controllers has a symbolic link for each of them.
    const fs::path mount = root / (is_version_2 ? "sys/fs/cgroup" : "sys/fs/cgroup/cpu");
    fs::path group = fs::path(path).relative_path();
    for (; !group.empty(); group = group.parent_path()) directories.push_back(mount / group);
    directories.push_back(mount);
  }
  return directories;
}

}  // namespace

std::vector<int> allowed_cpus(pid_t thread) {
  std::vector<int> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(thread, sizeof set, &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
  }
  if (cpus.empty()) cpus.push_back(0);
  return cpus;
}

std::optional<double> cgroup_cpu_quota(const fs::path& root) {
  std::optional<double> smallest;
  for (const fs::path& group : cpu_groups(root)) {
    const auto quota = quota_of(group);
    if (quota && (!smallest || *quota < *smallest)) smallest = quota;
  }
  return smallest;
}

std::vector<fs::path> cgroup_cpu_stat_files(const fs::path& root) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::path& group : cpu_groups(root)) {
    if (fs::exists(group / "cpu.stat", ignored)) files.push_back(group / "cpu.stat");
  }
  return files;
}

unsigned usable_threads() {
  auto threads = static_cast<unsigned>(allowed_cpus().size());
  if (const auto quota = cgroup_cpu_quota()) {
    threads = std::min(threads, static_cast<unsigned>(std::ceil(*quota)));
  }
  return std::max(threads, 1U);
}

bool pin_thread(pid_t thread, const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(static_cast<std::size_t>(cpu), &set);
  return sched_setaffinity(thread, sizeof set, &set) == 0;
}

StayOnCpu::StayOnCpu() : allowed_(allowed_cpus()), cpu_(::sched_getcpu()) { pin_thread(0, {cpu_}); }

StayOnCpu::~StayOnCpu() { pin_thread(0, allowed_); }

void move_to_cpu(int cpu) {
  if (::sched_getcpu() == cpu) return;
  const std::vector<int> allowed = allowed_cpus();
  if (pin_thread(0, {cpu})) pin_thread(0, allowed);
}

}  // namespace sudoku
