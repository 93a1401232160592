#include <chrono>
#include <thread>

#include "zoo.h"

// Has another thread do its work, and sleeps until it is done.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  std::size_t found = 0;
  std::thread worker([&] { found = ANSWER; });
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
  return found;
}
