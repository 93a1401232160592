#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <unistd.h>

namespace sudoku {

/// Owns a file descriptor and closes it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ != -1) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  /// Returns the file descriptor, or -1 if there is none.
  int number() const { return number_; }
  /// Returns the file descriptor and gives up ownership.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

/// Repeats a system call while signals interrupt it. Returns its result.
template <typename Call>
auto retry(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// Returns the name of a signal, such as `SIGSEGV`, or its number if it has no name.
std::string signal_name(int number);

/// Returns the path of this program; empty if the system does not report it.
std::filesystem::path program_path();

/// When to use terminal features such as colors.
enum class When : std::uint8_t { automatic, always, never };

/// Whether to use terminal features on a descriptor. `automatic` means: if it is a terminal.
bool applies(When when, int descriptor);

/// Returns the columns of a terminal. Returns nullopt if the descriptor is no terminal.
std::optional<std::size_t> terminal_width(int descriptor);

/// Returns a flag that SIGINT, SIGTERM and SIGHUP set after a call of `watch_interrupts`. All work
/// then ends early and writes its results so far. A signal more than half a second after the first
/// kills the program.
const std::atomic<bool>& interrupted();

/// Returns a descriptor that becomes readable when `interrupted` is set. It wakes all threads that
/// poll(2) it, whichever thread receives the signal. Returns -1, which poll ignores, before
/// `watch_interrupts`.
int interrupt_descriptor();

/// Installs the signal handlers. Call it once, before other threads start.
void watch_interrupts();

/// Thrown when an interrupt ends the reading of an input, so that no caller mistakes the part for
/// the whole.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace sudoku
