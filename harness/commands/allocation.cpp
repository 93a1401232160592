// Replaces operator new and delete so that a MemoryMeter can count allocations. Only programs link
// this file: a library must not replace the allocator of the program that loads it. Sanitizers
// replace these functions themselves.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include "harness/measure/memory_meter.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SUDOKU_IS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SUDOKU_IS_SANITIZED
#endif
#endif

#ifndef SUDOKU_IS_SANITIZED
namespace sudoku {
namespace {

std::int64_t size_of(void* memory) {
  return static_cast<std::int64_t>(::malloc_usable_size(memory));
}

/// Returns the memory from `take`. As long as it returns null, calls the new-handler and retries.
template <typename Take>
void* allocate(Take take) {
  while (true) {
    if (void* memory = take()) {
      if (counting_meter != nullptr) counting_meter->add(size_of(memory));
      return memory;
    }
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void release(void* memory) noexcept {
  if (counting_meter != nullptr) counting_meter->add(-size_of(memory));
  std::free(memory);
}

}  // namespace
}  // namespace sudoku

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) {
  // malloc(0) may return null, but every object needs an address.
  return sudoku::allocate([size] { return std::malloc(size == 0 ? 1 : size); });
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  return sudoku::allocate([size, alignment]() -> void* {
    void* memory = nullptr;
    const auto bytes = std::max(static_cast<std::size_t>(alignment), sizeof(void*));
    return ::posix_memalign(&memory, bytes, size == 0 ? 1 : size) == 0 ? memory : nullptr;
  });
}

void operator delete(void* memory) noexcept { sudoku::release(memory); }

void operator delete(void* memory, std::size_t) noexcept { sudoku::release(memory); }

void operator delete(void* memory, std::align_val_t) noexcept { sudoku::release(memory); }

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  sudoku::release(memory);
}
#endif
