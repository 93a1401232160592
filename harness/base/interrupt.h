#pragma once

#include <atomic>
#include <exception>

namespace sudoku {

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
