#include "harness/measure/energy_monitor.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// Of a folder such as `intel-rapl:0`, not of its parts, as `intel-rapl:0:1`, or of the same
/// package by another way, as `intel-rapl-mmio:0`.
bool is_package(const fs::path& folder) {
  constexpr std::string_view kPrefix = "intel-rapl:";
  const std::string name = folder.filename().string();
  if (!name.starts_with(kPrefix) || name.find(':', kPrefix.size()) != name.npos) return false;
  std::ifstream file(folder / "name");
  std::string domain;
  return file >> domain && domain.starts_with("package");
}

}  // namespace

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
