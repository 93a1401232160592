#include "harness/measure/system_monitor.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

#include "harness/base/cpus.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// Reads the cpu line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, in
/// ticks.
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

/// Reads `throttled_usec` (control groups version 2) or `throttled_time` (version 1, in ns).
std::int64_t throttled_ns_of(const fs::path& path) {
  std::ifstream file(path);
  std::string key;
  std::int64_t value = 0;
  while (file >> key >> value) {
    if (key == "throttled_usec") return value * 1000;
    if (key == "throttled_time") return value;
  }
  return 0;
}

std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// Returns whether a folder is a package, such as `intel-rapl:0`. Excludes parts of a package, such
/// as `intel-rapl:0:1`, and duplicates, such as `intel-rapl-mmio:0`.
bool is_package(const fs::path& folder) {
  constexpr std::string_view kPrefix = "intel-rapl:";
  const std::string name = folder.filename().string();
  if (!name.starts_with(kPrefix) || name.find(':', kPrefix.size()) != name.npos) return false;
  std::ifstream file(folder / "name");
  std::string domain;
  return file >> domain && domain.starts_with("package");
}

}  // namespace

SystemMonitor::SystemMonitor(const fs::path& root)
    : stat_(root / "proc/stat"), quota_stats_(cgroup_cpu_stat_files(root)) {}

SystemCounters SystemMonitor::read() const {
  SystemCounters counters;
  std::ifstream stat(stat_);
  counters.stolen_ns = stolen_ns_of(stat);
  counters.runnable = runnable_of(stat);
  for (const auto& path : quota_stats_) counters.throttled_ns += throttled_ns_of(path);
  return counters;
}

std::optional<std::uint64_t> microjoules_between(const EnergyReading& begin,
                                                 const EnergyReading& end) {
  if (begin.packages.empty() || begin.packages.size() != end.packages.size()) return std::nullopt;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < begin.packages.size(); ++i) {
    const std::uint64_t from = begin.packages[i].microjoules;
    const std::uint64_t to = end.packages[i].microjoules;
    sum += to >= from ? to - from : to + end.packages[i].range - from;
  }
  return sum;
}

EnergyMonitor::EnergyMonitor(const fs::path& root) {
  std::error_code error;
  for (fs::directory_iterator folder(root / "sys/class/powercap", error), end;
       !error && folder != end; folder.increment(error)) {
    if (!is_package(folder->path())) continue;
    const auto range = number_in(folder->path() / "max_energy_range_uj");
    if (range) counters_.push_back({folder->path() / "energy_uj", *range});
  }
  std::sort(counters_.begin(), counters_.end(),
            [](const Counter& a, const Counter& b) { return a.path < b.path; });
}

EnergyReading EnergyMonitor::read() const {
  EnergyReading reading;
  for (const Counter& counter : counters_) {
    const auto microjoules = number_in(counter.path);
    if (!microjoules) return {};
    reading.packages.push_back({*microjoules, counter.range});
  }
  return reading;
}

void EnergySum::add(const EnergyReading& now) {
  const auto more = microjoules_between(last_, now);
  microjoules_ = microjoules_ && more ? std::optional(*microjoules_ + *more) : std::nullopt;
  last_ = now;
}

}  // namespace sudoku
