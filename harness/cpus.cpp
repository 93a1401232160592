#include "harness/cpus.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include <sched.h>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// `cpu.max` holds "<quota or max> <period>", both in microseconds.
std::optional<double> quota_v2(const fs::path& directory) {
  std::ifstream file(directory / "cpu.max");
  double quota = 0;  // `max` is no number
  double period = 0;
  if (!(file >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return quota / period;
}

/// A quota of -1 means none.
std::optional<double> quota_v1(const fs::path& directory) {
  std::ifstream quota_file(directory / "cpu.cfs_quota_us");
  std::ifstream period_file(directory / "cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  if (!(quota_file >> quota && period_file >> period) || quota <= 0 || period <= 0) {
    return std::nullopt;
  }
  return quota / period;
}

bool names_cpu_controller(const std::string& controllers) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

/// The smallest of the quotas from `base / group` up to `base`.
template <typename ReadQuota>
std::optional<double> smallest_quota(const fs::path& base, fs::path group, ReadQuota read_quota) {
  std::optional<double> smallest;
  while (true) {
    const auto quota = read_quota(base / group);
    if (quota && (!smallest || *quota < *smallest)) smallest = quota;
    if (group.empty()) return smallest;
    group = group.parent_path();
  }
}

}  // namespace

std::vector<int> allowed_cpus() {
  std::vector<int> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
  }
  if (cpus.empty()) cpus.push_back(0);
  return cpus;
}

std::optional<double> cgroup_cpu_quota(const fs::path& root) {
  // Lines of /proc/self/cgroup are "<id>:<controllers>:<path>"; version 2 has no controllers.
  std::ifstream groups(root / "proc/self/cgroup");
  const fs::path mount = root / "sys/fs/cgroup";
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = fs::path(line.substr(second + 1)).relative_path();
    std::optional<double> quota;
    if (controllers.empty()) {
      quota = smallest_quota(mount, group, quota_v2);
    } else if (names_cpu_controller(controllers)) {
      // Where one hierarchy has several controllers, its directory has a link for each.
      quota = smallest_quota(mount / "cpu", group, quota_v1);
    }
    if (quota) return quota;
  }
  return std::nullopt;
}

unsigned usable_threads() {
  auto threads = static_cast<unsigned>(allowed_cpus().size());
  if (const auto quota = cgroup_cpu_quota()) {
    threads = std::min(threads, static_cast<unsigned>(std::ceil(*quota)));
  }
  return std::max(threads, 1U);
}

bool keep_this_thread_on(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(static_cast<std::size_t>(cpu), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace sudoku
