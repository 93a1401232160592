#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include <unistd.h>

namespace sudoku {

/// A descriptor that is closed with its owner.
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
  /// -1 where there is none.
  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// "SIGSEGV"; "35" of one that has no name.
std::string signal_name(int number);

/// When something is done that is for a terminal, such as colors.
enum class When : std::uint8_t { automatic, always, never };

/// Whether it is done where the output is this descriptor; automatically, if that is a terminal.
bool applies(When when, int descriptor);

/// Set by SIGINT, SIGTERM and SIGHUP once `watch_interrupts` has been called: everything under way
/// ends early and writes what it has. A second signal ends the program at once.
const std::atomic<bool>& interrupted();

/// What can be read from, as poll(2) sees it, once `interrupted` is set: whichever thread gets the
/// signal, all that wait for input beside it wake. -1 before `watch_interrupts` has been called,
/// which poll passes over.
int interrupt_descriptor();

/// To be called once, before other threads start.
void watch_interrupts();

/// Thrown where an interrupt ends the reading of an input before its end has come, so that nobody
/// takes the part for the whole.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace sudoku
