#include "engines/solvers/forked_process.h"

#include <cerrno>
#include <csignal>
#include <system_error>
#include <vector>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sudoku::solvers {
namespace {

constexpr int kPollMs = 2;

/// Closes all inherited files except `channel`, because other processes may wait until they are
/// closed. Returns the new descriptor of the channel.
int keep_only(int channel) {
  constexpr int kFirst = STDERR_FILENO + 1;
  if (channel != kFirst) ::dup2(channel, kFirst);
  ::close_range(kFirst + 1, ~0U, 0);
  return kFirst;
}

}  // namespace

ForkedProcess::ForkedProcess(std::size_t question_size, std::size_t answer_size,
                             const std::function<void(Bytes, Bytes)>& answer) {
  int ends[2];
  // Keeps messages separate. The end of the other process is an empty message.
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  std::vector<unsigned char> question(question_size);
  std::vector<unsigned char> reply(answer_size);
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);  // the parent has died already
    const int channel = keep_only(ends[1]);
    while (::recv(channel, question.data(), question.size(), 0) ==
           static_cast<ssize_t>(question.size())) {
      answer(question, reply);
      ::send(channel, reply.data(), reply.size(), MSG_NOSIGNAL);
    }
    ::_exit(0);
  }
  const int error = errno;
  ::close(ends[1]);
  channel_ = ends[0];
  if (id_ > 0) return;
  ::close(channel_);
  throw std::system_error(error, std::generic_category(), "fork");
}

ForkedProcess::~ForkedProcess() {
  ::close(channel_);
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) == -1 && errno == EINTR) {
  }
}

bool ForkedProcess::ask(std::span<const unsigned char> question) {
  return ::send(channel_, question.data(), question.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(question.size());
}

ForkedProcess::Reply ForkedProcess::receive(Bytes answer) {
  pollfd entry{channel_, POLLIN, 0};
  if (::poll(&entry, 1, kPollMs) <= 0) return Reply::pending;
  const ssize_t size = ::recv(channel_, answer.data(), answer.size(), 0);
  return size == static_cast<ssize_t>(answer.size()) ? Reply::received : Reply::failed;
}

}  // namespace sudoku::solvers
