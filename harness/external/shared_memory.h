#pragma once

#include <cerrno>
#include <new>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

#include "harness/base/system.h"

namespace sudoku {

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
  T* operator->() const { return value_; }

 private:
  Descriptor memory_;
  T* value_;
};

}  // namespace sudoku
