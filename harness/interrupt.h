#pragma once

#include <atomic>

namespace sudoku {

/// Set by SIGINT and SIGTERM once `watch_interrupts` has been called: everything under way ends
/// early and writes what it has. A second signal ends the program at once.
const std::atomic<bool>& interrupted();

/// To be called once, before other threads start.
void watch_interrupts();

}  // namespace sudoku
