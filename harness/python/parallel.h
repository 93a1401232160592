#pragma once

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
#include "harness/count/counting.h"

// Runs the calls of the module on several threads, while the interpreter stays responsive.

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

/// Calls `work(const Part&, Own&)` for parts of the puzzles, on several threads, until `stop` is
/// set. `make` makes the Own of each thread.
template <typename Own, typename Work>
void run_parts(std::size_t size, unsigned threads, const std::atomic<bool>& stop,
               std::function<Own()> make, const Work& work) {
  // Small enough for all threads to have some.
  constexpr std::size_t kPartsPerThread = 4;
  const std::size_t largest = size / (kPartsPerThread * threads) + 1;
  std::size_t next = 0;
  BlockSizer sizer;
  const auto take_part = [&](Part& part) {
    part = {next, std::min({sizer.size(), largest, size - next})};
    next += part.count;
    return part.count != 0 && !stop.load();
  };
  const auto do_part = [&](const Part& part, Own& own) {
    const auto begin = std::chrono::steady_clock::now();
    work(part, own);
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    sizer.note(part.count, time.count());
  };
  Workers<Own>(threads, std::move(make)).template run<Part>(take_part, do_part, [](const Part&) {});
}

}  // namespace sudoku
