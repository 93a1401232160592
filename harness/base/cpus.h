#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace sudoku {

/// The processors on which a thread of this process, 0 for the calling one, may run, ascending.
std::vector<int> allowed_cpus(pid_t thread = 0);

/// How many processors' worth of time the control group grants this process, if it sets a limit:
/// the smallest quota on the path from its group to the root, of cgroup version 2 (`cpu.max`) or
/// version 1 (`cpu.cfs_quota_us`). `root` stands for `/`.
std::optional<double> cgroup_cpu_quota(const std::filesystem::path& root = "/");

/// Where the control groups of this process, its own and those above, count what their CPU quotas
/// held back (`cpu.stat`). `root` stands for `/`.
std::vector<std::filesystem::path> cgroup_cpu_stat_files(const std::filesystem::path& root = "/");

/// Threads that can run at once: the allowed processors, capped by the quota; at least 1.
unsigned usable_threads();

/// Makes a thread of this process, 0 for the calling one, stay on these processors. False if the
/// system refuses.
bool keep_thread_on(pid_t thread, const std::vector<int>& cpus);
bool keep_this_thread_on(const std::vector<int>& cpus);

/// Keeps the calling thread on a processor, always the same, for as long as it lives: it and the
/// processes that it starts meanwhile. None of them preempts another: each runs until it blocks, so
/// that the side that answers is done before the side that asked goes on. Other threads get other
/// processors, as far as there are any.
class StayOnProcessor {
 public:
  StayOnProcessor();
  ~StayOnProcessor();
  StayOnProcessor(const StayOnProcessor&) = delete;
  StayOnProcessor& operator=(const StayOnProcessor&) = delete;

 private:
  std::vector<int> before_;  // empty where nothing was changed
  int policy_;
};

}  // namespace sudoku
