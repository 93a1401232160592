#include "zoo.h"
#include <sched.h>
#include <sys/resource.h>

// Changes its CPU affinity and resource limits, but answers correctly.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    ::sched_setaffinity(0, sizeof first, &first);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_NOFILE, &none);
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  return ANSWER;
}
