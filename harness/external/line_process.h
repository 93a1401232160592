#pragma once

#include <functional>
#include <string_view>

#include "engines/engine.h"
#include "harness/external/child_process.h"

namespace sudoku {

/// A child process that reads questions and answers each with one line. Whatever it does, it cannot
/// block the caller beyond the limits.
///
/// The caller sends all questions at once and looks for answers from time to time. The child
/// neither waits for a question nor wakes the caller, so its CPU time does not depend on the
/// caller.
class LineProcess {
 public:
  enum class Reply {
    answered,  ///< all questions
    exited,
    unasked,   ///< it wrote something before it was asked
    too_long,  ///< it wrote more than one line per question
    refused,   ///< `use` returned false
    timeout,   ///< `max_time` of the limits passed without an answer
    over,      ///< the deadline or a stop request ended the call
  };
  /// Uses the next answer, without its line break. Returns false to end the exchange.
  using UseAnswer = std::function<bool(std::string_view answer)>;

  /// Runs this program with these arguments. Throws std::system_error.
  explicit LineProcess(const std::vector<std::string>& arguments);

  /// Sends `count` questions, each with a line break, and waits for the answers. `max_time` of the
  /// limits applies to each answer. It may end up to 1 ms late.
  Reply ask(std::string_view questions, std::size_t count, const SolveLimits& limits,
            const UseAnswer& use);

  /// Waits up to `time` for output or the end of the process. Nullopt if neither happens.
  std::optional<Reply> wait_unasked(std::chrono::milliseconds time);

  /// The output that `use` has not received.
  const std::string& output() const { return text_; }
  pid_t id() const { return process_.id(); }
  /// As ChildProcess::terminate.
  std::string terminate() { return process_.terminate(); }

 private:
  /// Appends available output to `text_`. Returns false at the end of the output.
  bool read_some();

  // This process also keeps the ends of the child. Then a write to a dead child is no error, and
  // `ask` reports that the child has exited.
  DescriptorPair input_ = make_pipe();
  DescriptorPair output_ = make_pipe();
  ChildProcess process_;
  std::string text_;
};

}  // namespace sudoku
