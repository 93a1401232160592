#pragma once

#include <cstddef>
#include <functional>
#include <thread>

namespace sudoku {

/// Starts a thread. Throws std::system_error, which names the cause, if the system refuses it.
std::jthread start_thread(std::function<void()> work);

/// Throws std::system_error if the system refuses that many more threads at once. If TBB cannot
/// start a thread, it ends the process without an exception.
void require_threads(std::size_t count);

}  // namespace sudoku
