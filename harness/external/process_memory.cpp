#include "harness/external/process_memory.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace sudoku {
namespace {

namespace fs = std::filesystem;

/// That of the process alone. The peak that getrusage tells is no use: a process begins with that
/// of the one that started it.
std::optional<std::uint64_t> own_peak_bytes(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  std::uint64_t kibibytes = 0;
  for (std::string word; status >> word;) {
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> peak_resident_bytes(pid_t process) {
  auto sum = own_peak_bytes(process);
  std::error_code ended;
  const fs::path threads = fmt::format("/proc/{}/task", process);
  for (fs::directory_iterator thread(threads, ended), end; !ended && thread != end;
       thread.increment(ended)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) {
      // One that ends meanwhile is left out.
      if (sum) *sum += peak_resident_bytes(child).value_or(0);
    }
  }
  return sum;
}

}  // namespace sudoku
