#include "harness/measure/event_counters.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sudoku {
namespace {

/// An event for perf_event_open.
struct Code {
  std::uint32_t type;
  std::uint64_t config;
};
/// In the order of kEvents.
constexpr std::array<Code, kEvents.size()> kCodes{{
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_L1D | PERF_COUNT_HW_CACHE_OP_READ << 8 |
                             PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
}};

/// Returns why the kernel opened no counter.
std::string describe(int error) {
  constexpr const char* kSetting = "/proc/sys/kernel/perf_event_paranoid";
  switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP: return "the CPU or the virtual machine has no counters";
    case ENOSYS: return "the kernel does not support perf_event_open";
    case EACCES:
    case EPERM: {
      std::ifstream file(kSetting);
      std::string level;
      if (!(file >> level)) level = "unknown";
      return fmt::format("the system does not allow it; {} is {}, it must be 2 or less", kSetting,
                         level);
    }
    default: return std::generic_category().message(error);
  }
}

}  // namespace

EventCounts& EventCounts::operator+=(const EventCounts& other) {
  for (const auto event : kEvents) {
    auto& own = this->*event;
    const auto& added = other.*event;
    own = own && added ? std::optional(*own + *added) : std::nullopt;
  }
  is_scaled |= other.is_scaled;
  return *this;
}

EventCounts& EventCounts::operator/=(std::uint64_t divisor) {
  for (const auto event : kEvents) {
    if (this->*event) *(this->*event) /= divisor;
  }
  return *this;
}

EventCounts no_events_yet() {
  EventCounts counts;
  for (const auto event : kEvents) counts.*event = 0;
  return counts;
}

EventCounts counts_between(const EventReading& begin, const EventReading& end) {
  EventCounts counts;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    const auto& first = begin.counters[i];
    const auto& last = end.counters[i];
    if (!first || !last) continue;
    const std::uint64_t value = last->value - first->value;
    const std::uint64_t enabled_ns = last->enabled_ns - first->enabled_ns;
    const std::uint64_t running_ns = last->running_ns - first->running_ns;
    const bool is_partial = running_ns < enabled_ns;
    counts.is_scaled |= is_partial;
    if (!is_partial) {
      counts.*kEvents[i] = value;
    } else if (running_ns > 0) {
      const double share = static_cast<double>(running_ns) / static_cast<double>(enabled_ns);
      counts.*kEvents[i] = std::llround(static_cast<double>(value) / share);
    }
  }
  return counts;
}

EventCounters::EventCounters(pid_t process) {
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    perf_event_attr event{};
    event.size = sizeof event;
    event.type = kCodes[i].type;
    event.config = kCodes[i].config;
    event.exclude_kernel = 1;
    event.exclude_hv = 1;
    event.inherit = process != 0 ? 1 : 0;
    event.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const long number =
        ::syscall(SYS_perf_event_open, &event, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (number < 0 && unavailable_reason_.empty()) unavailable_reason_ = describe(errno);
    counters_[i] = Descriptor(static_cast<int>(number));
  }
}

std::string EventCounters::unavailable_reason() const {
  const bool is_any_open = std::ranges::any_of(
      counters_, [](const Descriptor& counter) { return counter.number() >= 0; });
  return is_any_open ? "" : unavailable_reason_;
}

EventReading EventCounters::read() const {
  EventReading reading;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    EventReading::Counter counter;
    static_assert(sizeof counter == 3 * sizeof(std::uint64_t),
                  "must have the layout that the kernel writes");
    const bool is_open = counters_[i].number() >= 0;
    if (is_open && ::read(counters_[i].number(), &counter, sizeof counter) == sizeof counter) {
      reading.counters[i] = counter;
    }
  }
  return reading;
}

}  // namespace sudoku
