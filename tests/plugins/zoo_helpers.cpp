#include <atomic>
#include <ctime>
#include <new>

#include "zoo.h"
#include <sys/mman.h>
#include <unistd.h>

// Starts processes that work for 20 ms of CPU time each. Polls until they end.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  constexpr int kHelpers = 3;
  void* const shared = ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 0;
  auto& done = *new (shared) std::atomic<int>(0);
  const pid_t self = ::getpid();
  for (int i = 0; i < kHelpers; ++i) {
    if (::fork() != 0) continue;
    timespec used{};
    while (used.tv_nsec < 20'000'000 && used.tv_sec == 0 && ::getppid() == self) {
      ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    }
    ++done;
    ::_exit(0);
  }
  while (done < kHelpers) {
  }
  ::munmap(shared, sizeof done);
  return ANSWER;
}
