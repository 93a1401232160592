#pragma once

#include <cerrno>
#include <chrono>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include <poll.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "harness/base/system.h"

namespace sudoku {

/// Two connected descriptors. Both are closed on exec.
struct DescriptorPair {
  Descriptor first;
  Descriptor second;
};
/// Makes a pipe: read from `first`, write to `second`. Throws std::system_error.
DescriptorPair make_pipe();
/// Makes a pair of sockets that keep message boundaries. Throws std::system_error.
DescriptorPair make_socket_pair();
/// Waits up to `timeout` for an event of poll(2). Returns whether it happened.
bool is_ready(const Descriptor& descriptor, short event, std::chrono::milliseconds timeout);

/// Runs this program again in a child process. The child has its own process group, so that an
/// interrupt from the terminal reaches this process first.
class ChildProcess {
 public:
  /// A descriptor of this process and its number in the child.
  struct Inherited {
    int here;
    int there;
  };

  /// Starts the child with these command line arguments and descriptors. Throws std::system_error.
  ChildProcess(const std::vector<std::string>& arguments, std::span<const Inherited> inherited);
  /// Kills the child and its process group.
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;

  /// Returns whether the child has ended. Its own children may still run.
  bool has_ended() const;

  pid_t id() const { return id_; }

  /// Kills the child if it still runs. Returns how it ended, as in `crashed with signal SIGSEGV`.
  /// Call it once.
  std::string terminate(std::string_view on_success = "exited with status 0");

 private:
  pid_t id_ = 0;  // 0: reaped
};

/// A `T` in memory that sub-processes can map.
template <typename T>
class SharedMemory {
 public:
  /// Throws std::system_error.
  SharedMemory() : memory_(::memfd_create("sudoku-bench", MFD_CLOEXEC)) {
    void* mapped = MAP_FAILED;
    if (memory_.number() >= 0 && ::ftruncate(memory_.number(), sizeof(T)) == 0) {
      mapped = ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED, memory_.number(), 0);
    }
    if (mapped == MAP_FAILED) {
      throw std::system_error(errno, std::generic_category(), "memory shared with a sub-process");
    }
    value_ = new (mapped) T;
  }
  ~SharedMemory() { ::munmap(value_, sizeof(T)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int descriptor() const { return memory_.number(); }
  T& operator*() const { return *value_; }
  T* operator->() const { return value_; }

 private:
  Descriptor memory_;
  T* value_;
};

/// Called in a child process: kills it when the thread that started it ends. `parent` is the
/// process that started it.
void die_with_parent(pid_t parent);

/// Makes descendants of this process its children when their parents end. Returns false if this
/// process already has children: the shell that it replaced has started them.
bool adopt_orphans();

/// Kills all children of this process, and the orphans that become its children by that. Reports
/// those that it cannot end.
void end_children();

/// Returns the peak resident memory of a process in bytes, libraries included, plus the peaks of
/// all its descendants that still run. Nullopt if the system does not report it, for example
/// because the process has ended.
std::optional<std::uint64_t> peak_resident_bytes(pid_t process);

/// Returns the CPU time of all descendants of a process, including those that ended and were waited
/// for. The time of ended ones has a resolution of 10 ms, except for children of this process.
std::int64_t descendants_cpu_ns(pid_t process);

/// Times of threads, as the scheduler of the system reports them.
struct SchedulerTimes {
  std::int64_t run_ns = 0;    ///< time on a CPU
  std::int64_t delay_ns = 0;  ///< time in which they were runnable, but waited for a CPU

  friend SchedulerTimes operator-(const SchedulerTimes& end, const SchedulerTimes& begin) {
    return {end.run_ns - begin.run_ns, end.delay_ns - begin.delay_ns};
  }
};

/// Returns the sums over all threads of a process and its descendants; 0 if the system does not
/// report them. Threads that ended are missing, so the sums may decrease.
SchedulerTimes scheduler_times(pid_t process);

}  // namespace sudoku
