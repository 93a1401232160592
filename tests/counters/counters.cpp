// A library for LD_PRELOAD that simulates hardware counters. Each reading adds 1000 instructions,
// 500 cycles, 200 branches, 10 branch mispredictions and 20 cache misses.
//
//   SUDOKU_COUNTERS  whole    all counters run all the time
//                    half     the counters run half of the time
//                    few      the last event has no counter
//                    a number the system refuses all counters with this error

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Counter {
  std::uint64_t step = 0;  // 0: no counter
  std::uint64_t value = 0;
  std::uint64_t enabled_ns = 0;
  std::uint64_t running_ns = 0;
};

/// The counters by descriptor. Only one thread uses a descriptor at a time.
std::array<Counter, 4096> counters;

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool is_set_to(const char* mode) {
  const char* value = std::getenv("SUDOKU_COUNTERS");
  return value != nullptr && std::strcmp(value, mode) == 0;
}

std::uint64_t step_of(const perf_event_attr& event) {
  if (event.type == PERF_TYPE_HW_CACHE) return 20;
  switch (event.config) {
    case PERF_COUNT_HW_INSTRUCTIONS: return 1000;
    case PERF_COUNT_HW_CPU_CYCLES: return 500;
    case PERF_COUNT_HW_BRANCH_INSTRUCTIONS: return 200;
    default: return 10;
  }
}

long open_counter(const perf_event_attr& event, pid_t process) {
  const char* mode = std::getenv("SUDOKU_COUNTERS");
  const int refusal = mode == nullptr ? ENOSYS : std::atoi(mode);
  const bool is_missing = is_set_to("few") && event.type == PERF_TYPE_HW_CACHE;
  // Counters of processes include child processes, counters of threads do not.
  const bool is_odd = (process != 0) != (event.inherit != 0) || event.exclude_kernel == 0;
  if (refusal != 0 || is_missing || is_odd) {
    errno = refusal != 0 ? refusal : is_odd ? EINVAL : ENOENT;
    return -1;
  }
  const int number = ::memfd_create("counter", MFD_CLOEXEC);
  counters.at(static_cast<std::size_t>(number)) = {step_of(event)};
  return number;
}

Counter* counter_of(int number) {
  const auto place = static_cast<std::size_t>(number);
  return place < counters.size() && counters[place].step != 0 ? &counters[place] : nullptr;
}

}  // namespace

extern "C" long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (number == SYS_perf_event_open) {
    return open_counter(*reinterpret_cast<const perf_event_attr*>(arguments[0]),
                        static_cast<pid_t>(arguments[1]));
  }
  return next<long(long, ...)>("syscall")(number, arguments[0], arguments[1], arguments[2],
                                          arguments[3], arguments[4], arguments[5]);
}

extern "C" ssize_t read(int number, void* buffer, std::size_t size) {
  static auto* const original = next<ssize_t(int, void*, std::size_t)>("read");
  Counter* const counter = counter_of(number);
  if (counter == nullptr) return original(number, buffer, size);
  counter->value += counter->step;
  counter->enabled_ns += 100;
  counter->running_ns += is_set_to("half") ? 50 : 100;
  std::memcpy(buffer, &counter->value, 3 * sizeof(std::uint64_t));
  return 3 * sizeof(std::uint64_t);
}

extern "C" int close(int number) {
  static auto* const original = next<int(int)>("close");
  if (Counter* const counter = counter_of(number)) *counter = {};
  return original(number);
}
