#include "harness/measure/system_monitor.h"

#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

#include "harness/base/cpus.h"

namespace sudoku {
namespace {

/// The cpu line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, in ticks.
std::int64_t stolen_ns_of(std::ifstream& stat) {
  std::string label;
  stat >> label;
  std::int64_t ticks = 0;
  for (int column = 1; column <= 8; ++column) stat >> ticks;
  return stat ? ticks * (1'000'000'000 / ::sysconf(_SC_CLK_TCK)) : 0;
}

unsigned runnable_of(std::ifstream& stat) {
  for (std::string line; std::getline(stat, line);) {
    constexpr std::string_view kKey = "procs_running ";
    if (line.starts_with(kKey)) return static_cast<unsigned>(std::stoul(line.substr(kKey.size())));
  }
  return 0;
}

/// `throttled_usec` in version 2, `throttled_time` in nanoseconds in version 1.
std::int64_t throttled_ns_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string key;
  std::int64_t value = 0;
  while (file >> key >> value) {
    if (key == "throttled_usec") return value * 1000;
    if (key == "throttled_time") return value;
  }
  return 0;
}

}  // namespace

SystemMonitor::SystemMonitor(const std::filesystem::path& root)
    : stat_(root / "proc/stat"), quota_stats_(cgroup_cpu_stat_files(root)) {}

SystemCounters SystemMonitor::read() const {
  SystemCounters counters;
  std::ifstream stat(stat_);
  counters.stolen_ns = stolen_ns_of(stat);
  counters.runnable = runnable_of(stat);
  for (const auto& path : quota_stats_) counters.throttled_ns += throttled_ns_of(path);
  return counters;
}

}  // namespace sudoku
