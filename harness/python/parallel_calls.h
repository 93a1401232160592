#pragma once

// Runs the work of a Python call on several threads, without the interpreter's lock, until it is
// done or a signal such as Ctrl-C arrives.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <optional>
#include <utility>

#include <pybind11/pybind11.h>

#include "harness/base/workers.h"
#include "harness/count/block_sizer.h"

namespace sudoku {

/// Calls `work(stop)` on another thread and waits without the interpreter's lock. `work` must not
/// use Python. If a signal handler raises, sets `stop` and throws that exception once `work` has
/// ended.
template <typename Work>
void run_interruptibly(const Work& work) {
  constexpr std::chrono::milliseconds kPollInterval(50);
  std::atomic<bool> stop{false};
  std::optional<pybind11::error_already_set> raised;
  auto done = std::async(std::launch::async, [&] { work(stop); });
  while (true) {
    {
      const pybind11::gil_scoped_release unlocked;
      if (done.wait_for(kPollInterval) == std::future_status::ready) break;
    }
    if (!raised && PyErr_CheckSignals() != 0) {
      raised.emplace();
      stop = true;
    }
  }
  if (raised) throw pybind11::error_already_set(*raised);
  done.get();
}

/// Consecutive puzzles of a call.
struct Part {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Divides the puzzles of a call into parts, small enough for all threads to have some.
class Parts {
 public:
  Parts(std::size_t size, unsigned threads)
      : size_(size), largest_(size / (std::size_t{kPartsPerThread} * threads) + 1) {}

  /// Returns false at the end.
  bool next(Part& part) {
    part = {begin_, std::min({sizer_.size(), largest_, size_ - begin_})};
    begin_ += part.count;
    return part.count != 0;
  }
  void note(const Part& part, std::chrono::nanoseconds time) {
    sizer_.note(part.count, time.count());
  }

 private:
  static constexpr unsigned kPartsPerThread = 4;
  std::size_t size_;
  std::size_t largest_;
  std::size_t begin_ = 0;
  BlockSizer sizer_;
};

/// Calls `work(const Part&, Own&)` for every part, on several threads, until `stop` is set. `make`
/// makes the Own of each thread.
template <typename Own, typename Work>
void run_parts(std::size_t size, unsigned threads, const std::atomic<bool>& stop,
               std::function<Own()> make, const Work& work) {
  Parts parts(size, threads);
  Workers<Own> workers(threads, std::move(make));
  workers.template run<Part>([&](Part& part) { return !stop.load() && parts.next(part); },
                             [&](const Part& part, Own& own) {
                               const auto begin = std::chrono::steady_clock::now();
                               work(part, own);
                               parts.note(part, std::chrono::steady_clock::now() - begin);
                             },
                             [](const Part&) {});
}

}  // namespace sudoku
