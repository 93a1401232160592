#pragma once

#include <atomic>
#include <span>

#include "harness/measure/sample.h"
#include "harness/measure/system_monitor.h"

namespace sudoku {

// Detects whether something else used the CPUs while engines were timed, and decides which blocks
// are measured again. Engines do not block, so wall time minus CPU time is time that others used.
// Each involuntary context switch cools the caches.

/// Returns whether one engine lost too much CPU time or was switched out too often in a block.
bool is_interfered(const EngineSample& sample);

/// Period in which all engines solve one block.
struct SystemPeriod {
  SystemCounters begin;
  SystemCounters end;
  std::int64_t wall_ns = 0;
  unsigned processors = 1;  ///< CPUs that this process may use

  std::int64_t stolen_ns() const { return end.stolen_ns - begin.stolen_ns; }
  std::int64_t throttled_ns() const { return end.throttled_ns - begin.throttled_ns; }
  std::int64_t processors_ns() const { return wall_ns * processors; }
};

/// Returns whether the hypervisor or a quota held back CPUs, or whether there were more runnable
/// threads than CPUs at the beginning and at the end.
bool is_interfered(const SystemPeriod& period);

/// Marks the samples of a block with interference. Adds what used the CPUs, as far as the system
/// reports it.
void mark_interference(const SystemPeriod& period, std::span<EngineSample> engines);

/// Decides in one repetition of a run which blocks are measured again because of interference. Only
/// short blocks are repeated, and only if they have no faults and no limit ended them. Limits the
/// number of repeats, in case the interference never stops. Thread-safe.
class InterferenceRepeats {
 public:
  void count_block() { ++blocks_; }
  /// Returns whether to measure the block again, and counts the repeat.
  bool try_repeat(const BlockSample& sample);

 private:
  std::atomic<std::uint64_t> blocks_{0};
  std::atomic<std::uint64_t> repeats_{0};
};

}  // namespace sudoku
