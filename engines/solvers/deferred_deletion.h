#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace sudoku::solvers {

/// Deletes large objects on background threads, so that a search that hit a limit returns at once.
/// The destructor waits for all deletions.
class DeferredDeletion {
 public:
  /// Deletes an object, which may be null. Returns without waiting, unless no thread can be
  /// started.
  template <typename T>
  void destroy(std::unique_ptr<T> object) {
    std::erase_if(deletions_, [](const std::future<void>& deletion) {
      return deletion.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    if (object == nullptr) return;
    try {
      deletions_.push_back(std::async(std::launch::async,
                                      [object = std::move(object)]() mutable { object.reset(); }));
    } catch (const std::system_error&) {  // no more threads: `object` is deleted here
    }
  }

 private:
  std::vector<std::future<void>> deletions_;  // the destructor of each waits
};

}  // namespace sudoku::solvers
