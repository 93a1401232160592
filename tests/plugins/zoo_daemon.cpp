#include "zoo.h"
#include <fcntl.h>
#include <unistd.h>

// Starts two processes that never end, each in its own session. The parent of the second one ends.
// Each appends its id to the file `daemons`.
namespace {

void be_daemon(int channel) {
  ::setsid();
  ::close_range(0, STDERR_FILENO, 0);
  const pid_t self = ::getpid();
  const int file = ::open("daemons", O_WRONLY | O_CREAT | O_APPEND, 0666);
  static_cast<void>(::write(file, &self, sizeof self));
  static_cast<void>(::write(channel, "", 1));
  while (true) ::pause();
}

void start_daemons() {
  int channel[2];
  if (::pipe(channel) != 0) return;
  if (::fork() == 0) be_daemon(channel[1]);
  if (::fork() == 0) {
    if (::fork() == 0) be_daemon(channel[1]);
    ::_exit(0);
  }
  char ignored = 0;
  for (int i = 0; i < 2; ++i) static_cast<void>(::read(channel[0], &ignored, 1));
}

}  // namespace

TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (!is_later()) start_daemons();
  return ANSWER;
}
