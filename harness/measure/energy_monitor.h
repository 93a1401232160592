#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace sudoku {

/// Where the energy counters of the processor packages stand at a moment; no package where the
/// system does not tell.
struct EnergyReading {
  struct Package {
    std::uint64_t microjoules = 0;
    std::uint64_t range = 0;  ///< the counter begins anew after that
  };
  std::vector<Package> packages{};
};

/// Microjoules of all packages between two readings, in which no counter came round twice: it takes
/// many minutes. Nothing where one of them does not tell, or tells of others.
std::optional<std::uint64_t> microjoules_between(const EnergyReading& begin,
                                                 const EnergyReading& end);

/// Reads them from /sys/class/powercap (RAPL, of Intel and AMD), which is usually for root alone.
/// Every thread may call it.
class EnergyMonitor {
 public:
  /// `root` stands for `/`.
  explicit EnergyMonitor(const std::filesystem::path& root = "/");
  EnergyReading read() const;

 private:
  struct Counter {
    std::filesystem::path path;
    std::uint64_t range;
  };
  std::vector<Counter> counters_;  // of the packages
};

/// Sums the energy of the packages over a run. A counter that wraps around is noticed only if `add`
/// is called every few minutes.
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
