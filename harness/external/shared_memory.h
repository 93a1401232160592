#pragma once

#include <cerrno>
#include <new>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/base/system.h"

namespace sudoku {

/// Access of other processes to shared memory.
enum class Sharing { to_read, to_write };

/// A `T` in memory that other processes can map. They cannot resize it: shrinking would crash its
/// users.
template <typename T>
class SharedMemory {
 public:
  /// Throws std::system_error.
  explicit SharedMemory(Sharing sharing)
      : memory_(::memfd_create("sudoku-bench", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
    const bool is_made = memory_.number() >= 0;
    const bool is_sized = is_made && ::ftruncate(memory_.number(), sizeof(T)) == 0;
    void* mapped = is_sized ? ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED,
                                     memory_.number(), 0)
                            : MAP_FAILED;
    if (mapped == MAP_FAILED) {
      throw std::system_error(errno, std::generic_category(), "memory shared with a sub-process");
    }
    ::fcntl(memory_.number(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    if (sharing == Sharing::to_read) ::fcntl(memory_.number(), F_ADD_SEALS, F_SEAL_FUTURE_WRITE);
    value_ = new (mapped) T;
  }
  ~SharedMemory() { ::munmap(value_, sizeof(T)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int descriptor() const { return memory_.number(); }
  T* operator->() const { return value_; }

 private:
  Descriptor memory_;
  T* value_;
};

}  // namespace sudoku
