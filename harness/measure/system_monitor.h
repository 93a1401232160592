#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace sudoku {

/// What the system tells of others that want its processors. The counters start anywhere and only
/// grow; what the system does not tell stays 0.
struct SystemCounters {
  std::int64_t stolen_ns = 0;     ///< that the hypervisor kept from all processors
  std::int64_t throttled_ns = 0;  ///< that a CPU quota held back the control group of this process
  unsigned runnable = 0;          ///< threads that run or wait for a processor just now
};

/// Reads them from /proc and the control group. Every thread may call it.
class SystemMonitor {
 public:
  /// `root` stands for `/`.
  explicit SystemMonitor(const std::filesystem::path& root = "/");
  SystemCounters read() const;

 private:
  std::filesystem::path stat_;
  std::vector<std::filesystem::path> quota_stats_;
};

}  // namespace sudoku
