#include <csignal>

#include "zoo.h"
#include <unistd.h>

// Never answers and ignores signals.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    std::signal(SIGTERM, SIG_IGN);
    std::signal(SIGINT, SIG_IGN);
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    while (true) ::sleep(1000);
  }
  return ANSWER;
}
