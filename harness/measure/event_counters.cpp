#include "harness/measure/event_counters.h"

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>
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

/// As libpfm4 names the kernel's own events, in the order of kEvents.
constexpr std::array<const char*, kEvents.size()> kNames = {"perf::INSTRUCTIONS", "perf::CYCLES",
                                                            "perf::BRANCHES", "perf::BRANCH-MISSES",
                                                            "perf::L1-DCACHE-LOAD-MISSES"};

using Codes = std::array<std::optional<perf_event_attr>, kEvents.size()>;

/// What the kernel knows the events by; nothing for one that is unknown.
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

/// Found once, as the library is not for several threads.
const Codes& codes() {
  static const Codes codes = encode();
  return codes;
}

/// Why the kernel has opened no counter.
std::string describe(int error) {
  constexpr const char* kSetting = "/proc/sys/kernel/perf_event_paranoid";
  switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
      return "the processor, or the virtual machine, has no counters";
    case ENOSYS:
      return "the kernel has no perf_event_open";
    case EACCES:
    case EPERM: {
      std::ifstream file(kSetting);
      std::string level;
      if (!(file >> level)) level = "unknown";
      return fmt::format("the system does not allow it; {} is {}, and 2 or less is needed",
                         kSetting, level);
    }
    default:
      return std::generic_category().message(error);
  }
}

std::string describe_unknown(const char* name) {
#ifdef SUDOKU_PFM
  return fmt::format("libpfm4 does not know {}", name);
#else
  static_cast<void>(name);
  return "this build is without libpfm4";
#endif
}

}  // namespace

EventCounters EventCounters::of_this_thread() {
  return {0, Heirs::none};
}

EventCounters EventCounters::of_process(pid_t process) {
  return {process, Heirs::all};
}

EventCounters::EventCounters(pid_t process, Heirs heirs) {
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    if (!codes()[i]) {
      if (objection_.empty()) objection_ = describe_unknown(kNames[i]);
      continue;
    }
    perf_event_attr code = *codes()[i];
    code.size = sizeof code;
    code.exclude_kernel = 1;
    code.exclude_hv = 1;
    code.inherit = heirs == Heirs::all ? 1 : 0;
    code.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const long number =
        ::syscall(SYS_perf_event_open, &code, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (number < 0 && objection_.empty()) objection_ = describe(errno);
    counters_[i] = Descriptor(static_cast<int>(number));
  }
}

std::string EventCounters::objection() const {
  for (const Descriptor& counter : counters_) {
    if (counter.number() >= 0) return {};
  }
  return objection_;
}

EventReading EventCounters::read() const {
  EventReading reading;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    EventReading::Counter counter;
    static_assert(sizeof counter == 3 * sizeof(std::uint64_t), "as the kernel writes it");
    const bool is_open = counters_[i].number() >= 0;
    if (is_open && ::read(counters_[i].number(), &counter, sizeof counter) == sizeof counter) {
      reading.counters[i] = counter;
    }
  }
  return reading;
}

}  // namespace sudoku
