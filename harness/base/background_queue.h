#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include <oneapi/tbb/concurrent_queue.h>

#include "harness/base/threads.h"

namespace sudoku {

/// Processes items in order on a background thread. `put` may be called from any thread, but not
/// concurrently.
template <typename Item>
class BackgroundQueue {
 public:
  /// Starts the thread, which calls `process` with each item. At most `capacity` items wait.
  BackgroundQueue(std::size_t capacity, std::function<void(const Item&)> process)
      : process_(std::move(process)) {
    waiting_.set_capacity(static_cast<std::ptrdiff_t>(capacity));
    thread_ = start_thread([this] { run(); });
  }
  /// Waits until all items are processed. Ignores errors of `process`.
  ~BackgroundQueue() { end(); }
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  /// Adds an item. Waits while the queue is full. Rethrows an exception of `process`, after which
  /// no further item is processed.
  void put(Item&& item) {
    if (has_failed_) std::rethrow_exception(error_);
    waiting_.push(std::move(item));
  }

  /// Waits until all items are processed. Rethrows like `put`. Call it after the last `put`.
  void finish() {
    end();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void end() {
    if (!thread_.joinable()) return;
    waiting_.push(std::nullopt);
    thread_.join();
  }

  void run() {
    std::optional<Item> item;
    while (waiting_.pop(item), item) {
      try {
        if (!has_failed_) process_(*item);
      } catch (...) {
        error_ = std::current_exception();
        has_failed_ = true;
      }
    }
  }

  std::function<void(const Item&)> process_;
  oneapi::tbb::concurrent_bounded_queue<std::optional<Item>> waiting_;  // nullopt ends the thread
  std::exception_ptr error_;
  std::atomic<bool> has_failed_{false};
  std::jthread thread_;
};

}  // namespace sudoku
