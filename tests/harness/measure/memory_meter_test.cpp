#include "harness/measure/memory_meter.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr std::size_t kBytes = 100'000;
/// Maximum overhead of an allocation.
constexpr std::size_t kRounding = 5'000;

struct alignas(4096) Page {
  std::byte bytes[kBytes];
};

/// Returns whether this build counts memory.
bool is_countable() {
  const bool is = MemoryMeter().peak_bytes().has_value();
  if (!is) WARN("skipped: memory cannot be counted here");
  return is;
}

/// Keeps the compiler from removing an allocation.
void* keep(void* memory) {
  asm volatile("" : "+r"(memory) : : "memory");
  return memory;
}

/// Returns the meter after a call of `action`.
MemoryMeter counted(const std::function<void()>& action) {
  MemoryMeter meter;
  const CountedMemory memory(meter);
  action();
  return meter;
}

}  // namespace

TEST_CASE("every form of new and delete is counted", "[memory_meter]") {
  if (!is_countable()) return;
  constexpr std::align_val_t kAligned{64};
  using std::nothrow;
  const std::function<void()> forms[] = {
      [] { ::operator delete(keep(::operator new(kBytes))); },
      [] { ::operator delete(keep(::operator new(kBytes)), kBytes); },
      [] { ::operator delete(keep(::operator new(kBytes, nothrow)), nothrow); },
      [] { ::operator delete[](keep(::operator new[](kBytes))); },
      [] { ::operator delete[](keep(::operator new[](kBytes, nothrow)), nothrow); },
      [] { ::operator delete(keep(::operator new(kBytes, kAligned)), kAligned); },
      [] { ::operator delete(keep(::operator new(kBytes, kAligned, nothrow)), kAligned); },
      [] { ::operator delete[](keep(::operator new[](kBytes, kAligned)), kAligned); },
      [] { keep(std::make_unique<Page>().get()); },
      [] { keep(std::vector<char>(kBytes).data()); },
      [] { keep(std::string(kBytes, '.').data()); },
  };
  for (const auto& use : forms) {
    INFO("form " << &use - forms);
    const MemoryMeter meter = counted(use);
    CHECK(*meter.peak_bytes() >= kBytes);
    CHECK(*meter.peak_bytes() < kBytes + kRounding);
    CHECK(*meter.held_bytes() == 0);
  }
}

TEST_CASE("aligned memory is aligned, as small as it may be", "[memory_meter]") {
  for (const std::size_t alignment : {1, 8, 64, 4096}) {
    for (const std::size_t size : {0, 1, 1000}) {
      void* const memory = ::operator new (size, std::align_val_t{alignment});
      CHECK(reinterpret_cast<std::uintptr_t>(memory) % alignment == 0);
      ::operator delete (memory, std::align_val_t{alignment});
    }
  }
}

TEST_CASE("the peak is the maximum held at one time", "[memory_meter]") {
  if (!is_countable()) return;
  std::vector<char> stays;
  MemoryMeter meter = counted([&stays] {
    for (int i = 0; i < 10; ++i) keep(std::vector<char>(kBytes).data());
    stays.resize(3 * kBytes);
  });
  CHECK(*meter.peak_bytes() >= 3 * kBytes);
  CHECK(*meter.peak_bytes() < 3 * kBytes + kRounding);
  CHECK(*meter.held_bytes() >= 3 * kBytes);
  const CountedMemory again(meter);
  std::vector<char>().swap(stays);
  CHECK(*meter.held_bytes() == 0);
  CHECK(*meter.peak_bytes() >= 3 * kBytes);
}

TEST_CASE("allocations outside of the call or by other threads do not count", "[memory_meter]") {
  if (!is_countable()) return;
  const auto allocate = [] { keep(std::vector<char>(kBytes).data()); };
  MemoryMeter inner;
  const MemoryMeter meter = counted([&] {
    inner = counted(allocate);
    std::thread(allocate).join();
  });
  allocate();
  CHECK(*meter.peak_bytes() < kRounding);
  CHECK(*inner.peak_bytes() >= kBytes);
}

TEST_CASE("failed allocations still throw", "[memory_meter]") {
  if (!is_countable()) return;
  constexpr std::size_t kTooMuch = std::numeric_limits<std::size_t>::max() / 4;
  const volatile std::size_t size = kTooMuch;
  CHECK_THROWS_AS(keep(::operator new(size)), std::bad_alloc);
  CHECK_THROWS_AS(keep(::operator new (size, std::align_val_t{64})), std::bad_alloc);
  CHECK(::operator new(size, std::nothrow) == nullptr);
  static int calls = 0;
  std::set_new_handler([] {
    if (++calls == 3) std::set_new_handler(nullptr);
  });
  CHECK_THROWS_AS(keep(::operator new(size)), std::bad_alloc);
  CHECK(calls == 3);
}

}  // namespace sudoku
