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

#ifdef SUDOKU_PFM
#include <perfmon/pfmlib.h>
#include <perfmon/pfmlib_perf_event.h>
#endif

namespace sudoku {
namespace {

/// Names of the events in libpfm4, in the order of kEvents.
constexpr std::array<const char*, kEvents.size()> kNames = {"perf::INSTRUCTIONS", "perf::CYCLES",
                                                            "perf::BRANCHES", "perf::BRANCH-MISSES",
                                                            "perf::L1-DCACHE-LOAD-MISSES"};

using Codes = std::array<std::optional<perf_event_attr>, kEvents.size()>;

/// Returns the codes of the events for the kernel; nullopt for an unknown event.
Codes encode() {
  Codes codes;
#ifdef SUDOKU_PFM
  if (::pfm_initialize() != PFM_SUCCESS) return codes;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    perf_event_attr code{};
    pfm_perf_encode_arg_t request{};
    request.attr = &code;
    request.size = sizeof request;
    const int status =
        ::pfm_get_os_event_encoding(kNames[i], PFM_PLM3, PFM_OS_PERF_EVENT, &request);
    if (status == PFM_SUCCESS) codes[i] = code;
  }
#endif
  return codes;
}

/// Returns the codes. Calls the library only once, because it is not thread-safe.
const Codes& codes() {
  static const Codes codes = encode();
  return codes;
}

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

std::string describe_unknown([[maybe_unused]] const char* name) {
#ifdef SUDOKU_PFM
  return fmt::format("libpfm4 does not know {}", name);
#else
  return "this program was built without libpfm4";
#endif
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
    if (!codes()[i]) {
      if (unavailable_reason_.empty()) unavailable_reason_ = describe_unknown(kNames[i]);
      continue;
    }
    perf_event_attr code = *codes()[i];
    code.size = sizeof code;
    code.exclude_kernel = 1;
    code.exclude_hv = 1;
    code.inherit = process != 0 ? 1 : 0;
    code.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const long number =
        ::syscall(SYS_perf_event_open, &code, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
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
