#pragma once

#include <memory>
#include <thread>
#include <utility>

namespace sudoku::solvers {

/// Deletes what takes its time to be deleted, on a thread of its own, when a search was ended by a
/// limit and its caller is not to be kept waiting.
class Grave {
 public:
  template <typename T>
  void bury(std::unique_ptr<T> thing) {
    thread_ = std::jthread([thing = std::move(thing)]() mutable { thing.reset(); });
  }

 private:
  std::jthread thread_;
};

}  // namespace sudoku::solvers
