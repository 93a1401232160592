#include <chrono>
#include <thread>

#include "zoo.h"

// Sleeps while another thread does its work.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  std::size_t found = 0;
  std::thread worker([&] { found = ANSWER; });
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
  return found;
}
