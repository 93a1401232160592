#include "harness/base/cpus.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include <sched.h>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Reads a quota and its period in microseconds and returns the quota in CPUs. Returns nullopt if
/// there is no limit: `max` in version 2, -1 in version 1.
std::optional<double> read_quota(std::istream& quota_file, std::istream& period_file) {
  double quota = 0;
  double period = 0;
  if (!(quota_file >> quota && period_file >> period) || quota <= 0 || period <= 0) {
    return std::nullopt;
  }
  return quota / period;
}

std::optional<double> quota_v2(const fs::path& directory) {
  std::ifstream file(directory / "cpu.max");
  return read_quota(file, file);
}

std::optional<double> quota_v1(const fs::path& directory) {
  std::ifstream quota_file(directory / "cpu.cfs_quota_us");
  std::ifstream period_file(directory / "cpu.cfs_period_us");
  return read_quota(quota_file, period_file);
}

bool names_cpu_controller(const std::string& controllers) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

/// The control groups of this process in one hierarchy.
struct CpuGroups {
  bool is_version_2 = false;
  std::vector<fs::path> directories;  ///< from the group of the process up to the root
};

/// Returns the directories of the group and of all groups above it.
std::vector<fs::path> upwards(const fs::path& base, fs::path group) {
  std::vector<fs::path> directories;
  while (true) {
    directories.push_back(base / group);
    if (group.empty()) return directories;
    group = group.parent_path();
  }
}

std::vector<CpuGroups> cpu_groups(const fs::path& root) {
  std::vector<CpuGroups> hierarchies;
  // Lines of /proc/self/cgroup are "<id>:<controllers>:<path>"; version 2 has no controllers.
  std::ifstream groups(root / "proc/self/cgroup");
  const fs::path mount = root / "sys/fs/cgroup";
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = fs::path(line.substr(second + 1)).relative_path();
    if (controllers.empty()) {
      hierarchies.push_back({true, upwards(mount, group)});
    } else if (names_cpu_controller(controllers)) {
      // A hierarchy with several controllers has a symbolic link for each of them.
      hierarchies.push_back({false, upwards(mount / "cpu", group)});
    }
  }
  return hierarchies;
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
  for (const CpuGroups& groups : cpu_groups(root)) {
    std::optional<double> smallest;
    for (const fs::path& directory : groups.directories) {
      const auto quota = groups.is_version_2 ? quota_v2(directory) : quota_v1(directory);
      if (quota && (!smallest || *quota < *smallest)) smallest = quota;
    }
    if (smallest) return smallest;
  }
  return std::nullopt;
}

std::vector<fs::path> cgroup_cpu_stat_files(const fs::path& root) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const CpuGroups& groups : cpu_groups(root)) {
    for (const fs::path& directory : groups.directories) {
      if (fs::exists(directory / "cpu.stat", ignored)) files.push_back(directory / "cpu.stat");
    }
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

bool pin_this_thread(const std::vector<int>& cpus) { return pin_thread(0, cpus); }

ThreadPin::ThreadPin() : before_(allowed_cpus()), policy_(sched_getscheduler(0)) {
  static std::atomic<std::size_t> threads{0};
  thread_local const int cpu = before_[threads++ % before_.size()];
  if (!pin_this_thread({cpu})) before_.clear();
  const sched_param none{};
  if (policy_ == SCHED_OTHER) sched_setscheduler(0, SCHED_BATCH, &none);
}

ThreadPin::~ThreadPin() {
  if (!before_.empty()) pin_this_thread(before_);
  const sched_param none{};
  if (policy_ == SCHED_OTHER) sched_setscheduler(0, SCHED_OTHER, &none);
}

}  // namespace sudoku
