#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace sudoku::solvers {

/// Deletes what takes its time to be deleted, on threads of its own, when a search was ended by a
/// limit and its caller is not to be kept waiting: not by earlier burials either.
class Grave {
 public:
  /// Where no thread can be started, the thing is deleted on the spot.
  template <typename T>
  void bury(std::unique_ptr<T> thing) {
    burials_.remove_if([](const Burial& burial) { return burial.is_over.load(); });
    if (thing == nullptr) return;
    Burial& burial = burials_.emplace_back();
    try {
      burial.thread = std::jthread([thing = std::move(thing), &burial]() mutable {
        thing.reset();
        burial.is_over = true;
      });
    } catch (const std::system_error&) {
      burials_.pop_back();
    }
  }

 private:
  struct Burial {
    std::atomic<bool> is_over{false};
    std::jthread thread;
  };

  std::list<Burial> burials_;
};

}  // namespace sudoku::solvers
