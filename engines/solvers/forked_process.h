#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <sys/types.h>

namespace sudoku::solvers {

/// A forked copy of this process that answers requests with one function, and that can be killed if
/// an answer takes too long. Requests and answers have fixed sizes in bytes.
class ForkedProcess {
 public:
  using Bytes = std::span<unsigned char>;

  /// Starts the process, which calls `answer(question, answer)` for each request. The function must
  /// not need other threads, locks that another thread may hold, or open files. Throws
  /// std::system_error if no process can be started.
  ForkedProcess(std::size_t question_size, std::size_t answer_size,
                const std::function<void(Bytes question, Bytes answer)>& answer);
  /// Kills the process.
  ~ForkedProcess();
  ForkedProcess(const ForkedProcess&) = delete;
  ForkedProcess& operator=(const ForkedProcess&) = delete;

  /// Sends a request. Returns false if the process has died.
  bool ask(std::span<const unsigned char> question);
  enum class Reply { received, pending, failed };
  /// Waits up to 2 ms for the answer to the last request.
  Reply receive(Bytes answer);

 private:
  pid_t id_ = 0;
  int channel_ = -1;
};

}  // namespace sudoku::solvers
