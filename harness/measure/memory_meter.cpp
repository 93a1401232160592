#include "harness/measure/memory_meter.h"

#include <new>

namespace sudoku {

constinit thread_local MemoryMeter* counting_meter = nullptr;

std::optional<std::uint64_t> MemoryMeter::known(std::int64_t bytes) {
  static const bool is_known = [] {
    MemoryMeter meter;
    const CountedMemory memory(meter);
    ::operator delete(::operator new(1));
    return meter.peak_ > 0;
  }();
  if (!is_known) return std::nullopt;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
}

CountedMemory::CountedMemory(MemoryMeter& meter) : before_(counting_meter) {
  counting_meter = &meter;
}

CountedMemory::~CountedMemory() { counting_meter = before_; }

}  // namespace sudoku
