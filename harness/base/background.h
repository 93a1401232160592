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

/// Gives items to `use`, in their order, on a thread of its own, so that those that have the items
/// need not wait for it. `put` may be called from any thread, by one at a time.
template <typename Item>
class Background {
 public:
  /// At most `places` items wait.
  Background(std::size_t places, std::function<void(const Item&)> use)
      : places_(places), use_(std::move(use)), thread_([this] { run(); }) {}
  /// What waits is used all the same.
  ~Background() {
    if (thread_.joinable()) end();
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Waits for a place. Throws what `use` has thrown, after which nothing is used any more.
  void put(Item&& item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < places_ || error_; });
    if (error_) std::rethrow_exception(error_);
    waiting_.push_back(std::move(item));
    changed_.notify_all();
  }

  /// Once, after the last item: returns when all are used, or throws as `put` does.
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
        use_(*item);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        error_ = std::current_exception();
        changed_.notify_all();
        return;
      }
    }
  }

  /// Nothing after the last item.
  std::optional<Item> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || is_ended_; });
    if (waiting_.empty()) return std::nullopt;
    std::optional<Item> item(std::move(waiting_.front()));
    waiting_.pop_front();
    changed_.notify_all();
    return item;
  }

  std::size_t places_;
  std::function<void(const Item&)> use_;
  std::mutex mutex_;
  std::condition_variable changed_;  // anything below
  std::deque<Item> waiting_;
  bool is_ended_ = false;
  std::exception_ptr error_;
  std::thread thread_;  // begins last, with all of the above
};

}  // namespace sudoku
