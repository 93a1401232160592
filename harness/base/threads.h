#pragma once

#include <cstddef>
#include <functional>
#include <thread>

namespace sudoku {

/// Starts a thread that calls `work`. Throws std::system_error if the system refuses the thread.
/// The message contains the reason.
std::jthread start_thread(std::function<void()> work);

/// Checks that the system permits `count` more threads at the same time: starts and ends them.
/// Throws std::system_error if the system refuses a thread. Call this before TBB starts threads,
/// because TBB ends the process if it cannot start a thread.
void require_threads(std::size_t count);

}  // namespace sudoku
