#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <optional>

namespace sudoku {

/// Counts the memory that one object holds: allocated with `new` and not freed with `delete` while
/// a CountedMemory exists. Ignores `malloc`. Needs harness/commands/allocation.cpp. In programs
/// without it, and with sanitizers, the counts are unknown.
class MemoryMeter {
 public:
  /// Returns the maximum in bytes; nullopt if unknown.
  std::optional<std::uint64_t> peak_bytes() const { return known(peak_); }
  /// Returns the current value in bytes; nullopt if unknown.
  std::optional<std::uint64_t> held_bytes() const { return known(held_); }

  /// Adds bytes as the allocator rounds them. Negative if they are freed.
  void add(std::int64_t bytes) {
    held_ += bytes;
    peak_ = std::max(peak_, held_);
  }

 private:
  static std::optional<std::uint64_t> known(std::int64_t bytes);

  std::int64_t held_ = 0;
  std::int64_t peak_ = 0;
};

/// Meter of the calling thread; null if there is none.
inline constinit thread_local MemoryMeter* counting_meter = nullptr;

/// Makes a meter count the allocations of the calling thread during its lifetime. Only the
/// latest one is active. Other threads are not counted.
class CountedMemory {
 public:
  /// The meter must outlive this object. No other thread may use it meanwhile.
  explicit CountedMemory(MemoryMeter& meter) : before_(counting_meter) { counting_meter = &meter; }
  ~CountedMemory() { counting_meter = before_; }
  CountedMemory(const CountedMemory&) = delete;
  CountedMemory& operator=(const CountedMemory&) = delete;

 private:
  MemoryMeter* before_;
};

inline std::optional<std::uint64_t> MemoryMeter::known(std::int64_t bytes) {
  static const bool is_counting = [] {
    MemoryMeter meter;
    const CountedMemory memory(meter);
    ::operator delete(::operator new(1));
    return meter.peak_ > 0;
  }();
  if (!is_counting) return std::nullopt;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
}

}  // namespace sudoku
