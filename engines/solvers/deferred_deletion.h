#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace sudoku::solvers {

/// Deletes large objects on background threads, so that a search that hit a limit returns at once.
/// The destructor waits for all deletions.
class DeferredDeletion {
 public:
  /// Deletes an object, which may be null. Returns without waiting, unless no thread can be
  /// started.
  template <typename T>
  void destroy(std::unique_ptr<T> object) {
    deletions_.remove_if([](const Deletion& deletion) { return deletion.is_done.load(); });
    if (object == nullptr) return;
    Deletion& deletion = deletions_.emplace_back();
    try {
      deletion.thread = std::jthread([object = std::move(object), &deletion]() mutable {
        object.reset();
        deletion.is_done = true;
      });
    } catch (const std::system_error&) {
      deletions_.pop_back();
    }
  }

 private:
  struct Deletion {
    std::atomic<bool> is_done{false};
    std::jthread thread;
  };

  std::list<Deletion> deletions_;
};

}  // namespace sudoku::solvers
