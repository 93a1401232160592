#include "engines/solvers/program.h"

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sudoku::solvers {
namespace {

constexpr int kPollMs = 2;

bool is_ready(int descriptor, short event) {
  pollfd entry{descriptor, event, 0};
  return ::poll(&entry, 1, kPollMs) > 0;
}

bool is_temporary(int error) { return error == EAGAIN || error == EINTR; }

/// Starts the program in its own process group, which the terminal does not interrupt.
int spawn(std::vector<char*>& arguments, int channel, pid_t& id) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error =
      ::posix_spawnp(&id, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

Program::Program(std::vector<std::string> arguments) {
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  // Unlike a pipe, a socket raises no signal if the reader has gone.
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  const int error = spawn(words, ends[1], id_);
  ::close(ends[1]);
  channel_ = ends[0];
  if (error == 0) return;
  ::close(channel_);
  throw std::system_error(error, std::generic_category(), arguments.front());
}

Program::~Program() {
  ::close(channel_);
  if (id_ == 0) return;
  ::kill(id_, SIGKILL);
  wait();
}

int Program::wait() {
  int status = 0;
  pid_t ended;
  do {
    ended = ::waitpid(id_, &status, 0);
  } while (ended == -1 && errno == EINTR);
  const bool is_known = ended == std::exchange(id_, 0);
  return is_known && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool Program::write(std::string_view& input) {
  if (!is_ready(channel_, POLLOUT)) return true;
  const ssize_t size = ::send(channel_, input.data(), input.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (size > 0) input.remove_prefix(static_cast<std::size_t>(size));
  return size >= 0 || is_temporary(errno);
}

void Program::end_input() { ::shutdown(channel_, SHUT_WR); }

bool Program::read(std::string& line, bool& is_line) {
  is_line = false;
  auto end = buffer_.find('\n', begin_);
  if (end == buffer_.npos) {
    if (!is_ready(channel_, POLLIN)) return true;
    buffer_.erase(0, begin_);
    begin_ = 0;
    char buffer[4096];
    const ssize_t size = ::read(channel_, buffer, sizeof buffer);
    if (size < 0) return is_temporary(errno);
    if (size == 0) return false;
    buffer_.append(buffer, static_cast<std::size_t>(size));
    end = buffer_.find('\n');
    if (end == buffer_.npos) return true;
  }
  line.assign(buffer_, begin_, end - begin_);
  begin_ = end + 1;
  is_line = true;
  return true;
}

std::string first_line_of(std::vector<std::string> arguments) {
  try {
    Program program(std::move(arguments));
    program.end_input();
    std::string line;
    bool is_line = false;
    while (!is_line && program.read(line, is_line)) {
    }
    return line;
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace sudoku::solvers
