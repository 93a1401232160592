#include "harness/external/error_relay.h"

#include <string>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "harness/base/errors.h"
#include "harness/base/workers.h"
#include "harness/external/child_process.h"

namespace sudoku {
namespace {

/// Copies lines from a pipe to standard error on its own thread, with escaped control characters.
class ErrorRelay {
 public:
  ErrorRelay() = default;
  /// Prints the rest of the text in the pipe. The solvers must have ended.
  ~ErrorRelay() {
    ::fcntl(pipe_.first.number(), F_SETFL, O_NONBLOCK);
    // Wakes the thread from its blocking read. It then reads until the pipe is empty, and ends.
    [[maybe_unused]] const auto written = ::write(descriptor(), "\n", 1);
  }
  ErrorRelay(const ErrorRelay&) = delete;
  ErrorRelay& operator=(const ErrorRelay&) = delete;

  int descriptor() const { return pipe_.second.number(); }

 private:
  void copy() {
    std::string line;
    char buffer[4096];
    for (ssize_t size = 0;
         (size = retry([&] { return ::read(pipe_.first.number(), buffer, sizeof buffer); })) > 0;) {
      for (const char c : std::string_view(buffer, static_cast<std::size_t>(size))) {
        if (c != '\n') line += c;
        if (c == '\n' || line.size() == sizeof buffer) print(line);
      }
    }
  }

  static void print(std::string& line) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) print_error("{}\n", line);
    line.clear();
  }

  DescriptorPair pipe_ = make_pipe();
  std::jthread thread_ = start_thread([this] { copy(); });
};

}  // namespace

int solver_error_descriptor() {
  if (::isatty(STDERR_FILENO) == 0) return -1;
  static const ErrorRelay relay;
  return relay.descriptor();
}

}  // namespace sudoku
