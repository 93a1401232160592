#pragma once

#include <cstdint>
#include <optional>

#include <sys/types.h>

namespace sudoku {

/// The most memory that a process had resident at a time, that of its libraries included, and the
/// same of all that it has started and that are still there, added up; in bytes. Nothing where the
/// system does not tell, as of a process that has ended.
std::optional<std::uint64_t> peak_resident_bytes(pid_t process);

/// The CPU time of the processes that this one has started, but for the one of that number, and of
/// those that these have started: of all that are still there or have been waited for.
std::int64_t descendants_cpu_ns(std::optional<pid_t> without);

}  // namespace sudoku
