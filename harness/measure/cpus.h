#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace sudoku {

/// The processors on which this process may run, ascending.
std::vector<int> allowed_cpus();

/// How many processors' worth of time the control group grants this process, if it sets a limit:
/// the smallest quota on the path from its group to the root, of cgroup version 2 (`cpu.max`) or
/// version 1 (`cpu.cfs_quota_us`). `root` stands for `/`.
std::optional<double> cgroup_cpu_quota(const std::filesystem::path& root = "/");

/// Where the control groups of this process, its own and those above, count what their CPU quotas
/// held back (`cpu.stat`). `root` stands for `/`.
std::vector<std::filesystem::path> cgroup_cpu_stat_files(const std::filesystem::path& root = "/");

/// Threads that can run at once: the allowed processors, capped by the quota; at least 1.
unsigned usable_threads();

/// Makes the calling thread stay on these processors. False if the system refuses.
bool keep_this_thread_on(const std::vector<int>& cpus);

}  // namespace sudoku
