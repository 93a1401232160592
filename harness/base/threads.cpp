#include "harness/base/threads.h"

#include <latch>
#include <system_error>
#include <utility>
#include <vector>

namespace sudoku {

std::jthread start_thread(std::function<void()> work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error& error) {
    throw std::system_error(error.code(), "cannot start a thread");
  }
}

void require_threads(std::size_t count) {
  // The threads end before the latch that they wait for, also after an exception.
  struct Release {
    std::latch& latch;
    ~Release() { latch.count_down(); }
  };
  std::latch latch(1);
  std::vector<std::jthread> threads;
  const Release release{latch};
  for (std::size_t i = 0; i < count; ++i) {
    threads.push_back(start_thread([&latch] { latch.wait(); }));
  }
}

}  // namespace sudoku
