#pragma once

#include <cstdint>
#include <optional>

#include <sys/types.h>

namespace sudoku {

/// The most memory that a process had resident at a time, that of its libraries included, and the
/// same of all that it has started and that are still there, added up; in bytes. Nothing where the
/// system does not tell, as of a process that has ended.
std::optional<std::uint64_t> peak_resident_bytes(pid_t process);

}  // namespace sudoku
