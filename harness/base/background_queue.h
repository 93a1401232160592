#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace sudoku {

/// Processes items in order on a background thread. `put` may be called from any thread, but not
/// concurrently.
template <typename Item>
class BackgroundQueue {
 public:
  /// Starts the thread, which calls `process` with each item. At most `capacity` items wait.
  BackgroundQueue(std::size_t capacity, std::function<void(const Item&)> process)
      : capacity_(capacity), process_(std::move(process)), thread_([this] { run(); }) {}
  /// Waits until all items are processed. Ignores errors of `process`.
  ~BackgroundQueue() {
    if (thread_.joinable()) end();
  }
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  /// Adds an item. Waits while the queue is full. Rethrows an exception of `process`, after which
  /// no further item is processed.
  void put(Item&& item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < capacity_ || error_; });
    if (error_) std::rethrow_exception(error_);
    waiting_.push_back(std::move(item));
    changed_.notify_all();
  }

  /// Waits until all items are processed. Rethrows like `put`. Call it at most once, after the last
  /// `put`.
  void finish() {
    end();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      is_ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void run() {
    while (auto item = next()) {
      try {
        process_(*item);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        error_ = std::current_exception();
        changed_.notify_all();
        return;
      }
    }
  }

  /// Waits for the next item. Returns nullopt after the last one.
  std::optional<Item> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || is_ended_; });
    if (waiting_.empty()) return std::nullopt;
    std::optional<Item> item(std::move(waiting_.front()));
    waiting_.pop_front();
    changed_.notify_all();
    return item;
  }

  std::size_t capacity_;
  std::function<void(const Item&)> process_;
  std::mutex mutex_;
  std::condition_variable changed_;  // notified when a member below changes
  std::deque<Item> waiting_;
  bool is_ended_ = false;
  std::exception_ptr error_;
  std::thread thread_;  // last, because it uses the members above
};

}  // namespace sudoku
