#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace sudoku {

/// Returns the CPUs on which a thread of this process may run, in ascending order. 0 means the
/// calling thread.
std::vector<int> allowed_cpus(pid_t thread = 0);

/// Returns the CPU quota of this process in CPUs, or nullopt if there is none: the smallest quota
/// of its control group and the groups above it. Supports cgroup version 2 (`cpu.max`) and version
/// 1 (`cpu.cfs_quota_us`). Tests replace `root`.
std::optional<double> cgroup_cpu_quota(const std::filesystem::path& root = "/");

/// Returns the `cpu.stat` files of the control groups of this process. They count the time for
/// which CPU quotas throttled it. Tests replace `root`.
std::vector<std::filesystem::path> cgroup_cpu_stat_files(const std::filesystem::path& root = "/");

/// Returns the number of threads that can run at once: allowed CPUs capped by the quota, at
/// least 1.
unsigned usable_threads();

/// Restricts a thread of this process to these CPUs. 0 means the calling thread. Returns false if
/// the system refuses.
bool pin_thread(pid_t thread, const std::vector<int>& cpus);

/// Keeps the calling thread on its CPU while this object lives. After a thread has waited for
/// another process, the system often wakes it on another CPU, whose caches do not hold its data.
class StayOnCpu {
 public:
  StayOnCpu();
  ~StayOnCpu();
  StayOnCpu(const StayOnCpu&) = delete;
  StayOnCpu& operator=(const StayOnCpu&) = delete;

  int cpu() const { return cpu_; }

 private:
  std::vector<int> allowed_;
  int cpu_;
};

/// Moves the calling thread to `cpu`. The system may move it away later.
void move_to_cpu(int cpu);

}  // namespace sudoku
