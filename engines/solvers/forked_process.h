#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <sys/types.h>

namespace sudoku::solvers {

/// A copy of this process that answers questions with one function, so that it can be killed when
/// an answer takes too long. Questions and answers are bytes of constant sizes.
class ForkedProcess {
 public:
  using Bytes = std::span<unsigned char>;

  /// `answer(question, answer)` is called in the copy. It must not need another thread, a lock that
  /// one may hold, or an open file. Throws std::system_error where no process can be started.
  ForkedProcess(std::size_t question_size, std::size_t answer_size,
                const std::function<void(Bytes question, Bytes answer)>& answer);
  /// Kills it.
  ~ForkedProcess();
  ForkedProcess(const ForkedProcess&) = delete;
  ForkedProcess& operator=(const ForkedProcess&) = delete;

  /// False if it has died.
  bool ask(std::span<const unsigned char> question);
  enum class Reply { is_there, is_not_there_yet, has_died };
  /// Waits a moment for the answer to the last question.
  Reply receive(Bytes answer);

 private:
  pid_t id_ = 0;
  int channel_ = -1;
};

}  // namespace sudoku::solvers
