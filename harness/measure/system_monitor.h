#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace sudoku {

/// What the system reports about others that use its CPUs. The counters start anywhere and only
/// grow. Unknown values are 0.
struct SystemCounters {
  std::int64_t stolen_ns = 0;     ///< time that the hypervisor took from all CPUs
  std::int64_t throttled_ns = 0;  ///< time that a CPU quota held back this control group
  unsigned runnable = 0;          ///< threads that run or wait for a CPU now
};

/// Reads SystemCounters from /proc and the control group. Thread-safe.
class SystemMonitor {
 public:
  /// `root` replaces `/`.
  explicit SystemMonitor(const std::filesystem::path& root = "/");
  SystemCounters read() const;

 private:
  std::filesystem::path stat_;
  std::vector<std::filesystem::path> quota_stats_;
};

/// Energy counters of the CPU packages. Empty if the system does not report them.
struct EnergyReading {
  struct Package {
    std::uint64_t microjoules = 0;
    std::uint64_t range = 0;  ///< the counter wraps around after this value
  };
  std::vector<Package> packages{};
};

/// Returns the energy of all packages between two readings in microjoules. Nullopt if a reading is
/// empty or has other packages. Each counter may wrap around once, which takes many minutes.
std::optional<std::uint64_t> microjoules_between(const EnergyReading& begin,
                                                 const EnergyReading& end);

/// Reads the counters from /sys/class/powercap (RAPL of Intel and AMD). Usually only root may do
/// that. Thread-safe.
class EnergyMonitor {
 public:
  /// `root` replaces `/`.
  explicit EnergyMonitor(const std::filesystem::path& root = "/");
  EnergyReading read() const;

 private:
  struct Counter {
    std::filesystem::path path;
    std::uint64_t range;
  };
  std::vector<Counter> counters_;  // one per package
};

/// Sums the energy of the packages over a run. Call `add` every few minutes; otherwise, the sum
/// misses that a counter wraps around.
class EnergySum {
 public:
  explicit EnergySum(const EnergyReading& begin) : last_(begin) {
    if (!begin.packages.empty()) microjoules_ = 0;
  }
  void add(const EnergyReading& now);
  /// Nullopt if the system does not report it.
  std::optional<std::uint64_t> microjoules() const { return microjoules_; }

 private:
  EnergyReading last_;
  std::optional<std::uint64_t> microjoules_;
};

}  // namespace sudoku
