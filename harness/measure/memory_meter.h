#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace sudoku {

/// Counts the memory of one object: what is allocated, and given back, while its calls are
/// bracketed by CountedMemory. A program that counts has an `operator new` of its own
/// (harness/commands/allocation.cpp), which looks at a pointer of its thread where nothing counts.
/// Memory that goes past it, as that of `malloc`, is not seen; in other programs, and with
/// sanitizers, nothing is known.
class MemoryMeter {
 public:
  /// The most that was held at a time; nothing where that cannot be counted.
  std::optional<std::uint64_t> peak_bytes() const { return known(peak_); }
  /// What is held now.
  std::optional<std::uint64_t> held_bytes() const { return known(held_); }

  /// As the allocator rounds them; negative for what is given back.
  void add(std::int64_t bytes) {
    held_ += bytes;
    peak_ = std::max(peak_, held_);
  }

 private:
  static std::optional<std::uint64_t> known(std::int64_t bytes);
  static bool is_counted();  // in this program

  std::int64_t held_ = 0;
  std::int64_t peak_ = 0;
};

/// Of the calling thread; null where nothing counts.
extern constinit thread_local MemoryMeter* counting_meter;

/// As long as it lives, what the calling thread allocates is the meter's, unless another one is
/// begun meanwhile. Threads that are started are not counted with it.
class CountedMemory {
 public:
  /// The meter has to outlive it, and belongs to this thread as long.
  explicit CountedMemory(MemoryMeter& meter);
  ~CountedMemory();
  CountedMemory(const CountedMemory&) = delete;
  CountedMemory& operator=(const CountedMemory&) = delete;

 private:
  MemoryMeter* before_;
};

}  // namespace sudoku
