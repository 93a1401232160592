#pragma once

#include <cstdint>
#include <span>

#include "harness/measure/sample.h"
#include "harness/measure/system_monitor.h"

namespace sudoku {

// Whether something else used the processors while engines were timed. An engine never waits, so
// wall time without CPU time was spent by others, and each involuntary switch leaves cold caches.

/// What others may take of the wall time: one in so many.
inline constexpr std::int64_t kToleratedShare = 20;

/// Of the calls of one engine to one block, whose CPU time may be unknown.
bool is_interfered(const EngineSample& sample);

/// What the system counted while all engines had their turn at one block.
struct SystemPeriod {
  SystemCounters begin;
  SystemCounters end;
  std::int64_t wall_ns = 0;
  unsigned processors = 1;  ///< that this process may use
};

/// Whether the hypervisor or a quota held back processors, or more threads wanted to run, from the
/// beginning to the end, than there are processors.
bool is_interfered(const SystemPeriod& period);

/// Returns what used the CPUs during a block with interference, as far as the system reports it.
Disturbance disturbance_of(const EngineSample& sample, const SystemPeriod& period);

/// Marks the samples of a block with interference, and adds what the system says about it.
void mark_interference(const SystemPeriod& period, std::span<EngineSample> engines);

}  // namespace sudoku
